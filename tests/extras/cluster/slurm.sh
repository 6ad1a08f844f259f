#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A Slurm of its own on this machine, for tests: sourced, it starts munged, slurmctld and a slurmd for each of NODES
# nodes, in the folder $slurm, with a key, ports and files of their own; what it has started ends with the shell.
#
#   slurm=$(mktemp -d) NODES=3
#   source slurm.sh            # exits with 77 and the reason where Slurm is missing
#   sbatch ...
#   kill_node n2               # as if its power failed: slurmd and everything that it has started, at once
slurm_pids=()

need() {
    local found
    found=$(PATH=$PATH:/usr/sbin:/sbin command -v "$1") && return
    printf 'Skipped: %s is not here. ./dev slurm-test installs Slurm and munge, and runs this test.\n' "$1"
    exit 77
}
for program in munged slurmctld slurmd sbatch scontrol squeue python3; do need "$program"; done
export PATH=$PATH:/usr/sbin:/sbin

# Jobs are no children of slurmd; their environment says where they run, and under which Slurm.
processes_of_node() {
    { grep -lzxF "SLURMD_NODENAME=$1" /proc/[0-9]*/environ | xargs -r grep -lzxF "SLURM_CONF=$SLURM_CONF" | cut -d/ -f3; } 2>/dev/null || true
}

kill_node() {
    local job step
    local victims=()
    for job in $(processes_of_node "$1"); do
        step=$(awk '{print $4}' "/proc/$job/stat" 2>/dev/null) || continue
        [[ $(cat "/proc/$step/comm" 2>/dev/null) == slurmstepd* ]] && victims+=("$step")
        victims+=("$job")
    done
    kill -9 "$(cat "$slurm/$1.pid" 2>/dev/null)" 2>/dev/null || true
    [ ${#victims[@]} = 0 ] || kill -9 "${victims[@]}" 2>/dev/null || true
}

end_slurm() {
    local node pid
    scancel --full --user "$(id -un)" 2>/dev/null || true
    for node in $(seq -f 'n%g' "$NODES"); do kill_node "$node"; done
    for pid in "${slurm_pids[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
}
trap end_slurm EXIT

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])' 2>/dev/null || echo $((20000 + RANDOM)); }

start_slurm() {
    local me node nodes=""
    me=$(id -un)
    mkdir -p "$slurm/state" "$slurm/spool"
    chmod 755 "$slurm"
    head -c 1024 /dev/urandom >"$slurm/munge.key"
    chmod 400 "$slurm/munge.key"
    munged --foreground --force --key-file="$slurm/munge.key" --socket="$slurm/munge.socket" --num-threads=2 \
        --pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" --seed-file="$slurm/munge.seed" >"$slurm/munged.out" 2>&1 &
    slurm_pids+=($!)
    disown
    for node in $(seq -f 'n%g' "$NODES"); do
        nodes+="NodeName=$node NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(free_port) CPUs=1 RealMemory=500 State=UNKNOWN"$'\n'
    done
    cat >"$slurm/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmUser=$me
SlurmdUser=$me
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket,cred_expire=6
CredType=cred/munge
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool/%n
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/%n.slurmd
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/%n.log
SlurmdTimeout=6
SlurmctldTimeout=30
KillWait=5
MinJobAge=300
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=2
SlurmdParameters=config_overrides
${nodes}PartitionName=test Nodes=n[1-$NODES] Default=YES MaxTime=INFINITE State=UP
CONF
    printf 'CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n' >"$slurm/cgroup.conf"
    export SLURM_CONF=$slurm/slurm.conf
    slurmctld -D >"$slurm/slurmctld.out" 2>&1 &
    slurm_pids+=($!)
    disown
    for node in $(seq -f 'n%g' "$NODES"); do start_node "$node"; done
    for _ in $(seq 300); do
        [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | wc -l)" = "$NODES" ] && return
        sleep 0.2
    done
    echo "Slurm does not start:"
    tail -n 5 "$slurm"/*.out "$slurm"/*.log
    return 1
}

start_node() {
    slurmd -D -N "$1" >"$slurm/$1.out" 2>&1 &
    echo $! >"$slurm/$1.pid"
    disown
}
