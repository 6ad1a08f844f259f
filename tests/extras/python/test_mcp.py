# SPDX-License-Identifier: MIT
"""The server of the Model Context Protocol, spoken to as a client does: one JSON message a line."""
import io
import json
import os
import queue
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from conftest import ENVIRONMENT
from tileproof.mcp import Session

HELLO = {"capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


class Client:
    def __init__(self, folder, version="2025-06-18"):
        self.process = subprocess.Popen([sys.executable, "-m", "tileproof.mcp"], cwd=folder, env=ENVIRONMENT, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines, self.number, self.received, self.ended = queue.Queue(), 0, [], False
        threading.Thread(target=self.listen, daemon=True).start()
        if version:
            self.hello = self.ask("initialize", protocolVersion=version, **HELLO)
            self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def listen(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.ended = True

    def write(self, message):
        self.process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        self.process.stdin.flush()

    def read(self, seconds=120):
        while self.lines.empty():
            assert not self.ended and (seconds := seconds - 0.01) > 0, "There is no answer."
            time.sleep(0.01)
        message = json.loads(self.lines.get())
        assert message["jsonrpc"] == "2.0" and "id" in message and ("result" in message) != ("error" in message)
        self.received.append(message)
        return message

    def send(self, method, **params):
        self.number += 1
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def ask(self, method, **params):
        number = self.send(method, **params)
        message = self.read()
        assert message["id"] == number
        return message["result"] if "result" in message else message["error"]

    def call(self, tool, **arguments):
        return self.ask("tools/call", name=tool, arguments=arguments)

    def close(self):
        self.process.stdin.close()
        return self.process.wait(30)


@pytest.fixture
def kernel(folder):
    shutil.copy(Path(__file__).parent / "declared.hip", folder)


@pytest.fixture
def client(folder, kernel):
    one = Client(folder)
    yield one
    assert one.close() == 0 and one.lines.empty()


@pytest.mark.parametrize("asked, told", [("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-06-18")])
def test_initialize_agrees_on_a_version(folder, asked, told):
    client = Client(folder, asked)
    assert client.hello["protocolVersion"] == told
    assert client.hello["capabilities"] == {"tools": {}}
    assert client.hello["serverInfo"]["name"] == "tileproof" and client.hello["serverInfo"]["version"][0].isdigit()
    assert client.close() == 0


def test_the_tools_are_listed_with_schemas_of_their_arguments(client):
    tools = {t["name"]: t for t in client.ask("tools/list")["tools"]}
    assert list(tools) == ["check", "replay", "explain", "list_findings", "read_page"]
    for t in tools.values():
        assert t["description"] and t["inputSchema"]["type"] == "object"
        assert set(t["inputSchema"]["required"]) <= set(t["inputSchema"]["properties"])
    assert tools["check"]["outputSchema"]["properties"]["verdict"]["enum"] == ["held", "failed", "could not run"]


def test_an_older_version_gets_no_members_that_it_does_not_know(folder):
    client = Client(folder, "2024-11-05")
    for t in client.ask("tools/list")["tools"]:
        assert set(t) == {"name", "description", "inputSchema"}
    assert set(client.call("list_findings")) == {"content", "isError"}
    client.close()


def test_ping_has_an_empty_answer(client):
    assert client.ask("ping") == {}


def test_a_notification_has_no_answer(client):
    for method in "notifications/initialized", "notifications/cancelled", "notifications/unheard_of":
        client.write({"jsonrpc": "2.0", "method": method, "params": {"requestId": 77}})
    client.write({"jsonrpc": "2.0", "id": 5, "result": {}})  # nor has an answer
    client.write("")
    assert client.ask("ping") == {}


@pytest.mark.parametrize("line, code, id_", [
    ('{"jsonrpc": "2.0", "id": 1,', -32700, None), ("[]", -32600, None), ('{"id": 3, "method": "ping"}', -32600, None),
    ('{"jsonrpc": "2.0", "id": null, "method": "ping"}', -32600, None), ('{"jsonrpc": "2.0", "id": 3}', -32600, 3),
    ('{"jsonrpc": "2.0", "id": "a", "method": "ping", "params": [1]}', -32600, "a"),
    ('{"jsonrpc": "2.0", "id": 4, "method": "prompts/list"}', -32601, 4)])
def test_what_is_no_request_of_ours_has_an_error_with_its_code(client, line, code, id_):
    client.write(line)
    answer = client.read()
    assert answer["error"]["code"] == code and answer["id"] == id_ and answer["error"]["message"].endswith(".")
    assert client.ask("ping") == {}


def test_a_mistake_of_the_server_is_an_error_and_no_end(monkeypatch):
    session = Session(io.StringIO())
    monkeypatch.setattr(session, "answer", lambda *_: 1 / 0)
    session.handle('{"jsonrpc": "2.0", "id": 8, "method": "ping"}')
    answer = json.loads(session.out.getvalue())
    assert answer["id"] == 8 and answer["error"]["code"] == -32603


@pytest.mark.parametrize("name, arguments, says", [
    ("sing", {}, "Unknown tool: sing"), (["check"], {}, "Unknown tool"), (None, {}, "Unknown tool"), ("check", {}, "needs the argument file"),
    ("check", {"file": 7}, "must be string"), ("check", {"file": "a.hip", "cases": "many"}, "must be integer"),
    ("check", {"file": "a.hip", "cases": True}, "must be integer"), ("check", {"file": "a.hip", "flags": [1]}, "array of strings"),
    ("check", {"file": "a.hip", "speed": 1}, "has no argument speed"), ("ping", {}, "Unknown tool"), ("check", [], "one object")])
def test_unknown_tools_and_wrong_arguments_are_invalid_parameters(client, name, arguments, says):
    error = client.ask("tools/call", name=name, arguments=arguments)
    assert error["code"] == -32602 and says in error["message"]


def test_check_tells_each_bug_as_text_and_as_data_and_replay_runs_it(client):
    result = client.call("check", file="declared.hip", cases=40, seed=1)
    found = result["structuredContent"]
    assert result["isError"] is False and found["verdict"] == "failed" and found["cases"] > 0
    bug = found["bugs"][0]
    assert bug["where"].startswith("declared.hip:13:") and bug["smallest_case"]["dims"] == [1] and "K4" in bug["laws"]
    assert "fails" in bug["condition"] or "when" in bug["condition"]
    assert bug["where"] in result["content"][0]["text"] and json.loads(result["content"][1]["text"]) == found

    file = bug["replay"].removeprefix("tileproof replay ")
    for finding in file, bug["replay"]:
        assert client.call("replay", finding=finding)["structuredContent"] == {"verdict": "fails"}
    assert bug["replay"] in [b["replay"] for b in client.call("list_findings")["structuredContent"]["bugs"]]
    page = client.call("read_page", page=f".tileproof/findings/{Path(file).parent.name}.html")
    text = page["content"][0]["text"]
    assert "declared.hip" in text and "Read beyond the end of input 0" in text and "color-scheme" not in text


def test_what_does_not_run_is_an_error_of_the_tool_that_says_why(client, tmp_path):
    (tmp_path / "page.html").write_text("elsewhere")
    for tool, arguments, says in [("check", {"file": "missing.hip"}, "There is no file missing.hip"),
                                  ("replay", {"finding": "missing.json"}, "missing.json"),
                                  ("explain", {"layout": "-x"}, "a layout begins with"), ("read_page", {"page": "x"}, "There is no page x"),
                                  ("read_page", {"page": str(tmp_path / "page.html")}, "There is no page")]:
        result = client.call(tool, **arguments)
        assert result["isError"] is True and says in result["content"][0]["text"]


def test_layouts_are_explained_and_documents_read(client):
    for at, offset in ("1,2", 5), ("0,1", 1):
        assert f"offset {offset}" in client.call("explain", layout="packed [2,3]", at=at)["content"][0]["text"]
    assert "kernel-tests" in client.call("read_page")["content"][0]["text"].split("\n")
    assert client.call("read_page", page="kernel-tests")["content"][0]["text"].startswith("# Declaring kernel tests")


LONG = {"name": "check", "arguments": {"file": "declared.hip", "flags": ["-DRIGHT"], "budget": "300s"}}


def waits_for_commands(client, number):
    """Until the server runs so many."""
    children = Path(f"/proc/{client.process.pid}/task")
    for _ in range(300):
        if len("".join(f.read_text() for f in children.glob("*/children")).split()) == number:
            return True
        time.sleep(0.1)


def test_a_long_check_delays_nobody_and_ends_when_it_is_cancelled(client):
    number = client.send("tools/call", **LONG)
    assert waits_for_commands(client, 1)
    assert client.ask("ping") == {}
    client.write({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": number}})
    assert waits_for_commands(client, 0)
    assert "kernel-tests" in client.call("read_page")["content"][0]["text"]
    assert number not in [m["id"] for m in client.received] and client.lines.empty()


def test_the_end_of_the_input_ends_a_long_check(folder, kernel):
    client = Client(folder)
    client.send("tools/call", **LONG)
    assert waits_for_commands(client, 1)
    assert client.close() == 0


@pytest.mark.parametrize("version", ["2025-06-18", "2024-11-05"])
def test_messages_are_what_the_published_schema_says(folder, kernel, version):
    schemas = os.environ.get("TILEPROOF_MCP_SCHEMAS")
    if not schemas:
        pytest.skip("TILEPROOF_MCP_SCHEMAS does not name schema/ of github.com/modelcontextprotocol/modelcontextprotocol.")
    jsonschema = pytest.importorskip("jsonschema", reason="There is no python3-jsonschema.")
    definitions = json.loads((Path(schemas) / version / "schema.json").read_text())

    def conforms(message, name):
        jsonschema.validate(message, {**definitions, "$ref": f"#/definitions/{name}"})
    client = Client(folder, version)
    client.ask("ping"), client.ask("unheard_of")
    conforms(client.hello, "InitializeResult")
    listed = client.ask("tools/list")
    conforms(listed, "ListToolsResult")
    for tool, arguments in ("check", {"file": "missing.hip"}), ("check", {"file": "declared.hip", "cases": 9}), ("list_findings", {}), ("explain", {"layout": "packed [2]"}):
        result = client.call(tool, **arguments)
        conforms(result, "CallToolResult")
        schema = {t["name"]: t for t in listed["tools"]}[tool].get("outputSchema")
        if schema and "structuredContent" in result:
            jsonschema.validate(result["structuredContent"], schema)
    for message in client.received:
        conforms(message, "JSONRPCMessage")
    client.close()
