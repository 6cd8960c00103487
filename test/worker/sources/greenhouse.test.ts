import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { projectFile } from '../../../shared/project-file.js';
import { kindNamed } from '../../../worker/sources/all.js';
import { readSourcesFile } from '../../../worker/sources-file.js';

const [source] = readSourcesFile(
  JSON.stringify({ sources: [{ id: 'acme', kind: 'greenhouse', board: 'acme' }] }),
  'test',
);
if (source === undefined) throw new Error('The source was not read.');
const { kind, settings } = source;
const [ask] = kind.ask(settings, {});
if (ask === undefined) throw new Error('Nothing is asked.');

const read = (body: unknown) =>
  kind.read(
    {
      url: ask.url,
      contentType: 'application/json',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      rendered: false,
    },
    ask,
    settings,
  );

const job = {
  id: 7,
  title: 'Welder',
  absolute_url: 'https://boards.example/acme/jobs/7',
  location: { name: 'Leeds, UK' },
  company_name: 'Acme',
  requisition_id: 'R7',
  first_published: '2026-11-01T10:00:00-05:00',
  updated_at: '2026-11-10T10:00:00-05:00',
  content: '&lt;p&gt;Weld &amp;amp; cut.&lt;/p&gt;',
  departments: [{ name: 'Works' }],
  metadata: [{ name: 'Employment Type', value: 'Part-time' }],
};

describe('greenhouse', () => {
  test('asks for the whole board with its descriptions', () => {
    expect(ask).toMatchObject({
      url: 'https://boards-api.greenhouse.io/v1/boards/acme/jobs?content=true',
      accept: 'json',
    });
    expect(kind.narrows(settings)).toEqual([]);
  });

  test('reads every stated field in the source’s own words', () => {
    expect(read({ jobs: [job], meta: { total: 1 } }).postings[0]).toMatchObject({
      sourceJobId: '7',
      requisitionId: 'R7',
      title: 'Welder',
      applyUrl: 'https://boards.example/acme/jobs/7#app',
      company: { name: 'Acme' },
      places: [{ text: 'Leeds, UK' }],
      jobType: ['Part-time'],
      postedAt: '2026-11-01T10:00:00-05:00',
      tags: ['Works'],
    });
  });

  test('reads an empty board as empty, and a changed shape as changed', () => {
    expect(read({ jobs: [] }).postings).toEqual([]);
    expect(() => read({ postings: [] })).toThrow('Expected an object with a list "jobs"');
    expect(() => read('<html>moved</html>')).toThrow('Expected JSON');
    expect(() => read({ jobs: [{ name: 'no title' }] })).toThrow('Expected postings of the known shape');
  });

  test('names a posting that it cannot read and keeps the others', () => {
    expect(read({ jobs: [job, { id: 8 }] })).toMatchObject({
      postings: [{ title: 'Welder' }],
      flaws: [expect.stringContaining('Posting 2: title')],
    });
  });

  const recorded = projectFile('../shared/examples/ats/greenhouse_gitlab_list.json');
  (existsSync(recorded) ? test : test.skip)(
    'finds every posting of a recorded board (needs ../shared/examples)',
    () => {
      const body = readFileSync(recorded, 'utf8');
      expect(read(body).postings).toHaveLength((JSON.parse(body) as { jobs: unknown[] }).jobs.length);
    },
  );

  test('is one of the kinds', () => {
    expect(kindNamed('greenhouse')).toBe(kind);
  });
});
