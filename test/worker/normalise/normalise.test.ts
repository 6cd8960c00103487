import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { z } from 'zod';
import type { CollectedJob } from '../../../shared/search/collections/collection-store.js';
import { companyOf, jobSchema, levelsOf, locationsOf, typesOf } from '../../../shared/search/job.js';
import { loadGazetteer } from '../../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../../worker/normalise/normalise.js';
import { hasTag } from '../../../worker/normalise/text/plain-line.js';
import { emptyPosting, type Posting } from '../../../worker/sources/posting.js';

const tools = { source: 'acme', gazetteer: loadGazetteer(), now: new Date('2026-11-21T12:00:00Z') };
const url = 'https://jobs.acme.example/1';
const statedKeys = {
  ...({ remoteFrom: true, visaSponsorship: true, securityClearance: true, degree: true } as const),
  ...({ yearsOfExperience: true, language: true, postedBy: true, evidence: true } as const),
};
const place = (text: string) => ({ text, city: null, region: null, country: null });

function read(posting: Partial<Posting>): CollectedJob {
  const outcome = normalise({ ...emptyPosting('Engineer', url), ...posting }, tools);
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  return outcome;
}

const said: Partial<Posting> = {
  sourceJobId: '4711',
  requisitionId: ' R-12 ',
  url: `${url}?utm_source=feed`,
  applyUrl: 'javascript:apply()',
  title: 'URGENT!! Senior Data Engineer (m/w/d)',
  company: { name: 'Acme &amp; Co', url: 'https://acme.example', logoUrl: 'logo.png' },
  places: [place('Austin, TX')],
  workplace: ['Hybrid'],
  jobType: ['FULL_TIME'],
  salary: { text: null, min: 175_000, max: 140_000, currency: 'USD', per: 'YEAR' },
  postedAt: '2026-11-18T09:30:00Z',
  validUntil: '2026-12-31',
  descriptionHtml: '<h1>Senior Data Engineer</h1><p>You keep the data of forty farms flowing, day and night.</p>',
  tags: ['SQL', 'SQL', ' N/A ', '<b>dbt</b>'],
};

describe('a posting becomes a job', () => {
  test('with every stated fact, cleaned up, and nothing else', () => {
    const { job, descriptionHtml } = read(said);
    expect(job).toMatchObject({
      title: 'Senior Data Engineer (m/w/d)',
      company: { name: 'Acme & Co', url: 'https://acme.example/', logoUrl: null },
      location: { text: 'Austin, TX', city: 'Austin', region: 'TX', country: 'US' },
      workplace: 'hybrid',
      jobType: 'full time',
      experienceLevel: 'senior',
      salary: { text: '$140K – $175K a year', min: 140_000, max: 175_000, currency: 'USD', per: 'year' },
      postedAt: '2026-11-18T09:30:00.000Z',
      validUntil: '2026-12-31T23:59:59.000Z',
      summary: 'You keep the data of forty farms flowing, day and night.',
      url,
      applyUrl: null,
      source: 'acme',
      inferred: ['experienceLevel', 'validUntil'],
      tags: ['SQL', 'dbt'],
      requisitionId: 'R-12',
    });
    expect(descriptionHtml).toBe(
      '<h3>Senior Data Engineer</h3><p>You keep the data of forty farms flowing, day and night.</p>',
    );
  });

  test('with null for what is not stated', () => {
    const { job, descriptionHtml } = read({});
    expect(job).toMatchObject({
      company: { name: null, url: null, logoUrl: null },
      location: { text: null, city: null, region: null, country: null },
      workplace: null,
      jobType: null,
      experienceLevel: null,
      salary: null,
      postedAt: null,
      validUntil: null,
      summary: '',
      applyUrl: null,
      inferred: [],
      description: '',
      places: [],
      remoteRegions: [],
      tags: [],
      requisitionId: null,
    });
    expect(descriptionHtml).toBe('');
  });

  test('without placeholders', () => {
    const { job } = read({
      company: { name: 'UNAVAILABLE', url: 'N/A', logoUrl: 'null' },
      places: [place('N/A')],
      postedAt: '1970-01-01',
      descriptionText: 'undefined',
      salary: { text: 'Competitive', min: '-1', max: '-1', currency: 'null', per: 'null' },
    });
    expect(job).toMatchObject({
      company: { name: null, url: null, logoUrl: null },
      location: { text: null },
      postedAt: null,
      description: '',
      salary: null,
    });
  });

  test('with pay from the description or the title marked as inferred', () => {
    expect(read({ descriptionText: 'Pay\n$30 - $35 an hour' }).job).toMatchObject({
      salary: { min: 30, max: 35, per: 'hour' },
      inferred: ['salary'],
    });
    expect(read({ title: 'Barista ($19.50/hr)' }).job).toMatchObject({ salary: { min: 19.5 }, inferred: ['salary'] });
  });

  test('the country decides what "$" and "03/04/2026" mean', () => {
    const pay = { text: '$90,000 a year', min: null, max: null, currency: null, per: null };
    const { job } = read({ places: [place('Toronto, ON, Canada')], salary: pay, postedAt: '03/04/2026' });
    expect(job).toMatchObject({
      salary: { currency: 'CAD' },
      postedAt: '2026-04-03T00:00:00.000Z',
      inferred: ['salary', 'postedAt'],
    });
  });

  test('its id depends on the source’s own id, else on the URL without tracking', () => {
    expect(read({ sourceJobId: '1' }).job.id).toBe(read({ sourceJobId: '1', url: `${url}0` }).job.id);
    expect(read({ url: `${url}?utm_source=a` }).job.id).toBe(read({ url: `${url}?ref=b` }).job.id);
    expect(read({ sourceJobId: '1' }).job.id).not.toBe(read({}).job.id);
  });

  test('without a title or a usable URL there is no job but a sentence that says why', () => {
    expect(normalise(emptyPosting('N/A', url), tools)).toEqual({ flaw: `The posting at ${url} has no title.` });
    expect(normalise(emptyPosting('Engineer', 'javascript:x'), tools)).toEqual({
      flaw: 'The posting "Engineer" has no usable address ("javascript:x").',
    });
  });
});

