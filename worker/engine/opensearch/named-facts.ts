import { industryKeys } from '../../../shared/words/industry.js';
import { companySpelling } from '../../match/rank/facets/busiest-companies.js';
import type { PreparedCollection } from '../../match/segment/prepared-collection.js';

/** A posting prepared by itself: its only entry is 0. */
type Posting = Pick<PreparedCollection, 'index' | 'entryAt' | 'companyFacts' | 'skills'>;

/** What of an opening is counted by its names. */
export type NamedFacts = {
  /** One text: the name of its company as `employerText` writes it. */
  employers: string[];
  /** The keys by which its industries are found, and how they are written. */
  industries: string[];
  industryNames: string[];
  sizes: string[];
  skills: string[];
};

export const namedFields = ['employers', 'industries', 'industryNames', 'sizes', 'skills'] as const;

/** How a company is called: the name as it is shown, and the words of each spelling, that of the shown posting first. */
export type EmployerName = { name: string; spellings: readonly string[] };

/** Spellings of a company that are told apart. */
const mostSpellings = 20;

const employerText = ({ name, spellings }: EmployerName): string =>
  JSON.stringify([name, ...spellings.slice(0, mostSpellings)]);

/** Reads what `employerText` wrote. */
export function employerOf(text: string): EmployerName {
  const [name = '', ...spellings] = JSON.parse(text) as string[];
  return { name, spellings };
}

/** The named facts of an opening by its postings, the one that is shown first. */
export function namedFactsOf(postings: readonly Posting[]): NamedFacts {
  const known = postings.flatMap(({ companyFacts: { known, of } }) => known[(of[0] ?? 0) - 1] ?? []);
  const industryNames = known.flatMap(({ industry }) => industry ?? []);
  return {
    employers: [
      employerText({
        name: postings[0]?.entryAt(0).job.company.name ?? '',
        spellings: [...new Set(postings.map(({ index }) => companySpelling(index, 0)))],
      }),
    ],
    industries: [...new Set(industryNames.flatMap(industryKeys))],
    industryNames: [...new Set(industryNames)],
    sizes: [...new Set(known.flatMap(({ size }) => size ?? []))],
    skills: [
      ...new Set(
        postings.flatMap(({ skills: { known: names, from, of } }) => {
          const numbers = Array.from(of.subarray(from[0] ?? 0, from[1] ?? 0));
          return numbers.flatMap((number) => names[number] ?? []);
        }),
      ),
    ],
  };
}
