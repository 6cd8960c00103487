"""Jobs as a table: needs pandas, and is left out without it."""

import unittest
from typing import Any

from job_search_client import to_dataframe

try:
    import pandas
except ImportError:
    pandas = None

PAID: dict[str, Any] = {
    "id": "job_1",
    "company": {"name": "Acme"},
    "salary": {"text": "10-20 an hour", "min": 10, "max": 20, "currency": "EUR", "per": "hour", "yearly": None},
    "postedAt": "2026-01-02T03:04:05.678Z",
    "firstSeenAt": "2026-01-02T03:04:05Z",
    "validUntil": None,
}
YEARLY = {**PAID, "salary": {**PAID["salary"], "yearly": {"min": 20800, "max": None}}}
UNPAID: dict[str, Any] = {**PAID, "id": "job_2", "salary": None, "postedAt": None}


@unittest.skipIf(pandas is None, "pandas is not installed")
class DataFrameTest(unittest.TestCase):
    def check_types(self, table: Any) -> None:
        for name in ("postedAt", "firstSeenAt", "validUntil"):
            self.assertEqual((table[name].dtype.kind, str(table[name].dt.tz)), ("M", "UTC"), name)
        for name in ("salary.min", "salary.max", "salary.yearly.min", "salary.yearly.max"):
            self.assertEqual(str(table[name].dtype), "float64", name)

    def test_types_dates_and_pay(self) -> None:
        table = to_dataframe([PAID, UNPAID, YEARLY])
        self.check_types(table)
        self.assertEqual(table["salary.min"].fillna(0).tolist(), [10, 0, 10])
        self.assertEqual(table["salary.yearly.min"].fillna(0).tolist(), [0, 0, 20800])
        self.assertEqual(table["postedAt"].isna().tolist(), [False, True, False])
        self.assertEqual(table["postedAt"].max(), pandas.Timestamp("2026-01-02T03:04:05.678Z"))
        self.assertEqual([name for name in ("salary", "salary.yearly") if name in table], [])

    def test_has_the_columns_without_any_pay_or_job(self) -> None:
        for jobs in ([UNPAID], []):
            table = to_dataframe(jobs)
            self.check_types(table)
            self.assertEqual((len(table), table["salary.currency"].notna().sum()), (len(jobs), 0))
