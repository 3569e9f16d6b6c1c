#!/bin/sh
# Rebuilds the committed BLAKE3 kernel for this machine's architecture. Needs gcc 12 or newer and JAVA_HOME (for jni.h).
set -eu
cd "$(dirname "$0")"
: "${JAVA_HOME:?JAVA_HOME must point to a JDK}"
out=../resources/META-INF/native/linux-$(uname -m)
mkdir -p "$out"
sum=$(cat blake3.c blake3_lanes.h | sha256sum | cut -d' ' -f1)
# -nostdlib: no NEEDED entry, so the same file loads on glibc and musl.
"${CC:-gcc}" -std=gnu11 -O3 -fPIC -shared -nostdlib -fvisibility=hidden -fno-stack-protector -Wall -Wextra -Werror \
    -I"$JAVA_HOME/include" -I"$JAVA_HOME/include/linux" -DSOURCE_SHA256="\"$sum\"" \
    -Wl,--build-id=none -Wl,-z,noexecstack -Wl,-z,relro -Wl,-z,now -s \
    -o "$out/libquintet-blake3.so" blake3.c -lgcc
ls -l "$out/libquintet-blake3.so"
