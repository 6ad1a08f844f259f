# SPDX-License-Identifier: MIT
"""Answers the questions of sdk/include/tileproof/python_contract.hpp, in this process and thread, while a command runs.

Each process of the command that judges cases has a connection: a packet is a question, its reply is a packet. Operands lie
in memory that the other side has made and shares, and are arrays here without a copy.
"""
import json
import mmap
import os
import selectors
import socket
import tempfile
from pathlib import Path


class Server:
    """serving.environment for the command; serving(process) answers until the process has ended."""

    def __init__(self, answer):
        self.answer = answer  # answer(question, memory) returns "ok" or a sentence

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tileproof-")
        path = str(Path(self.folder.name) / "s")
        self.listening = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.listening.bind(path)
        self.listening.listen(64)
        self.environment = {"TILEPROOF_PYTHON": path}
        return self

    def __exit__(self, *_):
        self.listening.close()
        self.folder.cleanup()

    def __call__(self, process):
        ended = os.pidfd_open(process.pid)
        memories = {}
        with selectors.DefaultSelector() as ready:
            ready.register(ended, selectors.EVENT_READ)
            ready.register(self.listening, selectors.EVENT_READ)
            try:
                while True:
                    readable = [key.fileobj for key, _ in ready.select()]
                    for one in readable:
                        if one is self.listening:
                            ready.register(one.accept()[0], selectors.EVENT_READ)
                        elif one is not ended and not self.reply(one, memories):
                            ready.unregister(one)
                            one.close()
                    if ended in readable:
                        return
            finally:
                for key in list(ready.get_map().values()):
                    if isinstance(key.fileobj, socket.socket) and key.fileobj is not self.listening:
                        key.fileobj.close()
                os.close(ended)

    def reply(self, connection, memories):
        """False when the other side is gone."""
        try:
            text, descriptors, _, _ = socket.recv_fds(connection, 1 << 18, 1)
            if not text:
                return False
            question = json.loads(text)
            for descriptor in descriptors:
                memories[connection] = mmap.mmap(descriptor, question["bytes"])
                os.close(descriptor)
            connection.send(self.answer(question, memories[connection]).encode()[:1 << 16])
            return True
        except OSError:  # killed, because a case took too long or the search is over
            return False
