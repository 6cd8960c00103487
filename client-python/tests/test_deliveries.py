"""Verifying deliveries."""

import base64
import hashlib
import hmac
import time
import unittest

from job_search_client import DeliveryError, read_delivery

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
BODY = b'{"type": "jobs.found", "data": {"watch": "watch_1", "jobs": [{"title": "Nurse"}]}}'


def headers(secret: str = SECRET, at: float | None = None) -> dict[str, str]:
    timestamp = str(int(time.time() if at is None else at))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"msg_1.{timestamp}.".encode() + BODY, hashlib.sha256).digest()
    return {
        "Webhook-Id": "msg_1",
        "Webhook-Timestamp": timestamp,
        "Webhook-Signature": f"v1a,x v1,!! v1,{base64.b64encode(digest).decode()}",
    }


class DeliveriesTest(unittest.TestCase):
    def test_reads_what_the_secret_signed(self) -> None:
        self.assertEqual(read_delivery(SECRET, headers(), BODY)["data"]["jobs"], [{"title": "Nurse"}])

    def test_refuses_everything_else(self) -> None:
        wrong = [
            (headers("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"), BODY),
            (headers(), BODY.replace(b"Nurse", b"Chef")),
            (headers(at=time.time() - 400), BODY),
            (headers(at=time.time() + 400), BODY),
            ({**headers(), "Webhook-Timestamp": "1e9"}, BODY),
            ({**headers(), "Webhook-Signature": ""}, BODY),
            ({}, BODY),
        ]
        for given, body in wrong:
            with self.subTest(given), self.assertRaises(DeliveryError):
                read_delivery(SECRET, given, body)
