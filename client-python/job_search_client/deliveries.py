"""Verifies the deliveries of a watch."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Mapping

#: A signature of another time is refused: the tolerance of the Standard Webhooks specification.
TOLERANCE_SECONDS = 300

#: Signatures of a delivery that are tried: while secrets change there are two.
MAX_SIGNATURES = 10


class DeliveryError(Exception):
    """A delivery that did not come from the service, was changed on its way, or is too old."""


def read_delivery(secret: str, headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    """Verifies a delivery (Standard Webhooks, HMAC-SHA256) and returns its content: ``data`` has ``watch`` and ``jobs``.

    ``type`` is ``jobs.found``, or ``watch.test`` for a test that was asked for, which has no jobs.

    ``body`` is what was received, before anything parses it; ``headers`` may have their names in any case. Raises a
    ``DeliveryError`` unless the secret of the watch signed it within the last five minutes.
    """
    given = {name.lower(): value for name, value in headers.items()}
    id, timestamp, signatures = (given.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature"))
    if not (id and timestamp and signatures):
        raise DeliveryError("A webhook header is missing.")
    is_number = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= 12
    if not is_number or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        raise DeliveryError("The delivery is too old, or the clocks differ.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{id}.{timestamp}.".encode() + body
    wanted = hmac.new(key, signed, hashlib.sha256).digest()
    for each in signatures.split(" ")[:MAX_SIGNATURES]:
        version, _, value = each.partition(",")
        if version == "v1" and hmac.compare_digest(_bytes_of(value), wanted):
            delivery: dict[str, Any] = json.loads(body)
            return delivery
    raise DeliveryError("The signature was not made with this secret.")


def _bytes_of(value: str) -> bytes:
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        return b""
