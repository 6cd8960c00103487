import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jobId } from '../../../../worker/normalise/text/url.js';

test('an id is job_ and 16 letters of base 62, and is stable', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (source, own) => {
      expect(jobId(source, own)).toMatch(/^job_[0-9A-Za-z]{16}$/);
      expect(jobId(source, own)).toBe(jobId(source, own));
    }),
  );
});

test('ids of other versions of the service are valid too', () => {
  expect(jobId('acme', '4211987')).toBe('job_FVbATKb1YKHwcryE');
});

test('the source and its own id both count, and are not concatenated ambiguously', () => {
  const ids = [jobId('acme', '1'), jobId('acme', '2'), jobId('beta', '1'), jobId('acme1', ''), jobId('', 'acme1')];
  expect(new Set(ids).size).toBe(ids.length);
});
