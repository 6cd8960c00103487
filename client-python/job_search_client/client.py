"""The calls of the service."""

from __future__ import annotations

import time
import urllib.parse
import uuid
import warnings
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Literal, Mapping, cast

from .bodies import (
    Accepted,
    CompanyAnswer,
    CreatedWatch,
    ExportLine,
    FacetsAnswer,
    GeoStats,
    HiddenJobs,
    HiddenJobsJobsItem,
    Info,
    Job,
    LookupAnswer,
    Me,
    SearchAnswer,
    SearchRequest,
    SimilarAnswer,
    SuggestAnswer,
    Watch,
    WatchDelivery,
    WatchDeliveryList,
    WatchList,
    WatchTest,
    WholeJob,
)
from .errors import ClientError, ProblemError
from .sending import Body, Response, Sending, parse_json, send


#: A JSON object whose members are not known here.
Json = dict[str, Any]

#: As many jobs of a search the pages have.
MOST_JOBS = 1000

#: The formats of a feed.
FeedFormat = Literal["atom", "json", "csv"]


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
    ) -> SearchAnswer:
        """One page of a search. ``fresh``: with a key, collect anew instead of answering from the cache."""
        with self._ask(query, wait_seconds=wait_seconds, fresh=fresh) as response:
            return response.json(SearchAnswer)

    def start(self, query: SearchRequest | None = None, *, wait_seconds: int | None = None) -> SearchAnswer | Accepted:
        """The page if one is stored; otherwise ``status: "collecting"`` and ``retryAfterSeconds``, without waiting."""
        with self._ask(query, wait_seconds=wait_seconds, is_async=True) as response:
            answer: SearchAnswer | Accepted = parse_json(response.read())
            return answer

    def pages(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None, fresh: bool = False
    ) -> Iterator[SearchAnswer]:
        """The pages of a search from the requested one on; each counts as a search."""
        following: SearchRequest | None = query or {}
        while following is not None:
            answer = self.search(following, wait_seconds=wait_seconds, fresh=fresh)
            yield answer
            following = cast("SearchRequest | None", answer["next"])

    def jobs(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None, fresh: bool = False
    ) -> Iterator[Job]:
        """The jobs of a search, none twice, page after page as you go on; pages of 100 unless ``limit`` says otherwise.

        A search has 1,000 jobs at most: of one that finds more, the first 1,000 come and a ``UserWarning`` says so;
        ``export`` has them all.
        """
        seen: set[str] = set()
        first = cast(SearchRequest, {"limit": "100", **(query or {})})
        total = 0
        for answer in self.pages(first, wait_seconds=wait_seconds, fresh=fresh):
            total = answer["page"]["total"]
            for job in answer["jobs"]:
                # A search that is refreshed between two pages may move a job to the second.
                if job["id"] not in seen:
                    seen.add(job["id"])
                    yield job
        if total > MOST_JOBS:
            text = f"The search finds {total} jobs, of which pages have the first {MOST_JOBS}; export() has all."
            warnings.warn(text, stacklevel=2)

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

    def facets(self, query: SearchRequest | None = None) -> FacetsAnswer:
        """How many jobs each value of each field would find; counts as a search."""
        with self._ask(query, path="/api/jobs/facets") as response:
            return response.json(FacetsAnswer)

    def export(self, query: SearchRequest | None = None, *, cursor: str | None = None) -> Iterator[ExportLine]:
        """With a key: every job of a search, line by line; ``change`` says what each line is.

        ``added`` and ``changed`` replace the job of that ``id``, ``closed`` removes it; ``cursor`` and the last line,
        ``end``, have the ``cursor`` to go on from later, for what changed since. A connection that breaks is continued:
        the lines after the last cursor come again after another ``begin``. Raises after ``retries`` failures without a
        cursor between them. ``descriptions`` may stand in the query of a cursor, too, and only that.
        """
        if cursor is not None and set(query or {}) - {"descriptions"}:
            raise ValueError("send a query to begin an export, or a cursor to go on with one")
        return self._export({**(query or {}), **({} if cursor is None else {"cursor": cursor})})

    def _export(self, fields: Mapping[str, Any]) -> Iterator[ExportLine]:
        failures = 0
        form = {name: value for name, value in fields.items() if name == "descriptions"}
        while True:
            try:
                for line in self._export_once(fields):
                    # Not every kind of line has a cursor.
                    following = cast(Json, line).get("cursor")
                    if following is not None:
                        fields = {**form, "cursor": following}
                    if line["change"] == "cursor":
                        failures = 0
                    yield line
                return
            except ClientError as error:
                if error.kind not in ("network", "timeout", "incomplete") or failures >= self._sending.retries:
                    raise
            time.sleep(2.0**failures)
            failures += 1

    def _export_once(self, fields: Mapping[str, Any]) -> Iterator[ExportLine]:
        with self._ask(fields, path="/api/jobs/export", accept="application/x-ndjson") as response:
            for line in response.lines():
                change = parse_json(line)
                yield change
                if change["change"] == "end":
                    return
        raise ClientError("incomplete", "The export ended before its last line; go on from the last cursor.")

    def feed_url(self, query: SearchRequest | None = None, format: FeedFormat = "atom") -> str:
        """The address of a search for feed readers and spreadsheets. It does not contain the key."""
        return f"{self._sending.url.rstrip('/')}{_feed_path(query, format)}"

    def feed(
        self, query: SearchRequest | None = None, format: FeedFormat = "atom", *, wait_seconds: int | None = None
    ) -> str:
        """A search as the text of a feed or table, sent with the key; counts as a search."""
        headers = {} if wait_seconds is None else {"Prefer": f"wait={wait_seconds}"}
        with self._open("GET", _feed_path(query, format), headers=headers) as response:
            return response.read().decode("utf-8-sig")

    def lookup(self, *, urls: Iterable[str] = (), ids: Iterable[str] = ()) -> LookupAnswer:
        """Whether postings are ``open``, ``closed`` (at ``closedAt``) or ``unknown``; 100 together; counts as a search."""
        asked = {"urls": list(urls), "ids": list(ids)}
        return self._json(LookupAnswer, "POST", "/api/jobs/lookup", body=asked)

    def suggest(self, text: str) -> SuggestAnswer:
        """Titles, skills, companies and places of stored postings that complete a text; not counted."""
        return self._json(SuggestAnswer, "GET", f"/api/suggest?{urllib.parse.urlencode({'q': text})}")

    def create_watch(
        self,
        search: SearchRequest,
        url: str,
        *,
        rhythm: str | None = None,
        quiet_hours: str | None = None,
        time_zone: str | None = None,
    ) -> CreatedWatch:
        """With a key: has the new openings of a search sent to an address.

        The answer has the ``secret`` that signs the deliveries, this once; ``read_delivery`` verifies them with it. It is
        made once, though the request may be sent again when a connection breaks.
        """
        times = _times(rhythm, quiet_hours, time_zone)
        body = {"search": dict(search), "url": url, **times}
        return self._json(CreatedWatch, "POST", "/api/watches", body=body, headers=_once())

    def watches(self) -> list[Watch]:
        """The watches of the key, oldest first."""
        return self._json(WatchList, "GET", "/api/watches")["watches"]

    def watch(self, id: str) -> Watch:
        """One watch: its state, and why it is failing or paused."""
        return self._json(Watch, "GET", _watch_path(id))

    def pause_watch(self, id: str) -> Watch:
        """Openings that appear while a watch is paused are not sent."""
        return self._json(Watch, "POST", f"{_watch_path(id)}/pause")

    def resume_watch(self, id: str) -> Watch:
        """What was not delivered before the pause is sent."""
        return self._json(Watch, "POST", f"{_watch_path(id)}/resume")

    def test_watch(self, id: str) -> WatchTest:
        """Sends a test delivery, once, and says what became of it: ``accepted``, and ``reason`` when it was not."""
        return self._json(WatchTest, "POST", f"{_watch_path(id)}/test", headers=_once())

    def change_watch(
        self,
        id: str,
        *,
        search: SearchRequest | None = None,
        url: str | None = None,
        rhythm: str | None = None,
        quiet_hours: str | None = None,
        time_zone: str | None = None,
    ) -> Watch:
        """Replaces what is given of a watch."""
        body: dict[str, Any] = _times(rhythm, quiet_hours, time_zone)
        if search is not None:
            body["search"] = dict(search)
        if url is not None:
            body["url"] = url
        return self._json(Watch, "PATCH", _watch_path(id), body=body)

    def rotate_watch_secret(self, id: str) -> CreatedWatch:
        """Gives a watch a new ``secret``, shown this once; the old one signs as well for 24 hours."""
        return self._json(CreatedWatch, "POST", f"{_watch_path(id)}/rotate", headers=_once())

    def watch_deliveries(self, id: str) -> list[WatchDelivery]:
        """The last 50 attempts to send a delivery of a watch, the latest first."""
        return self._json(WatchDeliveryList, "GET", f"{_watch_path(id)}/deliveries")["deliveries"]

    def redeliver(self, id: str, n: int) -> WatchTest:
        """Sends the delivery of an attempt again, by its number ``n``, and says what became of it."""
        return self._json(WatchTest, "POST", f"{_watch_path(id)}/deliveries/{n}/redeliver", headers=_once())

    def delete_watch(self, id: str) -> None:
        """Ends a watch."""
        self._open("DELETE", _watch_path(id)).close()

    def hide_job(self, id: str) -> None:
        """With a key: searches with it leave a job out; not counted."""
        self._open("PUT", f"/api/jobs/{urllib.parse.quote(id, safe='')}/hidden").close()

    def unhide_job(self, id: str) -> None:
        """With a key: shows a hidden job again; not counted."""
        self._open("DELETE", f"/api/jobs/{urllib.parse.quote(id, safe='')}/hidden").close()

    def hidden_jobs(self) -> list[HiddenJobsJobsItem]:
        """With a key: the ids of what it has hidden, with ``hiddenAt``, the last first; not counted."""
        return self._json(HiddenJobs, "GET", "/api/me/hidden")["jobs"]

    def similar(self, id: str) -> SimilarAnswer:
        """Openings of other companies that are like a job; counts as a search."""
        return self._json(SimilarAnswer, "GET", f"/api/jobs/{urllib.parse.quote(id, safe='')}/similar")

    def company(self, name: str) -> CompanyAnswer:
        """What is stored of a company, by its name; counts as a search."""
        return self._json(CompanyAnswer, "GET", f"/api/companies/{urllib.parse.quote(name, safe='')}")

    def job(self, id: str) -> WholeJob:
        """One stored job with its full description."""
        return self._json(WholeJob, "GET", f"/api/jobs/{urllib.parse.quote(id, safe='')}")

    def geo_stats(
        self,
        *,
        hours: int | None = None,
        days: int | None = None,
        country: str | None = None,
        level: Literal["city", "region", "country"] | None = None,
        top: int | None = None,
    ) -> GeoStats:
        """Searches and jobs by place."""
        asked = {"hours": hours, "days": days, "country": country, "level": level, "top": top}
        given = {name: value for name, value in asked.items() if value is not None}
        return self._json(GeoStats, "GET", f"/api/geo-stats?{urllib.parse.urlencode(given)}" if given else "/api/geo-stats")

    def me(self) -> Me:
        """The caller's plan, and what is left of its quota; not counted."""
        return self._json(Me, "GET", "/api/me")

    def info(self) -> Info:
        """Health, and the API described; a service that fails says so in ``status``."""
        return self._json(Info, "GET", "/api", also=frozenset({503}))

    def _open(self, method: str, path: str, **sent: Any) -> Response:
        response = send(self._sending, method, path, **sent)
        self._note(response)
        return response

    def _json(self, kind: type[Body], method: str, path: str, **sent: Any) -> Body:
        with self._open(method, path, **sent) as response:
            return response.json(kind)

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
        return self._open("POST", path, headers=headers, body=dict(query or {}))

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


