import type { NarrowingField } from '../fields.js';

/** Names of the narrowing fields in sentences for people. */
export const fieldWords: Readonly<Record<NarrowingField, string>> = {
  keyword: 'the keyword',
  location: 'the location',
  dateSincePosted: 'the date',
  salary: 'the pay',
  jobType: 'the job type',
  remoteFilter: 'the workplace',
  experienceLevel: 'the level',
  excludeCompanies: 'the excluded companies',
  language: 'the language',
  skills: 'the skills',
  label: 'the label',
};

const fieldsLead = 'There are jobs with one field left out: ';
const wordsLead = 'There are jobs for only one word: ';

/** How many jobs an empty search would find without one field, or with one word of its keyword; no zeros. */
export type LeftOutCounts = { fields: ReadonlyMap<string, number>; words: ReadonlyMap<string, number> };

/** Sentences with these counts, the most jobs first. */
export function leftOutSentences({ fields, words }: LeftOutCounts): string[] {
  const ranked = (counts: ReadonlyMap<string, number>, nameOf: (key: string) => string): string =>
    [...counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([key, jobs]) => `${nameOf(key)} ${jobs}`)
      .join(', ');
  return [
    ...(fields.size === 0 ? [] : [`${fieldsLead}${ranked(fields, (field) => `without ${wordsFor(field)}`)}.`]),
    ...(words.size === 0 ? [] : [`${wordsLead}${ranked(words, (word) => `"${word}"`)}.`]),
  ];
}

/** Parses these sentences in an answer's notices, for pages that make links of them. */
export function readLeftOut(notices: readonly string[]): LeftOutCounts {
  const text = notices.find((notice) => notice.startsWith('No stored job meets')) ?? '';
  const itemsOf = (lead: string): string[] =>
    text
      .split(lead)[1]
      ?.split(/\. |\.$/)[0]
      ?.split(', ') ?? [];
  const fields = itemsOf(fieldsLead).flatMap((item): [string, number][] => {
    const [, words, jobs] = /^without ([a-z ]{1,40}) (\d{1,12})$/.exec(item) ?? [];
    return Object.entries(fieldWords).flatMap(([name, known]) => (known === words ? [[name, Number(jobs)]] : []));
  });
  const words = itemsOf(wordsLead).flatMap((item): [string, number][] => {
    const [, word, jobs] = /^"([^"]{1,200})" (\d{1,12})$/.exec(item) ?? [];
    return word === undefined ? [] : [[word, Number(jobs)]];
  });
  return { fields: new Map(fields), words: new Map(words) };
}

/** A field's name for people. */
const wordsFor = (field: string): string => Object.entries(fieldWords).find(([name]) => name === field)?.[1] ?? field;
