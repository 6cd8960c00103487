import { beforeAll, describe, expect, test } from '@jest/globals';
import { generatePostings } from '../../../demo-board/postings/generate.js';
import type { DemoPosting } from '../../../demo-board/postings/posting.js';
import { jobTypes, levels, workplaces } from '../../../shared/words/words.js';
import { now } from '../lib/serve-demo.js';

const day = 86_400_000;
let postings: DemoPosting[];
const share = (keep: (posting: DemoPosting) => boolean): number => postings.filter(keep).length / postings.length;
const wordsOf = (html: string): string[] =>
  html
    .replace(/<[^>]+>|&nbsp;/g, ' ')
    .trim()
    .split(/\s+/);
/** The postings of each opening that is on two boards. */
function pairs(): DemoPosting[][] {
  const byOpening = new Map<number, DemoPosting[]>();
  for (const posting of postings)
    byOpening.set(posting.opening.index, [...(byOpening.get(posting.opening.index) ?? []), posting]);
  return [...byOpening.values()].filter((list) => list.length > 1);
}

beforeAll(() => {
  postings = generatePostings({ seed: 1, postings: 2400, now });
});

describe('the same seed', () => {
  test('generates the same postings', () => {
    expect(generatePostings({ seed: 1, postings: 2400, now })).toEqual(postings);
  });

  test('generates the same postings on another day, except for their dates', () => {
    const later = new Date(now.getTime() + 3 * day);
    const moved = generatePostings({ seed: 1, postings: 2400, now: later });
    const timeless = (list: DemoPosting[]) =>
      list.map(({ postedAt: _, updatedAt: __, validUntil: ___, ...rest }) => rest);
    expect(timeless(moved)).toEqual(timeless(postings));
    expect(moved.map(({ postedAt }) => Date.parse(postedAt))).toEqual(
      postings.map(({ postedAt }) => Date.parse(postedAt) + 3 * day),
    );
  });

  test('generates the first postings of a larger board on a smaller one', () => {
    expect(generatePostings({ seed: 1, postings: 100, now })).toEqual(postings.slice(0, 100));
  });

  test('shares no text with another seed', () => {
    const others = new Set(
      generatePostings({ seed: 2, postings: 300, now }).map(({ descriptionHtml }) => descriptionHtml),
    );
    expect(postings.some(({ descriptionHtml }) => others.has(descriptionHtml))).toBe(false);
  });
});

describe('the generated postings', () => {
  test('are as many as requested, spread over three boards', () => {
    expect(postings).toHaveLength(2400);
    for (const board of ['greenhouse', 'careers', 'spa'])
      expect(postings.filter((one) => one.board === board).length).toBeGreaterThan(700);
    expect(generatePostings({ seed: 1, postings: 1, now })).toHaveLength(1);
  });

  test('have unique ids and URLs', () => {
    expect(new Set(postings.map(({ board, id }) => `${board} ${id}`)).size).toBe(2400);
    expect(new Set(postings.map(({ path }) => path)).size).toBe(2400);
  });

  test('never share company, title and place', () => {
    const openings = [...new Set(postings.map(({ opening }) => opening))];
    const key = ({ company, title, places, remoteRegion }: DemoPosting['opening']): string =>
      [company.name, title, remoteRegion?.name ?? places[0]?.city].join('|');
    expect(new Set(openings.map(key)).size).toBe(openings.length);
  });

  test('are in 30 or more cities and 8 or more countries, several US states among them', () => {
    const places = postings.flatMap(({ opening }) => opening.places);
    expect(new Set(places.map(({ city, country }) => `${city} ${country}`)).size).toBeGreaterThanOrEqual(30);
    expect(new Set(places.map(({ country }) => country)).size).toBeGreaterThanOrEqual(8);
    expect(
      new Set(places.filter(({ country }) => country === 'US').map(({ regionCode }) => regionCode)).size,
    ).toBeGreaterThan(3);
    expect(share(({ opening }) => opening.places.length > 1)).toBeGreaterThan(0.02);
  });

  test('cover every workplace, job type and level', () => {
    for (const word of workplaces.words)
      expect(share(({ opening }) => opening.workplace === word)).toBeGreaterThan(0.1);
    for (const word of jobTypes.words) expect(share(({ opening }) => opening.jobType === word)).toBeGreaterThan(0.01);
    for (const word of levels.words) expect(share(({ opening }) => opening.level === word)).toBeGreaterThan(0.01);
    expect(share(({ opening }) => opening.level === null)).toBeGreaterThan(0.2);
  });

  test('omit pay in about three of ten, and state it only in prose in some', () => {
    const missing = share(({ pay }) => pay === null);
    expect(missing).toBeGreaterThan(0.25);
    expect(missing).toBeLessThan(0.37);
    expect(share(({ stated }) => stated.pay === 'text')).toBeGreaterThan(0.06);
  });

  test('use ten currencies, by hour, day, month and year', () => {
    const paid = postings.flatMap(({ pay }) => (pay ? [pay] : []));
    expect(new Set(paid.map(({ currency }) => currency)).size).toBe(10);
    for (const per of ['hour', 'day', 'month', 'year'])
      expect(paid.filter((pay) => pay.per === per).length).toBeGreaterThan(40);
  });

  test('are 0 to 60 days old, recent ones more often', () => {
    const ages = postings.map(({ postedAt }) => (now.getTime() - Date.parse(postedAt)) / day);
    expect(Math.min(...ages)).toBeGreaterThan(0);
    expect(Math.max(...ages)).toBeLessThan(60);
    const within = (days: number): number => ages.filter((age) => age <= days).length / ages.length;
    expect(within(1)).toBeGreaterThan(0.08);
    expect(within(7)).toBeGreaterThan(0.3);
    expect(within(30)).toBeLessThan(0.85);
  });

  test('were updated after they were posted, are not from the future, and are still open', () => {
    for (const { postedAt, updatedAt, validUntil } of postings) {
      expect(updatedAt >= postedAt).toBe(true);
      expect(Date.parse(updatedAt)).toBeLessThanOrEqual(now.getTime());
      if (validUntil) expect(Date.parse(validUntil)).toBeGreaterThan(now.getTime());
    }
  });
});

