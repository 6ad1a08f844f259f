# SPDX-License-Identifier: MIT
"""python3 -m tileproof.mcp: a server of the Model Context Protocol on standard input and output.

One JSON-RPC message a line, versions 2025-06-18 and 2024-11-05. Each tool runs in a thread of its own, so that a long check
delays nobody; notifications/cancelled, or the end of the input, ends the command that it runs.
"""
import json
import sys
import threading

from . import tools
from .command import CannotRun

VERSIONS = ("2025-06-18", "2024-11-05")  # the newest first
ABOUT = ("tileproof checks HIP kernels on this machine's processor: `check` a .hip file that declares a kernel test, fix what its "
         "report names, check again. read_page('kernel-tests') explains how to declare a test.")


class RpcError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class Call:
    """A tool at work. Once it is stopped its process is ended, and each that it would start."""

    def __init__(self):
        self.lock, self.process, self.stopped, self.cancelled = threading.Lock(), None, False, False

    def wait(self, process):
        with self.lock:
            self.process = process
            if self.stopped:
                process.terminate()
        process.wait()

    def stop(self):
        with self.lock:
            self.stopped = True
            if self.process and self.process.poll() is None:
                self.process.terminate()


class Session:
    def __init__(self, out):
        self.out, self.lock, self.calls, self.version = out, threading.Lock(), {}, VERSIONS[0]

    def send(self, message):
        with self.lock:
            self.out.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            self.out.flush()

    def refuse(self, id_, error):
        self.send({"id": id_, "error": {"code": error.code, "message": str(error)}})

    def handle(self, line):
        id_ = None
        try:
            try:
                message = json.loads(line)
            except ValueError as e:
                raise RpcError(-32700, f"This line is no JSON: {e}.") from None
            if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
                raise RpcError(-32600, 'A message is one object with "jsonrpc": "2.0".')
            if "method" not in message and ("result" in message or "error" in message):
                return  # an answer, and nothing was asked
            if "id" in message:
                if not isinstance(message["id"], (str, int)) or isinstance(message["id"], bool):
                    raise RpcError(-32600, "The id of a request is a string or a whole number.")
                id_ = message["id"]
            method, params = message.get("method"), message.get("params", {})
            if not isinstance(method, str) or not isinstance(params, dict):
                raise RpcError(-32600, "A request has a method, which is a string, and params, an object.")
            if "id" not in message:
                if method == "notifications/cancelled" and (call := self.calls.get(repr(params.get("requestId")))):
                    call.cancelled = True  # so it has no answer
                    call.stop()
            elif method == "tools/call":
                self.call(id_, params)
            else:
                self.send({"id": id_, "result": self.answer(method, params)})
        except RpcError as e:
            self.refuse(id_, e)
        except Exception as e:
            self.refuse(id_, RpcError(-32603, f"The server is mistaken: {type(e).__name__}: {e}."))

    def answer(self, method, params):
        if method == "initialize":
            asked = params.get("protocolVersion")
            self.version = asked if asked in VERSIONS else VERSIONS[0]
            return {"protocolVersion": self.version, "capabilities": {"tools": {}}, "instructions": ABOUT,
                    "serverInfo": {"name": "tileproof", "version": tools.version()}}
        if method == "ping":
            return {}
        if method == "tools/list":
            return {"tools": [self.fit(tool.listed(), "title", "outputSchema", "annotations") for tool in tools.TOOLS.values()]}
        raise RpcError(-32601, f"There is no method {method}; there are initialize, ping, tools/list and tools/call.")

    def fit(self, members, *new):
        return {k: v for k, v in members.items() if self.version != VERSIONS[-1] or k not in new}

    def call(self, id_, params):
        name = params.get("name")
        tool = tools.TOOLS.get(name) if isinstance(name, str) else None
        if not tool:
            raise RpcError(-32602, f"Unknown tool: {name}. There are {', '.join(tools.TOOLS)}.")
        arguments = params.get("arguments", {})
        if wrong := tool.wrong(arguments):
            raise RpcError(-32602, wrong)
        call = self.calls[repr(id_)] = Call()
        call.thread = threading.Thread(target=self.work, args=(id_, tool, arguments, call))
        call.thread.start()

    def work(self, id_, tool, arguments, call):
        try:
            texts, found, failed = tool.run(call.wait, **arguments)
        except CannotRun as e:
            texts, found, failed = [str(e)], None, True
        except Exception as e:
            texts, found, failed = [f"{tool.name} ended with {type(e).__name__}: {e}"], None, True
        if found is not None:
            texts.append(json.dumps(found))
        result = {"content": [{"type": "text", "text": t} for t in texts], "isError": failed}
        if found is not None:
            result["structuredContent"] = found
        self.calls.pop(repr(id_), None)
        if not call.cancelled:
            self.send({"id": id_, "result": self.fit(result, "structuredContent")})


def main():
    session = Session(sys.stdout)
    for line in sys.stdin:
        if line.strip():
            session.handle(line)
    for call in list(session.calls.values()):
        call.stop()
        call.thread.join()


if __name__ == "__main__":
    main()
