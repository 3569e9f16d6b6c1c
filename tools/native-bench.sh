#!/bin/sh
# Compiles Blake3Bench alone into tools/target/blake3-bench, so that `./quintet bench blake3` measures a native binary too.
# Needs GRAALVM_HOME and a built tools module (./quintet test or mvn package).
set -eu
cd "$(dirname "$0")"
: "${GRAALVM_HOME:?GRAALVM_HOME must point to a GraalVM with native-image}"
"$GRAALVM_HOME/bin/native-image" -cp "target/classes:../shared/target/classes:$(ls target/lib/*jboss-logging-[0-9]*.jar)" \
    --no-fallback --enable-native-access=ALL-UNNAMED -o target/blake3-bench dev.quintet.tools.bench.Blake3Bench
