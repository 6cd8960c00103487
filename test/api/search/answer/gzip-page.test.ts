import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { gzipPage, joinGzip } from '../../../../api/search/answer/gzip-page.js';

const bytes = (text: string): string => Buffer.from(text).toString('latin1');

test('a page is one gzip member, whatever its age', async () => {
  const before = bytes('{"query":{"keyword":"Bäcker – 東京"}');
  const jobs = bytes(`,"jobs":[${Array.from({ length: 200 }, (_, index) => `{"id":${index},"title":"Köchin"}`)}]}`);
  const page = await gzipPage({ before, after: Buffer.from(jobs, 'latin1') });
  for (const age of [',"ageSeconds":0', `,"ageSeconds":${'9'.repeat(300)}`, '']) {
    const joined = joinGzip(page, age);
    expect(gunzipSync(joined).toString('latin1')).toBe(`${before}${age}${jobs}`);
    expect(joined.length).toBeLessThan(jobs.length / 2);
  }
});

test('a joined member whose age is not the one it was made with is refused', async () => {
  const page = await gzipPage({ before: '{"a":1', after: Buffer.from(',"jobs":[]}') });
  const joined = joinGzip(page, ',"ageSeconds":1');
  joined[joined.indexOf('ageSeconds')] = 0x62;
  expect(() => gunzipSync(joined)).toThrow(/incorrect data check/);
});