def _feed_path(query: SearchRequest | None, format: FeedFormat) -> str:
    fields = [(name, value) for name, value in (query or {}).items() if value != ""]
    return f"/api/jobs/feed?{urllib.parse.urlencode([*fields, ('format', format)])}"


def _times(rhythm: str | None, quiet_hours: str | None, time_zone: str | None) -> dict[str, Any]:
    members = {"rhythm": rhythm, "quietHours": quiet_hours, "timeZone": time_zone}
    return {name: value for name, value in members.items() if value is not None}


def _once() -> dict[str, str]:
    """A key by which the service carries out a request once, however often it is sent."""
    return {"Idempotency-Key": uuid.uuid4().hex}


def _watch_path(id: str) -> str:
    return f"/api/watches/{urllib.parse.quote(id, safe='')}"


def _events(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The events of a stream (WHATWG HTML, 9.2.6) with their names and data."""
    name = "message"
    data: list[str] = []
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


#: Members of a job that are moments, and those that are amounts, by their columns.
_MOMENTS = ("postedAt", "firstSeenAt", "validUntil", "seen.first", "seen.last", "seen.repostedAt")
_AMOUNTS = ("salary.min", "salary.max", "salary.yearly.min", "salary.yearly.max")
_PAY_TEXTS = ("salary.text", "salary.currency", "salary.per")


def to_dataframe(jobs: Iterable[Mapping[str, Any]]) -> Any:
    """The jobs as a pandas DataFrame, a row each, nested members as ``company.name``. Needs pandas.

    ``postedAt``, ``firstSeenAt``, ``validUntil`` and the moments of ``seen`` are ``datetime64`` in UTC, amounts of pay are ``float64``. The columns of
    dates and pay are there whatever the jobs have; what a job does not state is ``NaT`` or ``NaN``.
    """
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_dataframe needs pandas: pip install pandas") from error
    table = pandas.json_normalize([_without_null_pay(job) for job in jobs])
    wanted = (*_MOMENTS, *_AMOUNTS, *_PAY_TEXTS)
    table = table.reindex(columns=[*table.columns, *(name for name in wanted if name not in table.columns)])
    # A moment with and one without milliseconds may stand in one column.
    moments = {name: pandas.to_datetime(table[name], utc=True, format="ISO8601") for name in _MOMENTS}
    amounts = {name: table[name].astype("float64") for name in _AMOUNTS}
    texts = {name: table[name].astype("object") for name in _PAY_TEXTS if table[name].isna().all()}
    return table.assign(**moments, **amounts, **texts)


def _without_null_pay(job: Mapping[str, Any]) -> Mapping[str, Any]:
    """``"salary": null`` would be a column of its own beside ``salary.min``; so would ``"yearly": null``."""
    pay = job.get("salary")
    if pay is None:
        return {name: value for name, value in job.items() if name != "salary"}
    if "yearly" in pay and pay["yearly"] is None:
        return {**job, "salary": {name: value for name, value in pay.items() if name != "yearly"}}
    return job
