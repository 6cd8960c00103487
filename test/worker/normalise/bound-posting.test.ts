import { expect, test } from '@jest/globals';
import { boundPosting, boundPostings, postingBounds } from '../../../worker/normalise/bound-posting.js';
import { emptyPosting, type Posting } from '../../../worker/sources/posting.js';

const long = 'x'.repeat(150_000);
const many = Array.from({ length: 1000 }, () => long);
const place = { text: long, city: long, region: long, country: long };

/** A posting with every field too long. */
const huge: Posting = {
  ...emptyPosting(long, 'https://board.example/1'),
  sourceJobId: long,
  requisitionId: long,
  applyUrl: `https://board.example/${long}`,
  company: { name: long, url: `https://board.example/${long}`, logoUrl: `data:image/png;base64,${long}` },
  places: Array.from({ length: 1000 }, () => place),
  remoteRegions: many,
  workplace: many,
  jobType: many,
  level: many,
  salary: { text: long, min: long, max: long, currency: long, per: long },
  postedAt: long,
  validUntil: long,
  descriptionHtml: long,
  descriptionText: long,
  tags: many,
};

/** Every text in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('no text of a bounded posting is longer than its limit, and no list has more entries', () => {
  const { posting } = boundPosting(huge);
  if (posting === null) throw new Error('The posting was dropped.');
  const { descriptionHtml, descriptionText, salary, ...rest } = posting;
  for (const text of textsIn(rest)) expect(text.length).toBeLessThanOrEqual(postingBounds.title);
  expect(textsIn(salary).map(({ length }) => length)).toEqual([600, 200, 200]);
  expect([descriptionHtml, descriptionText].map((text) => text?.length)).toEqual([100_000, 100_000]);
  const { places, remoteRegions, workplace, jobType, level, tags } = posting;
  const lengths = [places, remoteRegions, workplace, jobType, level, tags].map((list) => list.length);
  expect(lengths).toEqual([200, 200, 50, 50, 50, 200]);
  expect([posting.applyUrl, posting.company.url, posting.company.logoUrl]).toEqual([null, null, null]);
  expect([posting.postedAt, posting.validUntil]).toEqual([null, null]);
});

test('one sentence names what was cut', () => {
  expect(boundPosting(huge).flaw).toBe(
    `Too long and cut in the posting "${'x'.repeat(80)}": title, applyUrl, company, company.url, places, remoteRegions, workplace, jobType, level, salary, postedAt, validUntil, description, tags.`,
  );
});

test('a posting within its limits is unchanged', () => {
  const posting = { ...emptyPosting('Cook', 'https://board.example/1'), tags: ['kitchen'] };
  expect(boundPosting(posting)).toEqual({ posting, flaw: null });
});

test('a URL that is too long drops the posting and says so; the others are kept', () => {
  const lost = emptyPosting('Cook', `https://board.example/${long}`);
  const kept = emptyPosting('Baker', 'https://board.example/2');
  expect(boundPostings([lost, kept])).toEqual({
    postings: [kept],
    flaws: ['The posting "Cook" has an address of 150022 characters.'],
  });
});

test('two ids that differ only beyond the limit stay different', () => {
  const idOf = (id: string) =>
    boundPosting({ ...emptyPosting('Cook', 'https://a.example'), sourceJobId: id }).posting?.sourceJobId;
  expect(idOf(`${long}1`)).not.toBe(idOf(`${long}2`));
  expect(idOf(`${long}1`)).toBe(idOf(`${long}1`));
  expect(idOf('123')).toBe('123');
});

test('a cut does not split a surrogate pair', () => {
  const { posting } = boundPosting(emptyPosting(`${'x'.repeat(499)}💥`, 'https://a.example'));
  expect(posting?.title.isWellFormed()).toBe(true);
});
