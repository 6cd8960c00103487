"""Sends requests: timeouts, retries, and the errors of the service."""

from __future__ import annotations

import email.utils
import http.client
import json
import socket
import time
import urllib.parse
from dataclasses import dataclass, field
from typing import Any, Iterator, Mapping, TypeVar, cast

from .errors import ClientError, ProblemError

#: Statuses after which a retry may succeed; 409: the same request is being carried out.
PASSING = {409, 429, 502, 503, 504}

#: The shortest wait before the first retry, in seconds; it doubles with each. ``Retry-After: 0`` waits as long.
SHORTEST_WAIT = 0.25


#: The type of a body.
Body = TypeVar("Body")


@dataclass(frozen=True)
class Sending:
    """Where and how requests are sent."""

    url: str
    key: str | None = field(default=None, repr=False)
    retries: int = 3
    longest_wait_seconds: float = 60
    timeout_seconds: float = 90

    def __post_init__(self) -> None:
        parts = urllib.parse.urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"url is {self.url!r}; write it as http://host:port")
        if self.key is not None and not (self.key.isascii() and self.key.isprintable() and " " not in self.key):
            raise ValueError("key contains a character that no key contains")


class Response:
    """An open response. Closing it closes its connection."""

    def __init__(self, connection: http.client.HTTPConnection, raw: http.client.HTTPResponse) -> None:
        self._connection = connection
        self._raw = raw
        self.status = raw.status
        self.headers = raw.headers

    def __enter__(self) -> Response:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._raw.close()
        self._connection.close()

    def read(self) -> bytes:
        try:
            return self._raw.read()
        except (OSError, http.client.HTTPException) as error:
            raise _failure(error) from error

    def lines(self) -> Iterator[str]:
        """The lines of the body as they arrive."""
        try:
            for line in self._raw:
                yield line.decode("utf-8")
        except (OSError, http.client.HTTPException) as error:
            raise _failure(error) from error

    def json(self, kind: type[Body]) -> Body:
        """The body, which is a ``kind``; members are not compared with it."""
        return cast(Body, parse_json(self.read()))


def parse_json(text: bytes | str) -> Any:
    """The value of a JSON text of the service; a ``ClientError`` when it is broken."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise ClientError("body", "The answer is not valid JSON.") from error


def send(
    sending: Sending,
    method: str,
    path: str,
    *,
    headers: Mapping[str, str] | None = None,
    body: Any = None,
    also: frozenset[int] = frozenset(),
) -> Response:
    """Sends a request and returns its open response.

    Temporary failures are retried after Retry-After, else after one, two, four … seconds; the last is raised. ``also``
    names statuses besides 2xx that are not errors.
    """
    payload = None if body is None else json.dumps(body).encode()
    for attempt in range(sending.retries + 1):
        try:
            response = _send_once(sending, method, path, headers=dict(headers or {}), payload=payload)
            if 200 <= response.status < 300 or response.status in also:
                return response
            with response:
                raise _refusal(response)
        except ClientError as error:
            wait = _seconds_before(error, attempt)
            if attempt == sending.retries or wait is None or wait > sending.longest_wait_seconds:
                raise
        time.sleep(wait)
    raise AssertionError("The loop returns or raises.")


def _send_once(
    sending: Sending, method: str, path: str, *, headers: dict[str, str], payload: bytes | None
) -> Response:
    parts = urllib.parse.urlsplit(sending.url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=sending.timeout_seconds)
    if sending.key is not None:
        headers["Authorization"] = f"Bearer {sending.key}"
    if payload is not None:
        headers["Content-Type"] = "application/json"
    try:
        connection.request(method, parts.path.rstrip("/") + path, body=payload, headers=headers)
        return Response(connection, connection.getresponse())
    except (OSError, http.client.HTTPException) as error:
        connection.close()
        raise _failure(error) from error


def _failure(error: Exception) -> ClientError:
    if isinstance(error, (TimeoutError, socket.timeout)):
        return ClientError("timeout", "The service did not answer in time.")
    return ClientError("network", f"The service could not be reached: {error or type(error).__name__}.")


def _refusal(response: Response) -> ClientError:
    if 300 <= response.status < 400:
        to = response.headers.get("Location")
        return ClientError("redirect", f"The server redirects to {to}: use that address as url.")
    text = response.read()
    problem: Any = None
    if (response.headers.get("Content-Type") or "").startswith("application/problem+json"):
        try:
            problem = json.loads(text)
        except ValueError:
            problem = None
    if not isinstance(problem, dict):
        detail = text[:200].decode("utf-8", "replace")
        problem = {"type": "about:blank", "title": f"The server answered {response.status}.", "code": "other"}
        problem["detail"] = detail
    problem["status"] = response.status
    return ProblemError(
        problem, response.headers.get("X-Request-Id"), _seconds_in(response.headers.get("Retry-After"))
    )


def _seconds_in(header: str | None) -> float | None:
    """Retry-After in seconds; it may also be a date (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    if header.isdigit():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _seconds_before(error: ClientError, attempt: int) -> float | None:
    """How long to wait before sending again; ``None`` when that would not help."""
    if error.kind in ("redirect", "body"):
        return None
    if not isinstance(error, ProblemError):
        return 2.0**attempt
    if error.status not in PASSING:
        return None
    asked = error.retry_after_seconds
    return 2.0**attempt if asked is None else max(asked, SHORTEST_WAIT * 2**attempt)
