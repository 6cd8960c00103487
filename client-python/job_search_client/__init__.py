"""A typed client of a job-search service. It needs nothing but the standard library."""

from .client import Client, Event, ResponseDetails, SearchRequest, to_dataframe
from .deliveries import DeliveryError, read_delivery
from .errors import ClientError, ProblemError

__all__ = [
    "Client",
    "ClientError",
    "DeliveryError",
    "Event",
    "ProblemError",
    "ResponseDetails",
    "SearchRequest",
    "read_delivery",
    "to_dataframe",
]
