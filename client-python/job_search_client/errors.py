"""The errors of the client."""

from __future__ import annotations

from typing import Any, Literal

FailureKind = Literal["problem", "network", "timeout", "redirect", "body", "incomplete"]


class ClientError(Exception):
    """Every failure of a call except mistakes in the arguments, which are ``TypeError`` or ``ValueError``.

    ``kind`` says why: the service refused it (``problem``, always a ``ProblemError``), it could not be reached
    (``network``), an attempt took longer than ``timeout_seconds`` (``timeout``), the answer redirects elsewhere
    (``redirect``), its body is not what the service sends (``body``), or a stream ended before its result
    (``incomplete``).
    """

    def __init__(self, kind: FailureKind, message: str) -> None:
        super().__init__(message)
        self.kind: FailureKind = kind


class ProblemError(ClientError):
    """An error answer (RFC 9457). Branch on ``code``; ``problem`` has what belongs to it, such as ``errors``."""

    def __init__(self, problem: dict[str, Any], request_id: str | None, retry_after_seconds: float | None) -> None:
        super().__init__("problem", f"{problem.get('title', '')} {problem.get('detail', '')}".strip())
        self.problem = problem
        self.status: int = problem["status"]
        self.code: str = problem.get("code", "other")
        #: Identifies the request in the operator's logs.
        self.request_id = request_id
        #: Seconds after which the same request makes sense again; ``None`` when waiting does not help.
        self.retry_after_seconds = retry_after_seconds
