"""The client against a server that answers as scripted."""

import json
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable

from job_search_client import Client, ClientError, ProblemError, ResponseDetails

PROBLEM = "application/problem+json"

#: A status (0 = the connection is closed, -1 = late), headers and a body.
Answer = tuple[int, dict[str, str], str]


class Server(ThreadingHTTPServer):
    """A server with the answers to come and the requests it had: path, headers and body."""

    def __init__(self) -> None:
        self.script: list[Answer] = []
        self.asked: list[tuple[str, dict[str, str], bytes]] = []
        super().__init__(("127.0.0.1", 0), Handler)


class Handler(BaseHTTPRequestHandler):
    """Answers with the next entry of the server's script, and remembers what was asked."""

    server: Server

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        self.server.asked.append((self.path, dict(self.headers), self.rfile.read(length)))
        status, headers, body = self.server.script.pop(0) if self.server.script else (200, {}, "{}")
        if status == 0:
            self.close_connection = True
            return
        if status == -1:
            time.sleep(0.5)
            return
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "X-Request-Id": "demo-0001", **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    do_GET = do_POST

    def log_message(self, *_: object) -> None:
        """Tests print nothing."""


class FailuresTest(unittest.TestCase):
    def setUp(self) -> None:
        self.server = Server()
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"

    def tearDown(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def client(self, **settings: Any) -> Client:
        return Client(self.url, **{"retries": 0, "timeout_seconds": 0.2, **settings})

    def kind_of(self, answer: Answer, call: Callable[[Client], object] = Client.search) -> str:
        self.server.script = [answer]
        with self.assertRaises(ClientError) as caught:
            call(self.client())
        return caught.exception.kind

    def test_says_that_a_search_has_more_jobs_than_its_pages(self) -> None:
        answer = {"jobs": [{"id": "job_1"}], "next": None, "page": {"total": 1200}}
        self.server.script = [(200, {}, json.dumps(answer))]
        with self.assertWarnsRegex(UserWarning, "1200 jobs"):
            self.assertEqual([job["id"] for job in self.client().jobs()], ["job_1"])

    def test_every_failure_has_a_kind(self) -> None:
        self.assertEqual(self.kind_of((400, {"Content-Type": PROBLEM}, "{}")), "problem")
        self.assertEqual(self.kind_of((502, {"Content-Type": PROBLEM}, "{cut")), "problem")
        self.assertEqual(self.kind_of((0, {}, "")), "network")
        self.assertEqual(self.kind_of((-1, {}, "")), "timeout")
        self.assertEqual(self.kind_of((301, {"Location": "http://127.0.0.1:1/"}, "")), "redirect")
        self.assertEqual(self.kind_of((200, {}, "{cut")), "body")
        self.assertEqual(self.kind_of((200, {}, "event: search\ndata: {}\n\n"), lambda c: list(c.live())), "incomplete")
        begun: Answer = (200, {}, '{"change": "begin"}\n')
        self.assertEqual(self.kind_of(begun, lambda c: list(c.export())), "incomplete")

    def test_a_problem_tells_what_to_do(self) -> None:
        problem = {"title": "Used up.", "detail": "Wait.", "code": "rate-limited", "status": 429}
        self.server.script = [(429, {"Content-Type": PROBLEM, "Retry-After": "412"}, json.dumps(problem))]
        with self.assertRaises(ProblemError) as caught:
            self.client(retries=3).search()
        error = caught.exception
        self.assertEqual((error.code, error.status, error.retry_after_seconds), ("rate-limited", 429, 412))
        self.assertEqual((error.request_id, str(error)), ("demo-0001", "Used up. Wait."))
        self.assertEqual(len(self.server.asked), 1)

    def test_temporary_failures_are_retried_with_a_pause(self) -> None:
        busy = (503, {"Content-Type": PROBLEM, "Retry-After": "0"}, "{}")
        self.server.script = [busy, busy, (200, {}, '{"jobs": []}')]
        began = time.monotonic()
        self.assertEqual(self.client(retries=3).search(), {"jobs": []})
        self.assertGreaterEqual(time.monotonic() - began, 0.74)

    def test_mistakes_in_the_arguments_send_nothing(self) -> None:
        with self.assertRaises(ValueError):
            Client("no address")
        with self.assertRaises(ValueError):
            Client(self.url, "a\nb")
        with self.assertRaises(ValueError):
            list(self.client().export({"keyword": "nurse"}, cursor="a"))
        self.assertEqual(self.server.asked, [])
        self.assertNotIn("secret", repr(Client(self.url, "secret")._sending))

    def test_a_watch_is_made_once_though_its_request_is_sent_again(self) -> None:
        again = (409, {"Content-Type": PROBLEM, "Retry-After": "0"}, "{}")
        self.server.script = [(0, {}, ""), again, (201, {}, '{"id": "a"}')]
        self.assertEqual(self.client(retries=3).create_watch({}, "https://example.com/hook"), {"id": "a"})
        keys = [headers["Idempotency-Key"] for _, headers, _ in self.server.asked]
        self.assertEqual((len(keys), len(set(keys))), (3, 1))

    def test_an_export_is_continued_behind_its_last_cursor(self) -> None:
        first = [{"change": "begin", "cursor": "a"}, {"change": "added", "id": "1"}, {"change": "cursor", "cursor": "b"}]
        rest = [{"change": "begin", "cursor": "b"}, {"change": "end", "cursor": None}]
        self.server.script = [(200, {}, "".join(f"{json.dumps(line)}\n" for line in lines)) for lines in (first, rest)]
        lines = list(self.client(retries=1).export({"keyword": "x"}))
        self.assertEqual(lines, first + rest)
        self.assertEqual([json.loads(body) for _, _, body in self.server.asked], [{"keyword": "x"}, {"cursor": "b"}])

    def test_an_export_goes_on_with_descriptions(self) -> None:
        first = [{"change": "begin", "cursor": "a"}]
        rest = [{"change": "begin", "cursor": "a"}, {"change": "end", "cursor": None}]
        self.server.script = [(200, {}, "".join(f"{json.dumps(line)}\n" for line in lines)) for lines in (first, rest)]
        list(self.client(retries=1).export({"keyword": "x", "descriptions": "text"}))
        self.assertEqual(json.loads(self.server.asked[-1][2]), {"cursor": "a", "descriptions": "text"})
        self.server.script = [(200, {}, json.dumps(rest[-1]))]
        list(self.client().export({"descriptions": "markdown"}, cursor="e"))
        self.assertEqual(json.loads(self.server.asked[-1][2]), {"cursor": "e", "descriptions": "markdown"})

    def test_headers(self) -> None:
        seen: list[ResponseDetails] = []
        self.server.script = [(200, {"Cache-Status": "job-search; hit"}, "{}"), (202, {}, "{}")]
        client = self.client(key="jsk_a", on_response=seen.append)
        client.search({"keyword": "nurse"}, fresh=True)
        client.start(wait_seconds=2)
        self.assertEqual((seen[0].cache_status, seen[0].request_id, seen[1].status), ("job-search; hit", "demo-0001", 202))
        first, second = (headers for _, headers, _ in self.server.asked)
        self.assertEqual((first["Cache-Control"], first["Authorization"]), ("no-cache", "Bearer jsk_a"))
        self.assertEqual(second["Prefer"], "respond-async, wait=2")
        self.assertEqual(json.loads(self.server.asked[0][2]), {"keyword": "nurse"})


if __name__ == "__main__":
    unittest.main()
