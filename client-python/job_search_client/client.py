"""The calls of the service."""

from __future__ import annotations

import urllib.parse
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Literal, Mapping, TypedDict

from .errors import ClientError, ProblemError
from .sending import Response, Sending, parse_json, send


class SearchRequest(TypedDict, total=False):
    """The fields of a search; all are strings and optional."""

    keyword: str
    location: str
    dateSincePosted: str
    salary: str
    jobType: str
    remoteFilter: str
    experienceLevel: str
    sortBy: str
    limit: str
    page: str


#: A JSON object as the service sends it; docs/api.md describes its members.
Json = dict[str, Any]


@dataclass(frozen=True)
class ResponseDetails:
    """What the headers of an answer say beside its body."""

    status: int
    #: Identifies the request in the operator's logs.
    request_id: str | None
    #: RFC 9211, for instance ``job-search; hit; ttl=505``.
    cache_status: str | None
    #: What is left of the quota and when it resets, for instance ``"free";r=99;t=900``.
    rate_limit: str | None


@dataclass(frozen=True)
class Event:
    """An event of a streamed search: ``search``, ``source``, ``progress``, ``jobs`` or ``result``, with its data."""

    event: str
    data: Json


class Client:
    """A client of one service.

    ``url`` is its address (``http://127.0.0.1:3000``), ``key`` an API key; without one you are on the free plan.
    Temporary failures (429, 502, 503, 504, a broken connection) are retried up to ``retries`` times, never after a wait
    of more than ``longest_wait_seconds``. Every other failure is a ``ClientError``.
    """

    def __init__(
        self,
        url: str = "http://127.0.0.1:3000",
        key: str | None = None,
        *,
        retries: int = 3,
        longest_wait_seconds: float = 60,
        timeout_seconds: float = 90,
        on_response: Callable[[ResponseDetails], None] | None = None,
    ) -> None:
        self._sending = Sending(url, key, retries, longest_wait_seconds, timeout_seconds)
        self._on_response = on_response

    def search(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None, fresh: bool = False
    ) -> Json:
        """One page of a search. ``fresh``: with a key, collect anew instead of answering from the cache."""
        with self._ask(query, wait_seconds=wait_seconds, fresh=fresh) as response:
            return response.json()

    def start(self, query: SearchRequest | None = None, *, wait_seconds: int | None = None) -> Json:
        """The page if one is held; otherwise ``status: "collecting"`` and ``retryAfterSeconds``, without waiting."""
        with self._ask(query, wait_seconds=wait_seconds, is_async=True) as response:
            return response.json()

    def pages(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None, fresh: bool = False
    ) -> Iterator[Json]:
        """The pages of a search from the requested one on; each counts as a search."""
        following: SearchRequest | None = query or {}
        while following is not None:
            answer = self.search(following, wait_seconds=wait_seconds, fresh=fresh)
            yield answer
            following = answer["next"]

    def jobs(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None, fresh: bool = False
    ) -> Iterator[Json]:
        """The jobs of a search, none twice, page after page as you go on; pages of 100 unless ``limit`` says otherwise."""
        seen: set[str] = set()
        first: SearchRequest = {"limit": "100", **(query or {})}
        for answer in self.pages(first, wait_seconds=wait_seconds, fresh=fresh):
            for job in answer["jobs"]:
                # A search that is refreshed between two pages may move a job to the second.
                if job["id"] not in seen:
                    seen.add(job["id"])
                    yield job

    def live(self, query: SearchRequest | None = None, *, wait_seconds: int | None = None) -> Iterator[Event]:
        """A streamed search; the last event is ``result``. A stream that ends without it raises."""
        with self._ask(query, wait_seconds=wait_seconds, accept="text/event-stream") as response:
            for name, data in _events(response.lines()):
                if name == "problem":
                    problem = parse_json(data)
                    raise ProblemError(problem, response.headers.get("X-Request-Id"), None)
                if name in ("search", "source", "progress", "jobs", "result"):
                    yield Event(name, parse_json(data))
                if name == "result":
                    return
        raise ClientError("incomplete", "The stream ended before the result of the search.")

    def facets(self, query: SearchRequest | None = None) -> Json:
        """How many jobs each value of each field would find; counts as a search."""
        with self._ask(query, path="/api/jobs/facets") as response:
            return response.json()

    def export(self, query: SearchRequest | None = None, *, cursor: str | None = None) -> Iterator[Json]:
        """With a key: every job of a search, line by line; ``change`` says what each line is.

        ``added`` and ``changed`` replace the job of that ``id``, ``closed`` removes it; ``cursor`` and the last line,
        ``end``, have the ``cursor`` to go on from, after an interruption or later, for what changed since. A stream
        that ends before ``end`` raises.
        """
        if cursor is not None and query:
            raise ValueError("send a query to begin an export, or a cursor to go on with one")
        fields: Mapping[str, Any] = query or {} if cursor is None else {"cursor": cursor}
        with self._ask(fields, path="/api/jobs/export", accept="application/x-ndjson") as response:
            for line in response.lines():
                change = parse_json(line)
                yield change
                if change["change"] == "end":
                    return
        raise ClientError("incomplete", "The export ended before its last line; go on from the last cursor.")

    def feed_url(
        self, query: SearchRequest | None = None, format: Literal["atom", "json", "csv"] = "atom"
    ) -> str:
        """The address of a search for feed readers and spreadsheets. It does not contain the key."""
        fields = [(name, value) for name, value in (query or {}).items() if value != ""]
        parameters = urllib.parse.urlencode([*fields, ("format", format)])
        return f"{self._sending.url.rstrip('/')}/api/jobs/feed?{parameters}"

    def job(self, id: str) -> Json:
        """One stored job with its full description."""
        return self._get(f"/api/jobs/{urllib.parse.quote(id, safe='')}")

    def geo_stats(
        self,
        *,
        hours: int | None = None,
        days: int | None = None,
        country: str | None = None,
        level: Literal["city", "region", "country"] | None = None,
        top: int | None = None,
    ) -> Json:
        """Searches and jobs by place."""
        asked = {"hours": hours, "days": days, "country": country, "level": level, "top": top}
        given = {name: value for name, value in asked.items() if value is not None}
        return self._get(f"/api/geo-stats?{urllib.parse.urlencode(given)}" if given else "/api/geo-stats")

    def me(self) -> Json:
        """The caller's plan, and what is left of its quota; not counted."""
        return self._get("/api/me")

    def info(self) -> Json:
        """Health, and the API described; a service that fails says so in ``status``."""
        return self._get("/api", also=frozenset({503}))

    def _get(self, path: str, also: frozenset[int] = frozenset()) -> Json:
        response = send(self._sending, "GET", path, also=also)
        self._note(response)
        with response:
            return response.json()

    def _ask(
        self,
        query: Mapping[str, Any] | None,
        *,
        path: str = "/api/jobs/search",
        accept: str = "application/json",
        wait_seconds: int | None = None,
        fresh: bool = False,
        is_async: bool = False,
    ) -> Response:
        preferences = ["respond-async"] if is_async else []
        if wait_seconds is not None:
            preferences.append(f"wait={wait_seconds}")
        headers = {"Accept": accept}
        if preferences:
            headers["Prefer"] = ", ".join(preferences)
        if fresh:
            headers["Cache-Control"] = "no-cache"
        response = send(self._sending, "POST", path, headers=headers, body=dict(query or {}))
        self._note(response)
        return response

    def _note(self, response: Response) -> None:
        if self._on_response is not None:
            headers = response.headers
            self._on_response(
                ResponseDetails(
                    response.status,
                    headers.get("X-Request-Id"),
                    headers.get("Cache-Status"),
                    headers.get("RateLimit"),
                )
            )


def _events(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The events of a stream (WHATWG HTML, 9.2.6) with their names and data."""
    name, data = "message", []
    for line in lines:
        text = line.rstrip("\r\n")
        if text == "":
            if data:
                yield name, "\n".join(data)
            name, data = "message", []
            continue
        field, _, value = text.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            name = value
        elif field == "data":
            data.append(value)


def to_dataframe(jobs: Iterable[Json]) -> Any:
    """The jobs as a pandas DataFrame, a row each, nested members as ``company.name``. Needs pandas."""
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_dataframe needs pandas: pip install pandas") from error
    return pandas.json_normalize(list(jobs))
