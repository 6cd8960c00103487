import { skillTerm } from '../../../shared/keyword/fact-terms.js';
import { allOf, type KeywordNode, termOf } from '../../../shared/keyword/keyword-node.js';
import { type ParsedKeyword, parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { fieldWords } from '../../../shared/search/query/left-out.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import { skillsIn } from '../../../shared/skills/skill-names.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { isUsed, type ReadFact, type ReadFacts, readFacts, withFacts } from './read-facts.js';

/** A search whose keyword is read. Made where a search enters a worker; every step takes it from there. */
export type AnalyzedSearch = {
  /** The search as it was sent. */
  asked: SearchSubject;
  /** The search as it is run: with the facts of its keyword in their fields. */
  subject: SearchSubject;
  /** The keyword besides its facts, and the skills that are requested; `null` = it requires nothing. */
  root: KeywordNode | null;
  /** Sentences that say how the keyword was read. */
  notices: readonly string[];
  facts: ReadFacts;
};

/** Reads the keyword of a search: first the facts in it, then the words that are left. Some 15 µs; never throws. */
export function analyzeSearch(asked: SearchSubject, gazetteer: Gazetteer): AnalyzedSearch {
  const facts = asked.keyword === '' ? { rest: '', facts: [] } : readFacts(asked.keyword, gazetteer);
  const subject = facts.facts.length === 0 ? asked : withFacts(asked, facts);
  const { root, ignored } = requiredOf(subject);
  return { asked, subject, root, notices: [...factNotices(asked, facts.facts), ...ignored], facts };
}

/** What the postings of a search must have: the words of its keyword, and its skills. */
export function requiredOf({ keyword, skills }: Pick<SearchSubject, 'keyword' | 'skills'>): ParsedKeyword {
  const parsed = parseKeyword(keyword);
  if (skills === '') return parsed;
  const named = skillsIn(skills).map((skill) => termOf([skillTerm(skill)], { field: 'fact' }));
  return { ...parsed, root: allOf([...(parsed.root === null ? [] : [parsed.root]), ...named]) };
}

/** The search as it is run when a field is left out: what the keyword says of the field stands. */
export function subjectWithout({ asked, facts }: AnalyzedSearch, field: keyof SearchSubject): SearchSubject {
  const open = { ...asked, [field]: '' };
  return facts.facts.length === 0 ? open : withFacts(open, facts);
}

function factNotices(asked: SearchSubject, facts: readonly ReadFact[]): string[] {
  const used = facts.filter((fact) => isUsed(asked, fact));
  const unused = facts.filter((fact) => !isUsed(asked, fact) && asked[fact.field] !== fact.value);
  return [...(used.length === 0 ? [] : [usedNotice(used)]), ...unused.map((fact) => unusedNotice(fact, asked))];
}

function usedNotice(facts: readonly ReadFact[]): string {
  const read = facts.map(({ written, meaning }) => `"${written}" as ${meaning}`).join(', ');
  const quoted = facts.map(({ written }) => `"${written}"`).join(' ');
  return `In the keyword we read ${read}. To look for the words themselves, put them in quotes: ${quoted}.`;
}

const unusedNotice = ({ written, field }: ReadFact, asked: SearchSubject): string =>
  `"${written}" in the keyword is not used, since ${fieldWords[field]} says "${asked[field]}". To look for the word itself, put it in quotes.`;
