# shellcheck shell=bash disable=SC2153
# Finds the JDK, Maven and native-image. Each finder sets one variable or ends with one clear line.

readonly JDK_FEATURE=25
readonly MAVEN_MIN=3.9.12 # what the Quarkus plugin asks for
readonly MAVEN_FETCHED=3.9.16

# Sets JDK to the home of a JDK 25: JAVA_HOME first, then the java on the PATH, then the usual folders.
find_jdk() {
    [ -z "${JDK:-}" ] || return 0
    local home on_path
    on_path=$(command -v javac || true)
    [ -z "$on_path" ] || on_path=$(dirname "$(dirname "$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")")")
    for home in "${JAVA_HOME:-}" "$on_path" ${QUINTET_JVM_DIRS-/usr/lib/jvm/* /opt/*jdk* "${HOME:-/nonexistent}"/.sdkman/candidates/java/* \
        "${HOME:-/nonexistent}"/.jdks/* /Library/Java/JavaVirtualMachines/*/Contents/Home}; do
        if is_jdk "$home"; then
            JDK=$home
            export JAVA_HOME=$home
            return 0
        fi
    done
    die "no JDK $JDK_FEATURE found (looked at JAVA_HOME, the PATH and the usual folders); install one or set JAVA_HOME"
}

is_jdk() {
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] || return 1
    if [ -r "$1/release" ]; then
        grep -Eq "^JAVA_VERSION=\"$JDK_FEATURE([.+\"]|$)" "$1/release"
    else
        "$1/bin/java" -version 2>&1 | grep -Eq "version \"${JDK_FEATURE}[.\"]"
    fi
}

# Sets MVN. An installed Maven that is too old fetches a new one into the cache, once, from wherever it is configured to look.
find_maven() {
    [ -z "${MVN:-}" ] || return 0
    local cached=$CACHE/maven/apache-maven-$MAVEN_FETCHED/bin/mvn installed
    installed=$(command -v mvn || true)
    if [ -n "$installed" ] && maven_is_new_enough "$installed"; then
        MVN=$installed
    elif [ -x "$cached" ]; then
        MVN=$cached
    elif [ -n "$installed" ]; then
        fetch_maven "$installed"
        MVN=$cached
    else
        die "no Maven found on the PATH; install any Maven 3 and run this again"
    fi
}

# Asked outside the repository: its .mvn/jvm.config is for the JDK that we choose, not for the default one.
maven_is_new_enough() {
    local version
    version=$(cd / && "$1" --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p')
    [ "$(printf '%s\n%s\n' "$MAVEN_MIN" "${version:-0}" | sort -V | head -n 1)" = "$MAVEN_MIN" ]
}

fetch_maven() {
    local into=$CACHE/maven/fetch.$$
    say "Maven is older than $MAVEN_MIN: fetching $MAVEN_FETCHED into the cache"
    mkdir -p "$into"
    if ! (cd "$into" && "$1" -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy -DoutputDirectory="$into" \
        -Dartifact=org.apache.maven:apache-maven:$MAVEN_FETCHED:tar.gz:bin) >"$into/log" 2>&1 ||
        ! tar xzf "$into/apache-maven-$MAVEN_FETCHED-bin.tar.gz" -C "$into"; then
        tail -n 5 "$into/log" >&2
        rm -rf "$into"
        die "could not fetch Maven $MAVEN_FETCHED; install Maven $MAVEN_MIN or newer"
    fi
    # Another run may have been faster; then its copy is as good as ours.
    mv "$into/apache-maven-$MAVEN_FETCHED" "$CACHE/maven/" 2>/dev/null || true
    rm -rf "$into"
}

# Sets and exports GRAALVM_HOME.
find_native_image() {
    local found
    if [ -n "${GRAALVM_HOME:-}" ]; then
        [ -x "$GRAALVM_HOME/bin/native-image" ] || die "GRAALVM_HOME has no bin/native-image: $GRAALVM_HOME"
    else
        find_jdk
        found=$JDK/bin/native-image
        [ -x "$found" ] || found=$(command -v native-image || true)
        [ -n "$found" ] || die "no native-image found; set GRAALVM_HOME to a GraalVM or Mandrel for Java $JDK_FEATURE"
        GRAALVM_HOME=$(dirname "$(dirname "$(readlink -f "$found" 2>/dev/null || echo "$found")")")
    fi
    export GRAALVM_HOME
}
