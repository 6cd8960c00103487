import { skillTerm } from '../../../shared/keyword/fact-operators.js';
import { allOf, type KeywordNode, termOf } from '../../../shared/keyword/keyword-node.js';
import { type ParsedKeyword, parseKeyword } from '../../../shared/keyword/parse-keyword.js';
import { askedPayText, readAskedPay } from '../../../shared/search/query/asked-pay.js';
import { fieldWords } from '../../../shared/search/query/left-out.js';
import type { SearchSubject } from '../../../shared/search/query/query.js';
import { skillsIn } from '../../../shared/skills/skill-names.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { currencyOf } from '../../normalise/pay/currencies.js';
import { createPlaceFilter } from '../rank/filter/place-filter.js';
import { isUsed, type ReadFact, type ReadFacts, readFacts, withFacts } from './read-facts.js';

/** A search with its keyword parsed. Created where a search enters a worker, and used by every later step. */
export type AnalyzedSearch = {
  /** The search as it was sent. */
  asked: SearchSubject;
  /** The search as it is run: with the facts of its keyword in their fields, and a currency for its pay. */
  subject: SearchSubject;
  /** The currency for comparing pay: the one named with it, otherwise that of the place, otherwise US dollars. */
  payCurrency: string;
  /** The keyword without its facts, plus the requested skills; `null` = it requires nothing. */
  root: KeywordNode | null;
  /** Sentences about the interpretation of the keyword. */
  notices: readonly string[];
  facts: ReadFacts;
};

/**
 * Parses the keyword of a search: first the facts in it, then the remaining words. Some 15 µs, without parsing its
 * place, which is cached; never throws.
 */
export function analyzeSearch(asked: SearchSubject, gazetteer: Gazetteer): AnalyzedSearch {
  const facts = asked.keyword === '' ? { rest: '', facts: [] } : readFacts(asked.keyword, gazetteer);
  const read = facts.facts.length === 0 ? asked : withFacts(asked, facts);
  // The field's pay, with its currency, overrides pay in the keyword.
  const named = asked.salary === '' ? null : readAskedPay(asked.salary).currency;
  const payCurrency = named ?? currencyAt(read.location, gazetteer);
  const subject = withCurrency(read, payCurrency);
  const { root, ignored } = requiredOf(subject);
  const notices = [...factNotices(asked, facts.facts), ...ignored];
  if (subject !== read) notices.push(currencyNotice(payCurrency));
  return { asked, subject, payCurrency, root, notices, facts };
}

/** The currency of the one country, or the countries with one currency, in a location; otherwise US dollars. */
function currencyAt(location: string, gazetteer: Gazetteer): string {
  const targets = createPlaceFilter(location, gazetteer)?.targets ?? [];
  const [only = null, ...others] = new Set(targets.map(({ place }) => currencyOf(place?.country ?? null)));
  return (others.length === 0 ? only : null) ?? 'USD';
}

/** The search with a currency added to pay without one. */
function withCurrency(subject: SearchSubject, currency: string): SearchSubject {
  if (subject.salary === '') return subject;
  const pay = readAskedPay(subject.salary);
  return pay.currency === null ? { ...subject, salary: askedPayText({ ...pay, currency }) } : subject;
}

const currencyNotice = (currency: string): string =>
  `The pay names no currency and is compared in ${currency}; to compare it in another one, write it: "50000 ${currency === 'EUR' ? 'USD' : 'EUR'}".`;

/** What postings must contain: the words of the search's keyword, and its skills. */
export function requiredOf({ keyword, skills }: Pick<SearchSubject, 'keyword' | 'skills'>): ParsedKeyword {
  const parsed = parseKeyword(keyword);
  if (skills === '') return parsed;
  const named = skillsIn(skills).map((skill) => termOf([skillTerm(skill)], { field: 'fact' }));
  return { ...parsed, root: allOf([...(parsed.root === null ? [] : [parsed.root]), ...named]) };
}

/** The search with a field left out: the keyword's value for the field remains. */
export function subjectWithout(
  { asked, facts, payCurrency }: AnalyzedSearch,
  field: keyof SearchSubject,
): SearchSubject {
  const open = { ...asked, [field]: '' };
  return withCurrency(facts.facts.length === 0 ? open : withFacts(open, facts), payCurrency);
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
