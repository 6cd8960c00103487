import type { SearchSubject } from '../../../shared/search/query.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { memoize } from '../../gazetteer/memoize.js';
import { fieldWords } from './field-words.js';
import { type ReadFact, type ReadFacts, readFacts, withFacts } from './read-facts.js';

/** A search as it is run: with the facts of its keyword in their fields; `notices` say how it was read. */
export type ReadSubject = { subject: SearchSubject; notices: readonly string[] };

const memoizedFacts = memoize<ReadFacts>(500);

/** Reads the facts in the keyword of a search. */
export function readSubject(query: SearchSubject, gazetteer: Gazetteer): ReadSubject {
  if (query.keyword === '') return { subject: query, notices: [] };
  const read = memoizedFacts(gazetteer, query.keyword, () => readFacts(query.keyword, gazetteer));
  if (read.facts.length === 0) return { subject: query, notices: [] };
  const used = read.facts.filter(({ field }) => query[field] === '');
  const unused = read.facts.filter(({ field, value }) => query[field] !== '' && query[field] !== value);
  return {
    subject: withFacts(query, read),
    notices: [...(used.length === 0 ? [] : [usedNotice(used)]), ...unused.map((fact) => unusedNotice(fact, query))],
  };
}

function usedNotice(facts: readonly ReadFact[]): string {
  const read = facts.map(({ written, meaning }) => `"${written}" as ${meaning}`).join(', ');
  const quoted = facts.map(({ written }) => `"${written}"`).join(' ');
  return `In the keyword we read ${read}. To look for the words themselves, put them in quotes: ${quoted}.`;
}

const unusedNotice = ({ written, field }: ReadFact, query: SearchSubject): string =>
  `"${written}" in the keyword is not used, since ${fieldWords[field]} says "${query[field]}". To look for the word itself, put it in quotes.`;
