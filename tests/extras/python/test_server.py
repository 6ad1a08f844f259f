# SPDX-License-Identifier: MIT
"""The socket that the command's processes ask, with processes of our own."""
import subprocess
import sys

from tileproof.server import Server

ASKS = """
import json, mmap, os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
s.connect(os.environ["TILEPROOF_PYTHON"])
for size in 1 << 16, 1 << 17:     # the second time with memory that is larger
    file = os.memfd_create("test")
    os.ftruncate(file, size)
    memory = mmap.mmap(file, size)
    for i in range(20):
        memory[size - 1] = i
        question = json.dumps({"bytes": size, "who": int(sys.argv[1])}).encode()
        socket.send_fds(s, [question], [file] if i == 0 else [])
        reply = s.recv(1000).decode()
        assert reply == f"ok {sys.argv[1]} {i}", reply
        assert memory[0] == i + 1
if sys.argv[1] == "1":
    s.send(json.dumps({"bytes": size, "dies": 1}).encode())
    os._exit(0)  # before the reply
"""


def answer(question, memory):
    if "dies" in question:
        return "late"
    i = memory[question["bytes"] - 1]
    memory[0] = i + 1
    return f"ok {question['who']} {i}"


def test_several_processes_are_answered_and_memory_is_shared_both_ways():
    with Server(answer) as server:
        script = f"for i in 1 2 3 4; do {sys.executable} -c '{ASKS}' $i || exit 1 & jobs=\"$jobs $!\"; done; " \
                 "for j in $jobs; do wait $j || exit 1; done"
        process = subprocess.Popen(["bash", "-c", script], env={**server.environment, "PATH": "/usr/bin:/bin"})
        server(process)
        assert process.wait(10) == 0


def test_the_server_returns_when_the_process_ends_without_a_question():
    with Server(answer) as server:
        process = subprocess.Popen(["true"])
        server(process)
        assert process.wait(10) == 0