describe('an opening on two boards', () => {
  test('makes up about one in twelve', () => {
    const openings = new Set(postings.map(({ opening }) => opening.index)).size;
    expect(pairs().length / openings).toBeGreaterThan(0.06);
    expect(pairs().length / openings).toBeLessThan(0.1);
  });

  test('has two ids and URLs, one set of facts, and nearly the same text', () => {
    for (const [first, second] of pairs()) {
      if (!first || !second) throw new Error('a pair of one');
      expect(second.board).not.toBe(first.board);
      expect(second.opening).toBe(first.opening);
      expect(second.descriptionHtml).not.toBe(first.descriptionHtml);
      const words = new Set(wordsOf(first.descriptionHtml));
      const common = wordsOf(second.descriptionHtml).filter((word) => words.has(word)).length;
      expect(common / wordsOf(second.descriptionHtml).length).toBeGreaterThan(0.8);
      expect(Math.abs(Date.parse(first.postedAt) - Date.parse(second.postedAt))).toBeLessThanOrEqual(2 * day);
    }
  });

  test('sometimes states pay on only one of them, and never two amounts', () => {
    const paid = pairs().map((list) => list.map(({ pay }) => pay));
    expect(paid.some(([first, second]) => first && !second)).toBe(true);
    for (const [first, second] of paid) if (first && second) expect(second).toEqual(first);
  });
});

describe('a description', () => {
  test('is 250 to 600 words of English from templates', () => {
    for (const { descriptionHtml } of postings) {
      const count = wordsOf(descriptionHtml).length;
      expect(count).toBeGreaterThanOrEqual(250);
      expect(count).toBeLessThanOrEqual(600);
      expect(descriptionHtml).not.toMatch(/[{}|]|undefined|NaN|null\b/);
      expect(descriptionHtml).not.toMatch(/\b(\w+) \1\b(?<!that that|had had)/);
    }
  });

  test('is unique', () => {
    expect(new Set(postings.map(({ descriptionHtml }) => descriptionHtml)).size).toBe(2400);
  });

  test('contains numbers that are not pay', () => {
    const texts = postings.map(({ descriptionHtml }) => descriptionHtml);
    for (const noise of [/401\(k\)/, /[Ff]ounded in \d{4}/, /[$€£]\d+M Series/, /learning budget of/, /\d+ engineers/])
      expect(texts.filter((text) => noise.test(text)).length).toBeGreaterThan(20);
  });

  test('states the pay where it is given in prose, and nowhere else', () => {
    for (const { payText, stated, descriptionHtml } of postings)
      if (payText) expect(descriptionHtml.includes(payText.replaceAll("'", '&#39;'))).toBe(stated.pay === 'text');
  });

  test('balances its tags', () => {
    for (const { descriptionHtml } of postings)
      for (const tag of ['ul', 'li', 'p', 'strong', 'b', 'h2', 'h3'])
        expect(descriptionHtml.split(`<${tag}>`).length).toBe(descriptionHtml.split(`</${tag}>`).length);
  });
});

describe('a title', () => {
  const seniority = /\b(Senior|Sr|Lead|Staff|Principal)\b/;

  test('states the level where there is one', () => {
    for (const { title, opening } of postings) {
      if (opening.level === 'senior') expect(title).toMatch(seniority);
      if (opening.level === 'internship') expect(title).toMatch(/Intern|Student/);
      if (opening.level === 'director') expect(title).toMatch(/Head of|Director/);
      if (opening.level === 'executive') expect(title).toMatch(/VP|Vice President|Chief/);
      if (opening.level === null && !/Staff Nurse|Lead Generation/.test(title)) expect(title).not.toMatch(seniority);
    }
  });
});
