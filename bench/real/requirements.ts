import type { HeldJob } from '../../shared/search/job.js';
import { statedFactsOf } from '../../shared/search/stated-facts.js';
import { readHiringComment } from '../../worker/sources/kinds/services/hn-hiring.js';
import { emptyPosting, type Posting } from '../../worker/sources/posting.js';
import { labelledPostings, realComments, realLocations, realTitles } from './material.js';
import { readRealPosting } from './read-real-posting.js';
import { type RealCase, type RealFact, sourceOf } from './real-fact.js';

/** The facts that are `null` unless a description states them. */
export const requirements: readonly RealFact[] = [
  {
    ...statedFact('remote-from', 'where a remote worker must live', 'the same places, or rightly none', homesOf),
    cases: () => new Map([...casesOf(homesOf), ...homeCases()]),
    misread:
      'places next to an office where the job may also be done, states listed after the name of an area, and sentences about a preferred place',
  },
  statedFact('visa', 'visa sponsorship', 'yes, no, or rightly none', ({ stated }) => yesOrNo(stated?.visaSponsorship)),
  statedFact('clearance', 'security clearance', 'yes, no, or rightly none', ({ stated }) =>
    yesOrNo(stated?.securityClearance),
  ),
  {
    ...statedFact(
      'degree',
      'degree',
      'the lowest degree that is accepted, or rightly none',
      ({ stated }) => stated?.degree,
    ),
    misread:
      'years that replace a degree in a table of its own, requirements under a heading of preferences, and "advanced degree preferred" next to an accepted lower one',
  },
  statedFact(
    'years',
    'years of experience',
    'the years required, or rightly none',
    ({ stated }) => stated?.yearsOfExperience,
  ),
  statedFact('language', 'language of the posting', 'the language', ({ stated }) => stated?.language),
  statedFact('posted-by', 'agency or employer', 'the word, or rightly none', ({ stated }) => stated?.postedBy),
];

/** Sources with only remote jobs, and places that say so. */
const remoteSources: ReadonlySet<string> = new Set(['himalayas', 'wwr']);
const saysRemote = /remote|anywhere/i;

/** A fact that only the description states; the posting's place is left out, as it may state it too. */
function statedFact(name: string, title: string, right: string, fact: (job: HeldJob) => unknown): RealFact {
  return { name, title, right, target: '97 % right or none; 1 % wrong', cases: () => casesOf(fact) };
}

function casesOf(fact: (job: HeldJob) => unknown): Map<string, RealCase> {
  return new Map(
    labelledPostings().map(({ id, from, source, location, posting }) => {
      const workplace = remoteSources.has(from) || saysRemote.test(location) ? ['Remote'] : [];
      return [
        id,
        {
          shown: `[${from}] ${posting.title}`,
          read: () => fact(readRealPosting({ ...posting, places: [], workplace })) ?? null,
          ...sourceOf(source),
        },
      ];
    }),
  );
}

/** Comments of hiring threads, location strings and titles, each as a posting that states nothing else. */
function* homeCases(): Generator<[string, RealCase]> {
  const read = (posting: Posting | null): unknown => {
    if (posting === null) return null;
    return homesOf(readRealPosting(posting)) ?? null;
  };
  for (const { id, html } of realComments())
    yield [id, { shown: html.slice(0, 100), read: () => read(readHiringComment({ id: '1', html, at: null })) }];
  for (const { id, text } of realLocations())
    yield [id, { shown: text, read: () => read({ ...titled('Posting'), places: [placeOf(text)] }) }];
  for (const { id, text } of realTitles()) yield [id, { shown: text, read: () => read(titled(text)) }];
}

const titled = (title: string): Posting => emptyPosting(title, 'https://posting.invalid/');
const placeOf = (text: string): Posting['places'][number] => ({ text, city: null, region: null, country: null });

const yesOrNo = (value: boolean | undefined): string | undefined =>
  value === undefined ? undefined : value ? 'yes' : 'no';

/** Codes of countries, with their regions, and names of areas, in alphabetical order. */
function homesOf(job: HeldJob): string[] | undefined {
  return statedFactsOf(job)
    .remoteFrom?.map(
      ({ area, country, region }) => area ?? (region === null ? (country ?? '') : `${country}-${region}`),
    )
    .sort();
}
