"""The client against a real service at JOB_SEARCH_URL, with the key JOB_SEARCH_KEY; it holds 30 jobs for "engineer"."""

import asyncio
import os
import time
import unittest
import urllib.request

from job_search_client import AsyncClient, Client, ProblemError, to_dataframe

URL = os.environ.get("JOB_SEARCH_URL", "")


@unittest.skipIf(URL == "", "JOB_SEARCH_URL names no service")
class ServiceTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(URL, os.environ.get("JOB_SEARCH_KEY"))

    def test_searches_and_reads_one_job(self) -> None:
        answer = self.client.search({"keyword": "engineer", "limit": "5"})
        self.assertEqual((len(answer["jobs"]), answer["page"]["total"]), (5, 30))
        assert answer["next"] is not None
        self.assertEqual(answer["next"]["page"], "1")
        self.assertIn("wanted", self.client.job(answer["jobs"][0]["id"])["description"])
        self.assertEqual(self.client.geo_stats(hours=1, level="country")["window"]["hours"], 1)
        self.assertIn(self.client.info()["status"], ("pass", "warn"))
        self.assertEqual(self.client.me()["plan"], "pro")

    def test_iterates_over_every_job(self) -> None:
        jobs = list(self.client.jobs({"limit": "7"}))
        self.assertEqual((len(jobs), len({job["id"] for job in jobs})), (30, 30))
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.assertRaises(ImportError, to_dataframe, jobs)
        else:
            table = to_dataframe(jobs)
            self.assertEqual(len(table), 30)
            self.assertEqual(str(table["firstSeenAt"].dt.tz), "UTC")

    def test_follows_a_search_to_its_result(self) -> None:
        events = list(self.client.live({"keyword": "engineer", "salary": "1"}))
        self.assertEqual((events[-1].event, events[-1].data["partial"]), ("result", False))

    def test_counts_and_exports(self) -> None:
        self.assertEqual(self.client.facets({"keyword": "engineer"})["total"], 30)
        lines = list(self.client.export({"keyword": "engineer"}))
        begin, end = lines[0], lines[-1]
        assert begin["change"] == "begin" and end["change"] == "end"
        self.assertEqual(begin["total"], 30)
        self.assertEqual(sum(line["change"] == "added" for line in lines), 30)
        again = list(self.client.export(cursor=end["cursor"]))
        self.assertEqual([line for line in again if "id" in line], [])

    def test_is_awaited(self) -> None:
        async def use() -> tuple[int, int, list[str], str]:
            client = AsyncClient(URL, os.environ.get("JOB_SEARCH_KEY"))
            answer, facets = await asyncio.gather(client.search({"limit": "5"}), client.facets({"keyword": "engineer"}))
            ids = [job["id"] async for job in client.jobs({"limit": "7"})]
            async for event in client.live({"keyword": "engineer"}):
                last = event.event
            # A loop that is left early closes its connection.
            async for _ in client.pages({"limit": "1"}):
                break
            return len(answer["jobs"]), facets["total"], ids, last

        count, total, ids, last = asyncio.run(use())
        self.assertEqual((count, total, len(set(ids)), last), (5, 30, 30, "result"))

    def test_looks_postings_up(self) -> None:
        job = self.client.search({"keyword": "engineer", "limit": "1"})["jobs"][0]
        states = self.client.lookup(urls=[job["url"], "https://elsewhere.example/1"], ids=[job["id"]])["jobs"]
        self.assertEqual([each["state"] for each in states], ["open", "unknown", "open"])

    def test_completes_a_text(self) -> None:
        self.client.search({"keyword": "engineer"})
        # The words of held jobs are published a second after the first board, and then once a minute.
        deadline = time.monotonic() + 75
        titles = self.client.suggest("engin")["titles"]
        while not titles and time.monotonic() < deadline:
            time.sleep(0.2)
            titles = self.client.suggest("engin")["titles"]
        self.assertTrue(titles[0]["word"].startswith("Engineer"))

    def test_reads_a_search_as_a_table(self) -> None:
        table = self.client.feed({"keyword": "engineer", "limit": "5"}, "csv", wait_seconds=10)
        self.assertEqual(len(table.strip().split("\r\n")), 6)
        with urllib.request.urlopen(self.client.feed_url({"keyword": "engineer", "limit": "5"}, "csv")) as response:
            self.assertEqual(response.read().decode("utf-8-sig"), table)

    def test_manages_a_watch(self) -> None:
        created = self.client.create_watch({"keyword": "nurse"}, "http://127.0.0.1:9/hook")
        self.assertTrue(created["secret"].startswith("whsec_"))
        made = self.client.watch(created["id"])
        self.assertEqual((made["state"], made["search"]["keyword"]), ("active", "nurse"))
        self.assertEqual(self.client.watches(), [made])
        self.assertEqual(self.client.pause_watch(made["id"])["state"], "paused")
        self.assertEqual(self.client.resume_watch(made["id"])["state"], "active")
        self.assertEqual({**made, "secret": created["secret"]}, created)
        test = self.client.test_watch(made["id"])
        self.assertEqual((test["accepted"], test["reason"]), (False, "The address could not be reached: ECONNREFUSED."))
        attempts = self.client.watch_deliveries(made["id"])
        self.assertEqual([(each["n"], each["accepted"]) for each in attempts], [(1, False)])
        self.assertRaises(ProblemError, self.client.redeliver, made["id"], 1)
        changed = self.client.change_watch(made["id"], search={"keyword": "welder"})
        self.assertEqual((changed["search"]["keyword"], changed["url"]), ("welder", made["url"]))
        self.assertTrue(self.client.rotate_watch_secret(made["id"])["secret"].startswith("whsec_"))
        self.client.delete_watch(made["id"])
        self.assertEqual(self.client.watches(), [])
        with self.assertRaises(ProblemError) as caught:
            self.client.watch(made["id"])
        self.assertEqual(caught.exception.code, "not-found")

    def test_names_the_field_that_is_wrong(self) -> None:
        with self.assertRaises(ProblemError) as caught:
            self.client.search({"jobType": "fultime"})
        self.assertEqual(caught.exception.problem["errors"][0]["suggestion"], "full time")


if __name__ == "__main__":
    unittest.main()
