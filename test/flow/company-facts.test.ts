import { expect, test } from '@jest/globals';
import type { Job } from '../../shared/search/job.js';
import { closeLater } from '../lib/close-later.js';
import { startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService } from '../lib/start-service.js';

const later = closeLater();

test('what a source says of its company is in its jobs, their pages, operators, facets and tables', async () => {
  const board = later(await startFakeBoard(), (each) => each.close());
  board.setJobs('acme', [{ id: 1, title: 'Baker', company: 'Bakery' }]);
  board.setJobs('beta', [{ id: 2, title: 'Welder', company: 'Forge' }]);
  const facts = { industry: 'Agriculture & Food', size: '11-50', website: 'https://bakery.example' };
  const service = later(
    await startService({
      sources: [boardSource('acme', board.baseUrl, facts), boardSource('beta', board.baseUrl)],
    }),
    (each) => each.close(),
  );
  const { jobs } = (await service.search({ keyword: 'industry:food size:<=50' })).body as { jobs: Job[] };
  const about = { industry: 'Agriculture & Food', size: '11-50', url: 'https://bakery.example/' };
  expect(jobs.map(({ company }) => company)).toEqual([{ name: 'Bakery', logoUrl: null, ...about }]);
  const id = jobs[0]?.id ?? '';
  expect((await service.get(`/api/jobs/${id}`)).body.company).toEqual(jobs[0]?.company);
  const page = await (await fetch(`${service.url}/jobs/${id}`)).text();
  expect(page).toContain('Agriculture &amp; Food, 11–50 employees');
  const table = await (await fetch(`${service.url}/api/jobs/feed?keyword=baker&format=csv`)).text();
  const [head = '', row = ''] = table.trim().split('\r\n');
  expect(head.split(',').slice(-12, -9)).toEqual(['industry', 'companySize', 'skills']);
  expect(row).toContain(',Agriculture & Food,11-50,,');
  const counted = await fetch(`${service.url}/api/jobs/facets`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
  });
  const { facets } = (await counted.json()) as { facets: Record<string, unknown> };
  expect([facets.industries, facets.sizes]).toEqual([
    [{ word: 'Agriculture & Food', jobs: 1 }],
    [{ word: '11-50', jobs: 1 }],
  ]);
}, 60_000);
