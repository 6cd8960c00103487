import { expect, test } from '@jest/globals';
import { payloadVersion, type SearchJob, searchJobSchema } from '../../../shared/queue/queues.js';
import { anySearch } from '../../../shared/search/query/query.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { analyzeSearch } from '../../../worker/match/keyword/analyze-search.js';
import { renewLater } from '../../../worker/search/run-search.js';
import type { SearchRunContext } from '../../../worker/search/search-context.js';
import type { SourceProgress } from '../../../worker/search/source-progress.js';

test('a search is queued again as it was sent, not as it was read', async () => {
  const sent: SearchJob[] = [];
  const searches = { add: async (_name: string, job: SearchJob) => sent.push(job) };
  const context = { searches, now: () => new Date(1000) } as unknown as SearchRunContext;
  const job: SearchJob = {
    ...{ v: payloadVersion, key: 's-a', subject: { ...anySearch, keyword: 'java berlin' }, requestId: 'r', runId: 'r' },
    ...{ priority: 30, newerThan: 0 },
  };
  const stale = { ref: { collectedAt: 0, freshUntil: 1 }, report: { status: 'ok' } } as unknown as SourceProgress;
  await renewLater(context, { ...job, search: analyzeSearch(job.subject, loadGazetteer()) }, [stale]);
  const [renewal] = sent;
  expect(renewal).toEqual({ ...searchJobSchema.parse(renewal), budget: undefined });
  expect(renewal?.subject).toEqual(job.subject);
});
