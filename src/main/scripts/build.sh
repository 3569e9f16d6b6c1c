# shellcheck shell=bash disable=SC2153
# Builds and tests through Maven. The full output goes to a log; the terminal gets progress and errors.

STAMPS=$ROOT/target/quintet # beside what Maven builds, so that `mvn clean` forgets both
readonly STAMPS

# maven <log name> <arguments…>: progress on stdout, everything in logs/<log name>.log, Maven's own exit status.
maven() {
    local log=$DATA/logs/$1.log status=0
    shift
    find_jdk
    find_maven
    mkdir -p "$DATA/logs"
    # shellcheck disable=SC2086 # several arguments in one variable is what QUINTET_MAVEN_ARGS is
    (cd "$ROOT" && "$MVN" ${QUINTET_MAVEN_ARGS:-} "$@" 2>&1) | tee "$log" | progress || status=$?
    [ "$status" -eq 0 ] || warn "Maven failed; the whole output is in $log"
    return "$status"
}

# Turns Maven's output into a line per module, per test class and per native build step; errors pass as they are.
progress() {
    local line
    while IFS= read -r line; do
        case $line in
            '[INFO] Building Quintet'*) say "  ${line#*Building }" ;;
            '[INFO] Tests run:'*' -- in '*) say "    ${line##*.} ${line#*INFO] Tests run: }" | sed 's/, Failures.*Time elapsed: /, /; s/ -- in.*//' ;;
            '['[1-8]'/8] '*) say "    $line" ;;
            '[ERROR] '*'[Help '* | '[ERROR] To see the full'* | '[ERROR] Re-run Maven'* | '[ERROR] For more info'* | '[ERROR] ') ;;
            '[ERROR]'* | '[FATAL]'* | '[WARNING] '*.java:*) say "$line" ;;
        esac
    done
}

# True when nothing that ends up in a build is newer than the stamp. Folders count: a deleted file changes its folder.
unchanged() {
    local stamp=$1 module inputs=("$ROOT/pom.xml" "$ROOT/.mvn")
    shift
    [ -f "$stamp" ] || return 1
    for module in "$@"; do inputs+=("$ROOT/$module/pom.xml" "$ROOT/$module/src/main"); done
    [ -z "$(find "${inputs[@]}" -newer "$stamp" -print -quit)" ]
}

# stamped <stamp> <command…>: the stamp carries the time at which the build began, so an edit made meanwhile is not lost.
stamped() {
    local stamp=$1
    shift
    mkdir -p "$STAMPS"
    touch "$stamp.new"
    "$@" || return
    mv "$stamp.new" "$stamp"
}

build_if_changed() {
    local service
    if unchanged "$STAMPS/jvm" shared tools "${SERVICES[@]}" && [ -d "$ROOT/tools/target/lib" ]; then
        for service in "${SERVICES[@]}"; do [ -f "$(jar_of "$service")" ] || break; done
        [ ! -f "$(jar_of "$service")" ] || return 0
    fi
    say "building (the first time takes minutes, later only what changed)"
    stamped "$STAMPS/jvm" maven build package -DskipTests || exit 1
}

verb_fmt() {
    maven fmt spotless:apply || exit 1
    say "formatted"
}

# The tests that repeat something at random do so less often here; `test` and CI take their time.
readonly FEWER_ROUNDS=(
    -Dquintet.race.rounds=200 -Dquintet.lincheck.invocations=50
    -Dquintet.crash.rounds=20 -Dquintet.crash.histories=300
)

verb_check() {
    local status=0 module modules=()
    for module in "$@"; do
        [ "$module" = shared ] || [ "$module" = tools ] || require_service "$module"
        modules+=("$module")
    done
    # shared always comes along: the others are compiled against its classes.
    [ ${#modules[@]} -eq 0 ] || modules=(-pl "$(IFS=,; printf 'shared,%s' "${modules[*]}")")
    forget_reports
    maven check spotless:check test "${FEWER_ROUNDS[@]}" ${modules[@]+"${modules[@]}"} || status=1
    test_summary
    exit "$status"
}

verb_test() {
    forget_reports
    local status=0
    # package and what follows: the process tests start the real jars. --fail-at-end: one broken module hides no other.
    stamped "$STAMPS/jvm" maven test --fail-at-end spotless:check verify -DskipITs=false "$@" || status=1
    test_summary || status=1
    exit "$status"
}

forget_reports() { rm -rf "$ROOT"/*/target/surefire-reports "$ROOT"/*/target/failsafe-reports; }

# The closing line, counted from the test cases in the reports: what ran, not what Maven says about it.
# (The totals in the reports are wrong for parameterized classes.)
test_summary() {
    find "$ROOT" -path '*/target/*-reports/TEST-*.xml' -exec cat {} + 2>/dev/null | awk '
        /^ *<testcase / { cases++ }
        /^ *<(failure|error)[ >]/ { failed++ }
        /^ *<skipped/ { skipped++ }
        END { printf "%d passed, %d failed\n", cases - failed - skipped, failed; exit failed > 0 || cases == 0 }'
}

runner_of() { printf '%s' "$ROOT/$1/target/$1-runner"; }
jar_of() { printf '%s' "$ROOT/$1/target/quarkus-app/quarkus-run.jar"; }

# One after the other: two image builds at once want more memory than a small machine has.
verb_native() {
    local service began smoke=yes wanted=()
    for service in "$@"; do
        if [ "$service" = --no-smoke ]; then smoke=no; else
            require_service "$service"
            wanted+=("$service")
        fi
    done
    [ ${#wanted[@]} -gt 0 ] || wanted=("${SERVICES[@]}")
    find_native_image
    for service in "${wanted[@]}"; do
        if unchanged "$STAMPS/native-$service" shared "$service" && [ -x "$(runner_of "$service")" ]; then
            say "$service: unchanged"
            continue
        fi
        say "$service: building the native binary (minutes)"
        began=$SECONDS
        stamped "$STAMPS/native-$service" maven "native-$service" package -DskipTests -Dquarkus.native.enabled=true \
            -pl "shared,$service" || exit 1
        printf '%d\n' $((SECONDS - began)) >"$STAMPS/native-$service.seconds"
    done
    native_table "${wanted[@]}"
    [ "$smoke" = no ] || native_smoke "${wanted[@]}"
}

native_table() {
    local service seconds bytes
    printf '\n%-10s %10s %12s\n' service "size MiB" "build time"
    for service in "$@"; do
        bytes=$(wc -c <"$(runner_of "$service")")
        seconds=$(cat "$STAMPS/native-$service.seconds" 2>/dev/null || echo 0)
        printf '%-10s %10d %9d:%02d\n' "$service" $((bytes / 1048576)) $((seconds / 60)) $((seconds % 60))
    done
}

# Starts every binary and its JVM twin as black boxes; the figures of both are in the table at the end.
native_smoke() {
    local services
    services=$(IFS=,; printf '%s' "$*")
    build_if_changed
    say "smoke test"
    rm -rf "$ROOT/tools/target/failsafe-reports"
    maven native-smoke verify -pl tools --also-make -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false \
        -DskipITs=false -Dit.test=ServiceSmokeIT -Dfailsafe.failIfNoSpecifiedTests=false \
        -Dquintet.smoke.runtimes=jvm,native "-Dquintet.smoke.services=$services" || exit 1
    cat "$ROOT/tools/target/smoke.txt"
}
