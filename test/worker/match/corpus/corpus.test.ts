import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { HeldJob } from '../../../../shared/search/job.js';
import { anySearch, type SearchSubject } from '../../../../shared/search/query/query.js';
import {
  type Corpus,
  createCorpus,
  emptyCorpus,
  extendCorpus,
  groupOf,
  updateCorpus,
} from '../../../../worker/match/corpus/corpus.js';
import { prepareCollection } from '../../../../worker/match/corpus/load-collections.js';
import { searchCorpus } from '../../../../worker/match/rank/search-corpus.js';
import { locationKey } from '../../../../worker/match/segment/fact-columns.js';
import type { PreparedCollection } from '../../../../worker/match/segment/open-segment.js';
import { runSync } from '../../../../worker/process/cooperative.js';
import { gazetteer, type Made, made, now } from '../../lib/made-jobs.js';

const sources = ['one', 'two', 'three', 'four'] as const;

/** The content of a column, per item, independent of item numbers. */
function itemsInWords(corpus: Corpus): string[] {
  const { columns } = corpus;
  const inWords = Array.from({ length: columns.size }, (_, item) => {
    const group = groupOf(corpus, item);
    const names = group.members.map(({ job }) => `${job.source} ${job.id}`);
    const collection = corpus.collections[columns.collection[item] ?? -1];
    const shown = collection?.entryAt(columns.entry[item] ?? -1);
    const where = locationKey(columns.locationSets[columns.locationSet[item] ?? -1] ?? group.shown.job);
    const from = columns.placeFrom[columns.locationSet[item] ?? 0];
    const placeIds = columns.placeIds.subarray(from, columns.placeFrom[(columns.locationSet[item] ?? 0) + 1]);
    return JSON.stringify([
      names,
      group.shown.job,
      shown?.id,
      where,
      [...placeIds].map((id) => columns.places[id]?.city),
      columns.boards[item],
      [columns.postedAt[item], columns.yearlyPay[item], columns.payCurrency[item]],
      [columns.workplace[item], columns.jobType[item], columns.level[item]],
    ]);
  });
  return inWords;
}

/** Everything that a search can read from a corpus. */
function seenOf(corpus: Corpus) {
  const inWords = itemsInWords(corpus);
  const ask = (query: Partial<SearchSubject>) => {
    const { total, bySource, take } = searchCorpus(corpus, { ...anySearch, ...query }, { now, gazetteer });
    return { total, bySource, jobs: take(total) };
  };
  return {
    size: corpus.columns.size,
    items: [...inWords].sort(),
    itemOf: corpus.collections.map(({ source }, at) => [source, [...(corpus.itemOf[at] ?? [])].map((i) => inWords[i])]),
    answers: [
      ask({}),
      ask({ keyword: 'welder' }),
      ask({ keyword: 'cook OR -night', sortBy: 'recent' }),
      ask({ location: 'Leeds', remoteFilter: 'on site' }),
    ],
  };
}

/** A corpus updated from another reads the same as one built from nothing. */
function expectSameAtEachStep(steps: readonly (readonly PreparedCollection[])[]): void {
  let former = emptyCorpus;
  for (const collections of steps) {
    former = runSync(updateCorpus(former, collections));
    expect(seenOf(former)).toEqual(seenOf(createCorpus(collections)));
  }
}

/** Jobs of one source, the same for the same choices, and one per id. */
function jobsOf(source: string, choices: fc.Arbitrary<Made>, count: number): HeldJob[] {
  const jobs = fc.sample(choices, { seed: source.length, numRuns: count }).map((each) => made({ ...each, source }));
  return [...new Map(jobs.map((job) => [job.id, job])).values()];
}

/** A collection per source; then one after the other is renewed, removed or moved. */
function sequencesOf(choices: fc.Arbitrary<Made>, { most, least = 0 }: { most: number; least?: number }) {
  const boards = sources.map((source) => {
    const jobs = jobsOf(source, choices, most);
    const minLength = Math.min(least, jobs.length);
    return fc.subarray(jobs, { minLength }).map((taken) => prepareCollection(source, taken));
  });
  const board = fc.integer({ min: 0, max: sources.length - 1 });
  const step = board.chain((at) =>
    fc.record({
      source: fc.constant(sources[at] ?? ''),
      next: fc.option(boards[at] ?? fc.constant(null), { freq: 4 }),
      turned: fc.boolean(),
    }),
  );
  return fc.tuple(fc.tuple(...boards), fc.array(step, { minLength: 1, maxLength: 5 })).map(([first, steps]) => {
    const held = new Map(first.map((each) => [each.source, each]));
    return [
      first,
      ...steps.map(({ source, next, turned }) => {
        if (next === null) held.delete(source);
        else held.set(source, next);
        return turned ? [...held.values()].reverse() : [...held.values()];
      }),
    ];
  });
}

