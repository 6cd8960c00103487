import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { writeSentence } from '../../pages/lib/format.js';
import { maxFileBytes, parse } from '../../pages/mine/my-jobs-file.js';

const job = { title: 'Baker', company: 'Acme', url: 'https://acme.example/1', starredAt: '2026-11-20T08:00:00.000Z' };
const id = 'job_7Q3kX0pV2mZt5RfB';
const search = { address: '?keyword=baker', name: 'baker', visitedAt: '2026-11-20T08:00:00.000Z' };
const file = (jobs: object, searches: unknown[] = []) => JSON.stringify({ version: 1, searches, jobs });

describe('an imported file', () => {
  test('is read back as it was exported', () => {
    const mine = { version: 1, searches: [search], jobs: { [id]: { ...job, note: 'Asked for Anna' } } };
    expect(parse(JSON.stringify(mine))).toEqual(mine);
  });

  test('gives nothing but what is valid', () => {
    const jobs = {
      [id]: { ...job, url: 'javascript:alert(1)' },
      __proto__x: job,
      job_0000000000000001: { ...job, appliedAt: 'soon', extra: 1 },
      job_0000000000000002: { title: 5 },
    };
    expect(parse(file(jobs, [search, { address: 'https://elsewhere.example' }, 7]))).toEqual({
      version: 1,
      searches: [search],
      jobs: { job_0000000000000001: job },
    });
    const long = parse(file({ [id]: { ...job, title: 'x'.repeat(9000), note: 'y'.repeat(9000) } }))?.jobs[id];
    expect([long?.title.length, long?.note?.length]).toEqual([300, 2000]);
  });

  test('is refused when it is something else', () => {
    for (const text of ['', '[]', 'null', '{"version":2}', '{"version":1,"searches":{},"jobs":{}}'])
      expect(parse(text)).toBeNull();
    expect(parse(`${' '.repeat(maxFileBytes)}{}`)).toBeNull();
    fc.assert(fc.property(fc.json(), (text) => parse(text) === null || JSON.parse(text).version === 1));
  });
});

test('sentences of the service name fields as the page does', () => {
  const sentence = 'Try the same without salary, jobType.';
  expect(writeSentence(sentence, new Date())).toBe('Try the same without pay, job type.');
});
