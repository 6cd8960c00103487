"""A typed client of a job-search service. It needs nothing but the standard library."""

from .async_client import AsyncClient
from .bodies import Job, SearchAnswer, SearchRequest, WholeJob
from .client import Client, Event, ResponseDetails, to_dataframe
from .deliveries import DeliveryError, read_delivery
from .errors import ClientError, ProblemError

__all__ = [
    "AsyncClient",
    "Client",
    "ClientError",
    "DeliveryError",
    "Event",
    "Job",
    "ProblemError",
    "ResponseDetails",
    "SearchAnswer",
    "SearchRequest",
    "WholeJob",
    "read_delivery",
    "to_dataframe",
]
