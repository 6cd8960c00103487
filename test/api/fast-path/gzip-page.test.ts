import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { gzipPage, joinGzip } from '../../../api/fast-path/gzip-page.js';

const bytes = (text: string): string => Buffer.from(text).toString('latin1');

test('a page is one gzip member, whatever its age and whether its end is text or bytes', async () => {
  const before = bytes('{"query":{"keyword":"Bäcker – 東京"}');
  const jobs = bytes(`,"jobs":[${Array.from({ length: 200 }, (_, index) => `{"id":${index},"title":"Köchin"}`)}]}`);
  for (const after of [jobs, Buffer.from(jobs, 'latin1')]) {
    const page = await gzipPage({ before, after });
    for (const age of [',"ageSeconds":0', `,"ageSeconds":${'9'.repeat(300)}`, '']) {
      const joined = joinGzip(page, age);
      expect(gunzipSync(joined).toString('latin1')).toBe(`${before}${age}${jobs}`);
      expect(joined.length).toBeLessThan(jobs.length / 2);
    }
  }
});

test('a joined member whose age is not the one it was made with is refused', async () => {
  const page = await gzipPage({ before: '{"a":1', after: ',"jobs":[]}' });
  const joined = joinGzip(page, ',"ageSeconds":1');
  joined[joined.indexOf('ageSeconds')] = 0x62;
  expect(() => gunzipSync(joined)).toThrow(/incorrect data check/);
});
