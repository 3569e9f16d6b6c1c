# shellcheck shell=bash disable=SC2153
# Starts, watches and stops the services of a local run. Each one is a plain process with a pid file and a log file.

readonly HOST=127.0.0.1
readonly START_SECONDS=60
# The longest drain deadline that a service accepts is 5 s; the rest is for a busy machine.
readonly STOP_SECONDS=${QUINTET_STOP_SECONDS:-15}

# What the token that `up` prints may do: everything but administration.
readonly DEV_SCOPES=(
    registry:propose registry:approve registry:commit storage:write storage:delete storage:owner
    wallet:read wallet:issue wallet:transfer wallet:burn wallet:hold rewarder:run rewarder:inspect
)

index_of() {
    local i
    for i in "${!SERVICES[@]}"; do [ "${SERVICES[$i]}" != "$1" ] || printf '%d' "$i"; done
}
port_of() { printf '%d' $((PORT_BASE + $(index_of "$1"))); }
admin_port_of() { printf '%d' $((PORT_BASE + 1000 + $(index_of "$1"))); }
pid_file() { printf '%s' "$DATA/run/$1.pid"; }
log_file() { printf '%s' "$DATA/logs/$1.log"; }

# Prints the pid when the service runs and is ours. A pid file may be stale and its number reused by a stranger, so
# the second line of the file, the path that was started, must be in the process's command line.
pid_of() {
    local pid='' path='' command
    [ -f "$(pid_file "$1")" ] || return 1
    { read -r pid && read -r path; } <"$(pid_file "$1")" || return 1
    command=$(tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" || ps -o command= -p "$pid" 2>/dev/null) || return 1
    [[ -n $path && $command == *"$path"* ]] || return 1
    printf '%s' "$pid"
}

listening() { (exec 3<>"/dev/tcp/$HOST/$1") 2>/dev/null; }

# http_status <port> <path>: bash alone, since nobody promised curl.
http_status() {
    local status=''
    {
        exec 3<>"/dev/tcp/$HOST/$1" || return 1
        printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "$2" >&3
        read -r -t 2 _ status _ <&3
        exec 3>&-
    } 2>/dev/null
    printf '%s' "$status"
}

# One ./quintet at a time per data folder changes what runs. The lock ends with this process, or at unlock.
lock() {
    mkdir -p "$DATA/run"
    command -v flock >/dev/null || return 0
    exec 9>"$DATA/run/lock"
    flock -n 9 || die "another ./quintet is starting or stopping services in $DATA"
}
unlock() { exec 9>&-; }

verb_up() {
    local detach=no native=no service wanted=() fresh=()
    for service in "$@"; do
        case $service in
            --detach | -d) detach=yes ;;
            --native) native=yes ;;
            -*) die "unknown option '$service'; up knows --detach and --native" ;;
            *)
                require_service "$service"
                wanted+=("$service")
                ;;
        esac
    done
    [ ${#wanted[@]} -gt 0 ] || wanted=("${SERVICES[@]}")
    [[ $PORT_BASE =~ ^[1-9][0-9]{0,4}$ && $PORT_BASE -le 64000 ]] ||
        die "QUINTET_PORT_BASE must be a port between 1 and 64000, not '$PORT_BASE'"
    lock
    find_jdk
    build_if_changed
    for service in "${wanted[@]}"; do
        if pid=$(pid_of "$service"); then
            say "$service is already running (pid $pid)"
        else
            require_free_ports "$service"
            [ "$native" = no ] || [ -x "$(runner_of "$service")" ] || die "$service has no native binary yet; run ./quintet native $service"
            fresh+=("$service")
        fi
    done
    prepare_keys
    for service in ${fresh[@]+"${fresh[@]}"}; do start "$service" "$native"; done
    [ ${#fresh[@]} -eq 0 ] || wait_until_ready "${fresh[@]}"
    unlock
    announce "${wanted[@]}"
    [ "$detach" = yes ] || [ ${#fresh[@]} -eq 0 ] || follow_until_stopped "${fresh[@]}"
}

require_free_ports() {
    local port
    for port in "$(port_of "$1")" "$(admin_port_of "$1")"; do
        ! listening "$port" || die "port $port ($1) is taken; stop what listens there or set QUINTET_PORT_BASE"
    done
}

# Development keys of the first start: one root key for tokens, three signers for the registry.
prepare_keys() {
    mkdir -p "$DATA/dev" && chmod 700 "$DATA/dev"
    [ -f "$DATA/dev/signers/gamma.pub" ] || tool dev.quintet.tools.keys.DevKeys "$DATA/dev/signers"
    # Before the services start: whoever comes first creates the root key, and this one comes alone.
    TOKEN=$(tool dev.quintet.tools.token.TokenCommand --ttl 24h --scope "$(IFS=,; printf '%s' "${DEV_SCOPES[*]}")" \
        2>"$DATA/run/token.err") || {
        cat "$DATA/run/token.err" >&2
        die "could not mint a token with $DATA/dev/root.key"
    }
}

# The signer set that a new registry begins with: public keys only, two of three make a quorum.
genesis_signers() {
    local name list=''
    for name in alpha beta gamma; do list+="${list:+,}org:$name#key1=$(cat "$DATA/dev/signers/$name.pub")"; done
    printf '%s' "$list"
}

# What one service needs beyond what all need, as NAME=value words in `extra`.
environment_of() {
    extra=()
    case $1 in
        gateway)
            local behind
            for behind in registry storage wallet rewarder; do
                extra+=("QUINTET_GATEWAY_${behind^^}_URL=http://$HOST:$(port_of "$behind")")
            done
            ;;
        registry) extra=("QUINTET_REGISTRY_GENESIS_SIGNERS=$(genesis_signers)" QUINTET_REGISTRY_GENESIS_QUORUM=2) ;;
        rewarder) extra=("QUINTET_REWARDER_STORAGE_URL=http://$HOST:$(port_of storage)"
            "QUINTET_REWARDER_REGISTRY_URL=http://$HOST:$(port_of registry)"
            "QUINTET_REWARDER_WALLET_URL=http://$HOST:$(port_of wallet)") ;;
        storage) extra=("QUINTET_STORAGE_REGISTRY_URL=http://$HOST:$(port_of registry)" QUINTET_STORAGE_PLACEMENT_WATCH=true) ;;
    esac
}

start() {
    local service=$1 log path command
    log=$(log_file "$service")
    mkdir -p "$DATA/logs" "$DATA/$service"
    [ ! -s "$log" ] || mv "$log" "$log.1"
    if [ "$2" = yes ]; then
        path=$(runner_of "$service")
        command=("$path")
    else
        path=$(jar_of "$service")
        command=("$JDK/bin/java" "@$ROOT/src/main/jvm/service.options" -jar "$path")
    fi
    local extra
    environment_of "$service"
    # A process group of its own (set -m): Ctrl-C reaches this script alone, which then drains the services in order.
    set -m
    env QUARKUS_PROFILE=local \
        QUARKUS_HTTP_HOST=$HOST QUARKUS_HTTP_PORT="$(port_of "$service")" \
        QUARKUS_MANAGEMENT_HOST=$HOST QUARKUS_MANAGEMENT_PORT="$(admin_port_of "$service")" \
        QUINTET_DATA_DIR="$DATA/$service" QUINTET_CAPABILITY_ROOT_KEY_FILE="$DATA/dev/root.key" \
        ${extra[@]+"${extra[@]}"} \
        "${command[@]}" </dev/null >"$log" 2>&1 9>&- &
    printf '%s\n%s\n' $! "$path" >"$(pid_file "$service")"
    disown
    set +m
}

# A line per service as it becomes ready; whoever dies or hangs is named with the end of its log, and all stop again.
wait_until_ready() {
    local waiting=("$@") still service began=$SECONDS
    say "starting ${waiting[*]}"
    while [ ${#waiting[@]} -gt 0 ]; do
        still=()
        for service in "${waiting[@]}"; do
            if [ "$(http_status "$(admin_port_of "$service")" /readyz)" = 200 ]; then
                say "  $service ready after $((SECONDS - began)) s"
            elif [ $((SECONDS - began)) -ge 3 ] && ! pid_of "$service" >/dev/null; then # a moment for exec: before it the command line is not yet ours
                give_up "$service stopped while starting" "$service" "$@"
            elif [ $((SECONDS - began)) -ge $START_SECONDS ]; then
                give_up "$service is not ready after $START_SECONDS s" "$service" "$@"
            else
                still+=("$service")
            fi
        done
        waiting=(${still[@]+"${still[@]}"})
        [ ${#waiting[@]} -eq 0 ] || sleep 0.1
    done
}

give_up() {
    local reason=$1 service=$2
    shift 2
    tail -n 15 "$(log_file "$service")" >&2
    warn "$reason; the end of $(log_file "$service") is above"
    stop "$@"
    exit 1
}

announce() {
    local service
    say ""
    for service in "$@"; do
        printf '  %-9s http://%s:%s   admin http://%s:%s\n' "$service" $HOST "$(port_of "$service")" $HOST "$(admin_port_of "$service")"
    done
    say ""
    say "next: ./quintet status    stop: ./quintet down"
    say "a token for development, valid for a day (others: ./quintet token --help):"
    say "$TOKEN"
}

# Foreground: the logs, interleaved and coloured, until Ctrl-C drains or everything has stopped by itself.
follow_until_stopped() {
    local service watched=("$@") ended=no tails=()
    trap 'ended=yes' INT TERM HUP
    set -m
    for service in "$@"; do
        follow "$service" &
        tails+=($!)
    done
    set +m
    while [ "$ended" = no ] && any_running "${watched[@]}"; do sleep 0.5 || true; done
    trap '' INT TERM HUP
    if [ "$ended" = yes ]; then
        say "draining"
        stop "$@"
    else
        warn "all services have stopped"
    fi
    for service in "${tails[@]}"; do kill -- "-$service" 2>/dev/null || true; done
    wait 2>/dev/null || true
    [ "$ended" = yes ] || exit 1
}

any_running() {
    local service
    for service in "$@"; do ! pid_of "$service" >/dev/null || return 0; done
    return 1
}

all_running() {
    local service
    for service in "${SERVICES[@]}"; do pid_of "$service" >/dev/null || return 1; done
}

# follow <service>: its log with its name before each line, coloured on a terminal.
follow() {
    local on='' off=''
    if [ -t 1 ]; then
        on=$'\033['$((31 + $(index_of "$1")))m
        off=$'\033[0m'
    fi
    tail -n +1 -F "$(log_file "$1")" 2>/dev/null | while IFS= read -r line; do
        printf '%s%-9s%s %s\n' "$on" "$1" "$off" "$line"
    done
}

verb_down() {
    [ $# -eq 0 ] || die "down takes no arguments"
    lock
    if any_running "${SERVICES[@]}"; then
        stop "${SERVICES[@]}"
    else
        say "nothing is running"
    fi
    rm -f "$DATA"/run/*.pid
}

# The door first: while the gateway drains, the services behind it still answer.
stop() {
    local service rest=()
    for service in "$@"; do
        if [ "$service" = gateway ]; then stop_together gateway; else rest+=("$service"); fi
    done
    stop_together ${rest[@]+"${rest[@]}"}
}

stop_together() {
    local service pid began=$SECONDS
    for service in "$@"; do ! pid=$(pid_of "$service") || kill -TERM "$pid" 2>/dev/null || true; done
    while any_running "$@" && [ $((SECONDS - began)) -lt "$STOP_SECONDS" ]; do sleep 0.1; done
    for service in "$@"; do
        if pid=$(pid_of "$service"); then
            warn "$service did not drain within $STOP_SECONDS s: killing it (pid $pid)"
            kill -KILL "$pid" 2>/dev/null || true
        elif [ -f "$(pid_file "$service")" ]; then
            say "  $service stopped"
        fi
        rm -f "$(pid_file "$service")"
    done
}

verb_status() {
    local service pid state all=0
    printf '%-9s %-11s %8s %9s  %s\n' service state pid "RSS MiB" address
    for service in "${SERVICES[@]}"; do
        state=stopped rss=-
        if pid=$(pid_of "$service"); then
            state=$([ "$(http_status "$(admin_port_of "$service")" /readyz)" = 200 ] && echo ready || echo "not ready")
            rss=$(awk '/^VmRSS/ { print int($2 / 1024) }' "/proc/$pid/status" 2>/dev/null || echo -)
        fi
        [ "$state" = ready ] || all=1
        printf '%-9s %-11s %8s %9s  http://%s:%s admin :%s\n' "$service" "$state" "${pid:--}" "${rss:--}" $HOST "$(port_of "$service")" "$(admin_port_of "$service")"
    done
    exit $all
}

verb_logs() {
    local follow=no service wanted=()
    for service in "$@"; do
        if [ "$service" = -f ]; then follow=yes; else
            require_service "$service"
            wanted+=("$service")
        fi
    done
    [ ${#wanted[@]} -gt 0 ] || wanted=("${SERVICES[@]}")
    for service in "${wanted[@]}"; do
        [ -f "$(log_file "$service")" ] || continue
        if [ "$follow" = yes ]; then follow "$service" & else tail -n 100 "$(log_file "$service")" | sed "s/^/$(printf '%-9s' "$service") /"; fi
    done
    [ "$follow" = no ] || wait
}
