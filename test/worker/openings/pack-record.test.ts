import { expect, test } from '@jest/globals';
import { jobId } from '../../../worker/normalise/text/url.js';
import { type OpeningRecord, packRecord, unpackRecord } from '../../../worker/openings/opening-record.js';

const start = 1_800_000_000;

function recordOf(size: number): OpeningRecord {
  return {
    ...{ key: 'c-1', version: 'v', at: start, stockAt: 1_700_000_000, sizes: [size, size], withheld: 2 },
    open: Array.from({ length: size }, (_, at) => ({
      id: jobId('acme', String(at)),
      firstSeen: start - at * 3600,
      hash: jobId('hash', String(at)).slice(4, 10),
      absence:
        at % 100 === 0
          ? {
              ...{ readings: at % 4, since: start - 60, lastSeen: start - 600 },
              ...(at % 200 === 0 && { asked: start - 30, gone: 1 }),
            }
          : null,
      ...(at % 70 === 0 && { reposts: { times: 1 + (at % 3), at: start - at } }),
    })),
    gone: [
      { id: jobId('acme', 'a'), firstSeen: start - 9, lastSeen: start - 5, closedAt: start, keys: ['1a', '2b'] },
      {
        id: jobId('acme', 'b'),
        firstSeen: start - 9,
        lastSeen: start - 5,
        closedAt: null,
        keys: [],
        reposts: { times: 2, at: start - 99 },
      },
    ],
  };
}

test('a record is read as it was written, at less than 30 bytes an opening', async () => {
  const record = recordOf(2500);
  const packed = await packRecord(record);
  expect(await unpackRecord(packed)).toEqual(record);
  expect(packed.length / 2500).toBeLessThan(30);
});
