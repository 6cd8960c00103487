"""The same calls for programs that use ``asyncio``."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Callable, Iterable, Iterator, TypeVar

from .bodies import (
    Accepted,
    CompanyAnswer,
    ExportLine,
    FacetsAnswer,
    GeoStats,
    Info,
    Job,
    LookupAnswer,
    Me,
    SearchAnswer,
    SearchRequest,
    SimilarAnswer,
    SuggestAnswer,
    WholeJob,
)
from .client import Client, Event, FeedFormat

Item = TypeVar("Item")

#: What stands for the end of an iterator: ``StopIteration`` cannot leave a thread.
_END: Any = object()


class AsyncClient:
    """A client whose calls are awaited, with the arguments of ``Client``.

    Each call runs in a thread of the event loop's executor, so that the loop goes on meanwhile; several run side by side.
    A call that is cancelled is given up, and its request ends by itself. Watches and hidden jobs are managed by ``Client``,
    which ``sync`` is.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        self.sync = Client(*arguments, **settings)

    async def search(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None, fresh: bool = False
    ) -> SearchAnswer:
        return await asyncio.to_thread(self.sync.search, query, wait_seconds=wait_seconds, fresh=fresh)

    async def start(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None
    ) -> SearchAnswer | Accepted:
        return await asyncio.to_thread(self.sync.start, query, wait_seconds=wait_seconds)

    def pages(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None, fresh: bool = False
    ) -> AsyncIterator[SearchAnswer]:
        return _stepped(lambda: self.sync.pages(query, wait_seconds=wait_seconds, fresh=fresh))

    def jobs(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None, fresh: bool = False
    ) -> AsyncIterator[Job]:
        return _stepped(lambda: self.sync.jobs(query, wait_seconds=wait_seconds, fresh=fresh))

    def live(
        self, query: SearchRequest | None = None, *, wait_seconds: int | None = None
    ) -> AsyncIterator[Event]:
        return _stepped(lambda: self.sync.live(query, wait_seconds=wait_seconds))

    def export(self, query: SearchRequest | None = None, *, cursor: str | None = None) -> AsyncIterator[ExportLine]:
        return _stepped(lambda: self.sync.export(query, cursor=cursor))

    async def facets(self, query: SearchRequest | None = None) -> FacetsAnswer:
        return await asyncio.to_thread(self.sync.facets, query)

    async def feed(
        self, query: SearchRequest | None = None, format: FeedFormat = "atom", *, wait_seconds: int | None = None
    ) -> str:
        return await asyncio.to_thread(self.sync.feed, query, format, wait_seconds=wait_seconds)

    async def lookup(self, *, urls: Iterable[str] = (), ids: Iterable[str] = ()) -> LookupAnswer:
        return await asyncio.to_thread(self.sync.lookup, urls=urls, ids=ids)

    async def suggest(self, text: str) -> SuggestAnswer:
        return await asyncio.to_thread(self.sync.suggest, text)

    async def similar(self, id: str) -> SimilarAnswer:
        return await asyncio.to_thread(self.sync.similar, id)

    async def company(self, name: str) -> CompanyAnswer:
        return await asyncio.to_thread(self.sync.company, name)

    async def job(self, id: str) -> WholeJob:
        return await asyncio.to_thread(self.sync.job, id)

    async def geo_stats(self, **asked: Any) -> GeoStats:
        return await asyncio.to_thread(self.sync.geo_stats, **asked)

    async def me(self) -> Me:
        return await asyncio.to_thread(self.sync.me)

    async def info(self) -> Info:
        return await asyncio.to_thread(self.sync.info)


async def _stepped(begin: Callable[[], Iterator[Item]]) -> AsyncIterator[Item]:
    """The items of an iterator, each taken in a thread; leaving the loop closes the iterator and its connection."""
    items = begin()
    try:
        while (item := await asyncio.to_thread(next, items, _END)) is not _END:
            yield item
    finally:
        close = getattr(items, "close", None)
        # While a cancelled step runs in its thread, the iterator cannot be closed; it ends with that step.
        if close is not None:
            try:
                close()
            except ValueError:
                pass
