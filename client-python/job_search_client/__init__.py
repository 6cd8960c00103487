"""A typed client of a job-search service. It needs nothing but the standard library."""

from .client import Client, ResponseDetails, to_dataframe
from .errors import ClientError, ProblemError

__all__ = ["Client", "ClientError", "ProblemError", "ResponseDetails", "to_dataframe"]
