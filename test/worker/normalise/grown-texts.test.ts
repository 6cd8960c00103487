import { beforeAll, expect, test } from '@jest/globals';

import { bucketAddress } from '../../../api/auth/client-address.js';
import { readStatsQuery } from '../../../api/geo-stats/write-answer.js';
import { requestIdOf } from '../../../api/middleware/identify.js';
import { readPreferences } from '../../../api/search/read-query.js';
import { parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { fieldNames, fields } from '../../../shared/search/fields.js';
import { parseQuery } from '../../../shared/search/query/parse-query.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { prepareCollection } from '../../../worker/match/corpus/load-collections.js';
import { boundPosting, postingBounds as bounds } from '../../../worker/normalise/bound-posting.js';
import { normalise } from '../../../worker/normalise/normalise.js';
import { emptyPosting, type Posting } from '../../../worker/sources/posting.js';
import { cpuMs } from '../../lib/cpu-ms.js';
import { type Growth, grow, growthsOf, readPatterns } from '../../lib/hostile/grown-texts.js';
import { createChance } from '../../suites/soak/chance.js';

/** Texts for each pattern of the service; `npm test -- --suite fuzz` uses more. */
const each = Number(process.env.GROWN_TEXTS ?? 1);

/** CPU limit for one field, in ms, and for a description of 100 kB, which is 50 times as long as the longest other field. */
const most = { field: 50, description: 500 };

/** The suite grows the same texts each time; `npm test -- --suite fuzz` draws others. */
const seed = process.env.GROWN_TEXTS === undefined ? 20_261_122 : Date.now() & 0x7fffffff;
const gazetteer = loadGazetteer();
const tools = { source: 'board', gazetteer, now: new Date('2026-11-21T12:00:00Z') };
let growths: Growth[] = [];

/** Every one of `of` growths, from the `from`th on; all of them when GROWN_TEXTS is set. */
const sampled = (of: number, from: number): Growth[] =>
  process.env.GROWN_TEXTS === undefined ? growths.filter((_, at) => at % of === from % of) : growths;

beforeAll(() => {
  const random = createChance(seed);
  growths = readPatterns().flatMap((pattern) => growthsOf(pattern, random, each));
  // What every later reading finds cached.
  takePosting({});
}, 240_000);

/** The complete path of a posting from its source's reader to what searches match. */
function takePosting(said: Partial<Posting>): void {
  const { posting } = boundPosting({ ...emptyPosting('Cook', 'https://board.example/1'), ...said });
  if (posting === null) return;
  const outcome = normalise(posting, tools);
  if ('job' in outcome) prepareCollection('board', [outcome.job]);
}

/** Fails with the field and the text that exceed the limit. */
function expectCheap(field: string, growth: Growth, work: () => unknown, limit = most.field): void {
  const spent = cpuMs(work, limit);
  if (spent > limit)
    throw new Error(`${field}: ${spent.toFixed(0)} ms of CPU with ${JSON.stringify(growth)} (seed ${seed})`);
}

test(`each field of a request is parsed in ${most.field} ms, whatever it contains`, () => {
  for (const growth of sampled(3, 1))
    for (const name of fieldNames) {
      const text = grow(growth, fields[name].maxLength);
      expectCheap(name, growth, () => {
        const read = parseQuery({ [name]: text, [text]: text });
        if ('query' in read) parseKeyword(read.query.keyword);
      });
    }
  expect(growths.length).toBeGreaterThan(500);
}, 3_600_000);

/** Headers as Node accepts them: 16 kB, one byte each. */
const headerBytes = 16_000;

test(`headers and parameters are parsed in ${most.field} ms`, () => {
  for (const growth of sampled(3, 2)) {
    const text = grow(growth, headerBytes).replace(/[^\x20-\x7e]/g, '-');
    expectCheap('Prefer', growth, () => readPreferences(text, 60));
    expectCheap('an address', growth, () => bucketAddress(text));
    expectCheap('X-Request-Id', growth, () => requestIdOf({ headers: { 'x-request-id': text } } as never));
    expectCheap('geo-stats', growth, () => {
      try {
        readStatsQuery({ hours: text, country: text, level: text, [text]: text });
      } catch {
        // Refused: the test measures how soon.
      }
    });
  }
}, 3_600_000);

const place = { text: null, city: null, region: null, country: null };
const salary = { text: null, min: null, max: null, currency: null, per: null };

/** Each field of a posting with a text grown to its bound. */
const postingFields: Readonly<Record<string, (growth: Growth) => Partial<Posting>>> = {
  title: (growth) => ({ title: grow(growth, bounds.title) }),
  company: (growth) => ({ company: { name: grow(growth, bounds.company), url: null, logoUrl: null } }),
  requisitionId: (growth) => ({ requisitionId: grow(growth, bounds.id) }),
  url: (growth) => ({ url: grow({ ...growth, prefix: `https://a.example/?${growth.prefix}` }, bounds.url) }),
  location: (growth) => ({ places: [{ ...place, text: grow(growth, bounds.place) }] }),
  city: (growth) => ({ places: [{ ...place, city: grow(growth, bounds.place), country: 'DE' }] }),
  remoteRegion: (growth) => ({ remoteRegions: [grow(growth, bounds.place)] }),
  workplace: (growth) => ({ workplace: [grow(growth, bounds.word)] }),
  jobType: (growth) => ({ jobType: [grow(growth, bounds.word)] }),
  level: (growth) => ({ level: [grow(growth, bounds.word)] }),
  salary: (growth) => ({ salary: { ...salary, text: grow(growth, bounds.salaryText) } }),
  amount: (growth) => ({ salary: { ...salary, min: grow(growth, bounds.value), per: grow(growth, bounds.value) } }),
  postedAt: (growth) => ({ postedAt: grow(growth, bounds.value), validUntil: grow(growth, bounds.value) }),
  tag: (growth) => ({ tags: [grow(growth, bounds.tag)] }),
};

test.each(Object.entries(postingFields))(
  'a posting with any %s is normalised in time',
  (field, said) => {
    for (const growth of sampled(3, Object.keys(postingFields).indexOf(field)))
      expectCheap(field, growth, () => takePosting(said(growth)));
  },
  3_600_000,
);

test('a posting with any description is normalised in time, as HTML and as text', () => {
  for (const growth of sampled(5, seed)) {
    const text = grow(growth, bounds.description);
    expectCheap('description', growth, () => takePosting({ descriptionText: text }), most.description);
    expectCheap('description', growth, () => takePosting({ descriptionHtml: `<p>${text}` }), most.description);
  }
}, 3_600_000);