test('a remote job that is open to several countries names all of them', () => {
  const remote = { workplace: ['remote'], remoteRegions: ['Germany', 'Austria'] };
  expect(read(remote).job).toMatchObject({ location: { text: 'Germany; Austria', country: null }, places: [] });
  const placed = read({ workplace: ['remote'], places: [place('Remote, Spain'), place('Remote, Portugal')] });
  expect(placed.job.location).toMatchObject({ text: 'Remote, Spain; Remote, Portugal', country: 'ES' });
});

describe('a stated country', () => {
  const placeOf = (text: string, country: string) => read({ places: [{ ...place(text), country }] }).job.location;

  test('decides which place an ambiguous text means', () => {
    expect(placeOf('Cambridge', 'US')).toEqual({ text: 'Cambridge', city: 'Cambridge', region: 'MA', country: 'US' });
    expect(placeOf('Cambridge', 'United Kingdom')).toMatchObject({ text: 'Cambridge', country: 'GB' });
    expect(placeOf('3 Locations', 'US')).toMatchObject({ city: null, country: 'US' });
  });

  test('adds nothing to a text that names it, or to a wider area', () => {
    expect(placeOf('Seoul, South Korea', 'KR')).toMatchObject({ text: 'Seoul, South Korea', city: 'Seoul' });
    expect(placeOf('North America', 'US')).toMatchObject({ text: 'North America', country: null });
  });
});

test('a continent beside stated remote work is where applicants must live', () => {
  const { job } = read({ places: [place('Europe'), place('Porto')], workplace: ['Remote'] });
  expect(job).toMatchObject({ places: [{ city: 'Porto' }], remoteRegions: [{ area: 'europe' }], workplace: 'remote' });
});

test('any input gives records that satisfy the contract', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'Remote',
      'Berlin',
      '$50k',
      '<b>x</b>',
      '&lt;p&gt;',
      'N/A',
      '3 days ago',
      'Senior',
      '9999-12-31',
      'Teilzeit',
      '\n',
    ),
  );
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const maybe = fc.option(text);
  const amount = fc.oneof(maybe, fc.double(), fc.integer());
  const posting: fc.Arbitrary<Partial<Posting>> = fc.record(
    {
      title: text,
      sourceJobId: maybe,
      applyUrl: maybe,
      company: fc.record({ name: maybe, url: maybe, logoUrl: maybe }),
      places: fc.array(fc.record({ text: maybe, city: maybe, region: maybe, country: maybe }), { maxLength: 3 }),
      remoteRegions: fc.array(text, { maxLength: 2 }),
      workplace: fc.array(text, { maxLength: 2 }),
      jobType: fc.array(text, { maxLength: 2 }),
      level: fc.array(text, { maxLength: 2 }),
      salary: fc.option(fc.record({ text: maybe, min: amount, max: amount, currency: maybe, per: maybe })),
      postedAt: fc.oneof(maybe, fc.double()),
      validUntil: fc.oneof(maybe, fc.integer()),
      descriptionHtml: maybe,
      descriptionText: maybe,
      tags: fc.array(text, { maxLength: 3 }),
      requisitionId: maybe,
    },
    { requiredKeys: [] },
  );
  const notRead = { alsoOn: true, repeats: true, match: true, seen: true, label: true } as const;
  const record = jobSchema.omit({ ...notRead, ...statedKeys }).extend({
    stated: z.object({}).optional(),
    description: z.string(),
    places: z.array(z.object({})),
    remoteRegions: z.array(z.object({})),
    tags: z.array(z.string()),
    requisitionId: z.string().nullable(),
  });
  fc.assert(
    fc.property(posting, (parts) => {
      const outcome = normalise({ ...emptyPosting('Engineer', url), ...parts }, tools);
      if ('flaw' in outcome) return;
      const { job } = outcome;
      const lists = { jobTypes: typesOf(job), experienceLevels: levelsOf(job), locations: locationsOf(job) };
      record.parse({ ...job, ...lists, company: companyOf(job.company), skills: job.skills ?? [] });
      for (const line of [job.title, job.company.name, job.location.text, job.summary, job.description, ...job.tags])
        expect(hasTag(line ?? '')).toBe(false);
      expect(JSON.stringify(outcome).isWellFormed()).toBe(true);
    }),
    { numRuns: 400 },
  );
});
