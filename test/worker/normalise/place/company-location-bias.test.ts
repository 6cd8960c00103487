import { describe, expect, test } from '@jest/globals';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { createCompanyLocationBias } from '../../../../worker/normalise/place/company-location-bias.js';
import { emptyPosting, type Posting } from '../../../../worker/sources/posting.js';
import { normaliseAll } from '../../lib/normalise-all.js';

const gazetteer = loadGazetteer();

const posting = (company: string | null, location: string): Posting => ({
  ...emptyPosting('Welder', `https://jobs.example/${encodeURIComponent(`${company} ${location}`)}`),
  company: { name: company, url: null, logoUrl: null },
  places: [{ text: location, city: null, region: null, country: null }],
});
const biasOf = (postings: Posting[], of: Posting): string[] => {
  const leanings = createCompanyLocationBias(gazetteer);
  for (const each of postings) leanings.note(each);
  return [...leanings.of(of)];
};

describe('a company’s bias', () => {
  const acme = ['Austin, TX', 'Dallas, TX', 'Houston, TX'].map((location) => posting('Acme', location));

  test('is the country and region of nearly all its postings', () => {
    expect(biasOf(acme, posting('ACME', 'Paris'))).toEqual(['US', 'US TX']);
    expect(biasOf([...acme, posting('Acme', 'Denver, CO')], posting('Acme', ''))).toEqual(['US']);
  });

  test('is none for a company that is widespread, little known, different, or unnamed', () => {
    const all = [...acme, posting('Acme', 'Berlin, Germany')];
    expect(biasOf(all, posting('Acme', ''))).toEqual([]);
    expect(biasOf(acme.slice(1), posting('Acme', ''))).toEqual([]);
    expect(biasOf(acme, posting('Beta', ''))).toEqual([]);
    expect(
      biasOf(
        acme.map(({ places }) => ({ ...posting(null, 'x'), places })),
        posting(null, ''),
      ),
    ).toEqual([]);
  });

  test('is that of the collection where little is known of the company, and decides between states of one code', async () => {
    const towns = ['Perth WA', 'Sydney NSW', 'Brisbane QLD', 'Melbourne VIC', 'Darwin NT'];
    const board = Array.from({ length: 30 }, (_, at) => posting(`Firm ${at}`, towns[at % towns.length] ?? ''));
    expect(biasOf(board, posting('Beta', ''))).toEqual(['AU']);
    expect(biasOf(board.slice(1), posting('Beta', ''))).toEqual([]);
    expect(biasOf([...board, ...acme], posting('Acme', ''))).toEqual(['US', 'US TX']);
    const tools = { source: 'board', gazetteer, now: new Date('2026-11-21T12:00:00Z') };
    const read = async (all: Posting[]) => (await normaliseAll(all, tools)).jobs.at(-1)?.job.location.country;
    expect(await read([...board, posting('Beta', 'Quornby WA')])).toBe('AU');
    expect(await read([...board, posting('Beta', 'Quornby, WA 98001')])).toBe('US');
    expect(await read([posting('Beta', 'Quornby WA')])).toBe('US');
  });

  test('does not learn from ambiguous names', () => {
    const doubtful = ['Springfield', 'Cambridge', 'Birmingham'].map((location) => posting('Acme', location));
    expect(biasOf(doubtful, posting('Acme', ''))).toEqual([]);
  });

  test('resolves namesakes across a collection, and marks the guess', async () => {
    const tools = { source: 'acme', gazetteer, now: new Date('2026-11-21T12:00:00Z') };
    const here = ['Boston, MA', 'Somerville, MA', 'Worcester, MA'].map((location) => posting('Acme', location));
    const { jobs } = await normaliseAll([...here, posting('Acme', 'Cambridge')], tools);
    expect(jobs.at(-1)?.job.location).toMatchObject({ city: 'Cambridge', region: 'MA', country: 'US' });
    expect(jobs.at(-1)?.job.inferred).toContain('location');
    expect(jobs[0]?.job.inferred).not.toContain('location');
  });
});