const night =
  'Night shift at the harbour, where ropes, paint and steel wait for you each morning at six and not later.';
const soup = 'Soup is cooked here every day. '.repeat(4);

test('a corpus extended by groups that have no opening in common equals one of all their postings', () => {
  const jobs = ['Welder', 'Cook', 'Baker', 'Miller'].flatMap((title, at) =>
    sources.slice(at).map((source, days) => made({ title, source, days: days + 1, text: night.repeat(2) })),
  );
  const single = jobs.map((job) => prepareCollection(job.source, [job]));
  const whole = createCorpus(single);
  const groups = Array.from({ length: whole.columns.size }, (_, item) =>
    single.filter((_each, at) => whole.itemOf[at]?.[0] === item),
  );
  expect(groups.map(({ length }) => length).sort()).toEqual([1, 2, 3, 4]);
  const first = runSync(extendCorpus(emptyCorpus, groups.slice(0, 2)));
  const extended = runSync(extendCorpus(first, groups.slice(2)));
  expect(seenOf(extended)).toEqual(seenOf(createCorpus(extended.collections)));
  expect([...seenOf(extended).items]).toEqual([...seenOf(whole).items]);
});

describe('a corpus updated from a former one', () => {
  test('equals a full build, for any sequence of changes and any number of duplicates', () => {
    const choices: fc.Arbitrary<Made> = fc.record(
      {
        title: fc.constantFrom('Welder', 'Welder (Leeds)', 'Senior Welder', 'Cook', 'Cook, part time'),
        company: fc.constantFrom('Acme', 'Acme Ltd.', 'Beta'),
        place: fc.constantFrom('Leeds, UK', 'Berlin', 'United Kingdom', 'Remote', ''),
        text: fc.constantFrom('', night.repeat(2), `${night} ${night} ${'And more of it stands here. '.repeat(9)}`),
        days: fc.constantFrom(1, 1, 2, null),
        requisition: fc.constantFrom('R-1001', '1002'),
        workplace: fc.constantFrom<string[]>([], ['on site']),
        url: fc.integer({ min: 0, max: 40 }).map((number) => `https://jobs.example/${number}`),
        pay: fc.constantFrom('€40,000 a year'),
      },
      { requiredKeys: ['title'] },
    );
    fc.assert(fc.property(sequencesOf(choices, { most: 14 }), expectSameAtEachStep), { numRuns: 60 });
  });

  test('equals a full build when a bucket is too large to be compared', () => {
    const choices: fc.Arbitrary<Made> = fc.record(
      {
        title: fc.constant('Cook'),
        place: fc.constantFrom('Leeds, UK', 'Berlin'),
        text: fc.constantFrom(night.repeat(2), night.repeat(3), soup),
        requisition: fc.integer({ min: 1000, max: 1012 }).map(String),
        url: fc.integer({ min: 0, max: 99_999 }).map((number) => `https://jobs.example/${number}`),
      },
      { requiredKeys: ['title', 'url'] },
    );
    // The bucket now has more than 60, now fewer.
    fc.assert(fc.property(sequencesOf(choices, { most: 26, least: 8 }), expectSameAtEachStep), { numRuns: 15 });
  });

  test('leaves the former corpus unchanged', () => {
    const [one, two, other] = ['one', 'two', 'two'].map((source, at) =>
      prepareCollection(source, [made({ title: 'Welder', source, days: at }), made({ title: `Cook ${at}`, source })]),
    );
    if (one === undefined || two === undefined || other === undefined) throw new Error('There are three.');
    const former = createCorpus([one, two]);
    const before = seenOf(former);
    runSync(updateCorpus(former, [one, other]));
    runSync(updateCorpus(former, [two]));
    expect(seenOf(former)).toEqual(before);
  });
});
