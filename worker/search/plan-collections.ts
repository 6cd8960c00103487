import { cutWords } from '../../shared/keyword/cut-words.js';
import { type KeywordNode, type KeywordTerm, writtenTerm } from '../../shared/keyword/keyword-node.js';
import { spaceWords, unspacedRuns } from '../../shared/keyword/unspaced.js';
import { aliasOf, writtenWords } from '../../shared/keyword/word-aliases.js';
import { foldPlace } from '../../shared/places/fold-place.js';
import { type AskedPlace, canonicalLocation, parseLocation } from '../../shared/places/parse-location.js';
import { tableNames } from '../../shared/places/table-names.js';
import { asksRemote, type SearchSubject } from '../../shared/search/query/query.js';
import type { Gazetteer } from '../gazetteer/gazetteer.js';
import type { AnalyzedSearch } from '../match/keyword/analyze-search.js';
import { type AnyTerm, type Choice, expandKeyword } from '../match/keyword/expand-keyword.js';
import { isFact, isStopWord, joinFacts } from '../match/keyword/interpret-keyword.js';
import { synonymsOf, textBits } from '../match/keyword/synonyms.js';
import { understoodNames } from '../match/rank/filter/resolve-location.js';
import { boardKey, collectionKey, isWholeBoard } from '../sources/collection-key.js';
import type { Narrow, NarrowField, Source } from '../sources/source.js';

/**
 * The places that a source's own search is narrowed to, each canonical and in the search's spelling. `null` = not
 * narrowed by place: the query names none; it wants remote work, which is not found by place; or it names a region that
 * job boards do not know.
 */
function narrowLocation(
  { location, ...query }: Pick<SearchSubject, 'location' | 'remoteFilter'>,
  gazetteer: Gazetteer,
): string[] | null {
  if (asksRemote(query)) return null;
  const { places } = parseLocation(canonicalLocation(location));
  const understood = places.flatMap((place) => {
    const names = understoodNames(place, gazetteer).join(', ');
    return parseLocation(canonicalLocation(names)).places.map(({ parts }) => ({ ...place, parts }));
  });
  if (understood.length === 0 || !understood.every(isKnownToBoards)) return null;
  return [...new Set(understood.map(({ parts }) => usualName(parts, gazetteer).join(', ')))];
}

/** A town by its usual name, plus its state or country if ambiguous: boards do not know "Berlino". */
function usualName(parts: readonly string[], gazetteer: Gazetteer): readonly string[] {
  const [first = '', ...rest] = parts;
  const [, country = ''] = /^city ([A-Z]{2}) [^|]+$/.exec(tableNames().meaning(first) ?? '') ?? [];
  const town = gazetteer.cities(first).find((each) => each.country === country);
  if (town === undefined || foldPlace(town.name) === foldPlace(first)) return parts;
  if (rest.length > 0) return [town.name, ...rest];
  const code = town.region !== null && /^[A-Z]{2,3}$/.test(town.region) ? town.region : null;
  return [town.name, code ?? gazetteer.countryName(country)];
}

function isKnownToBoards({ parts, workplace }: AskedPlace): boolean {
  if (parts.length === 0 || workplace === 'remote') return false;
  return parts.length > 1 || !/^(?:area|named) /.test(tableNames().meaning(parts[0] ?? '') ?? '');
}

/** The most collections per source and search, one for each alternative. */
export const maxAlternatives = 5;

/** Longest short forms. */
const shortForm = /^\p{L}{2,4}$/u;

/** A synonym of at least this weight is treated as equivalent. */
const synonymWeight = 0.9;

/**
 * The texts that a source's own search is narrowed to, one per alternative: the wanted words without operators, quotes,
 * fields and exclusions. Words that state facts ("remote", "junior") are left out next to others, since a source need
 * not write them. `null` = not narrowed by the keyword: there are too many alternatives, or one has no words.
 * `keyword`: the text of `root`, whose unspaced words are sent unchanged.
 */
export function narrowKeyword(root: KeywordNode | null, keyword: string): string[] | null {
  if (root === null) return null;
  const runs = unspacedRuns(keyword).map((run) => ({ run, cuts: [cutWords(run), cutWords(spaceWords(run))] }));
  const wordsOf = (terms: readonly KeywordTerm[]): string[] => {
    const words = terms.flatMap((term) => term.words.map(aliasOf));
    return runs.length === 0 ? words : joinRuns(words, runs);
  };
  const lists: string[][] = [];
  const alternatives = expandKeyword(root, 'as written');
  for (const { wanted } of alternatives) {
    const combined = combine(distinctive(wanted));
    if (combined === null || combined.length + lists.length > maxAlternatives * maxAlternatives) return null;
    lists.push(...combined.map((choices) => wordsOf(choices.map(({ term }) => term))));
  }
  if (lists.length === 0 || lists.some((words) => words.length === 0)) return null;
  const texts = [...new Set(withoutNarrower(lists).map(writtenWords))];
  if (texts.length > maxAlternatives) return null;
  const long = alternatives.flatMap(({ wanted }) => longForms(distinctive(wanted), wordsOf));
  const longer = [...new Set([...texts, ...long])];
  return longer.length <= maxAlternatives ? longer : texts;
}

/**
 * The terms that a source's own search is likely to find; all terms if none is. This service's own operators of stated
 * facts are never sent.
 */
function distinctive(wanted: readonly AnyTerm[]): readonly AnyTerm[] {
  const tests: ((choice: Choice) => boolean)[] = [
    ({ term }) => !isStopWord(term),
    ({ term }) => term.field !== 'company',
    (choice) => !isFact(choice),
  ];
  return tests.reduce<readonly AnyTerm[]>(
    (left, test) => {
      const kept = left.filter((choices) => choices.some(test));
      return kept.length > 0 ? kept : left;
    },
    joinFacts(wanted.filter((choices) => choices.every(({ term }) => term.field !== 'fact'))),
  );
}

/** The Cartesian product of the choices; `null` when it is too large. */
function combine(wanted: readonly AnyTerm[]): Choice[][] | null {
  let combined: Choice[][] = [[]];
  for (const choices of wanted) {
    combined = combined.flatMap((before) => choices.map((choice) => [...before, choice]));
    if (combined.length > maxAlternatives) return null;
  }
  return combined;
}

/** Drops lists that contain all words of another one: a search for "nurse" finds every "ward nurse". */
function withoutNarrower(lists: readonly string[][]): readonly string[][] {
  return lists.filter(
    (words) => !lists.some((other) => other.length < words.length && other.every((word) => words.includes(word))),
  );
}

type Run = { run: string; cuts: readonly (readonly string[])[] };

/** Words with each run that the index splits (`cuts`) joined as written. */
function joinRuns(words: readonly string[], runs: readonly Run[]): string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; ) {
    const startsHere = (cut: readonly string[]): boolean => cut.every((word, index) => words[at + index] === word);
    const found = runs.flatMap(({ run, cuts }) => cuts.filter(startsHere).map(({ length }) => ({ run, length })))[0];
    joined.push(found?.run ?? words[at] ?? '');
    at += found?.length ?? 1;
  }
  return joined;
}

/** The same terms with an abbreviation spelled out: "registered nurse" for "RN". */
function longForms(wanted: readonly AnyTerm[], wordsOf: (terms: readonly KeywordTerm[]) => string[]): string[] {
  const textOf = (some: readonly AnyTerm[]): string[] => {
    const text = writtenWords(wordsOf(some.flatMap(([choice]) => choice?.term ?? [])));
    return text === '' ? [] : [text];
  };
  return wanted.flatMap(([choice, ...others], at) => {
    const long = choice === undefined || others.length > 0 ? null : longFormOf(choice.term, choice.tokens);
    if (long === null) return [];
    return [[...textOf(wanted.slice(0, at)), long, ...textOf(wanted.slice(at + 1))].join(' ')];
  });
}

function longFormOf(term: KeywordTerm, tokens: readonly string[]): string | null {
  const { words, isExact } = term;
  const [word = '', ...more] = words;
  if (isExact || more.length > 0 || !shortForm.test(word) || aliasOf(word) !== word) return null;
  const same = synonymsOf(tokens, writtenTerm(term)).find(
    ({ weight, ignored, said }) => weight >= synonymWeight && (ignored & ~textBits) === 0 && said.includes(' '),
  );
  return same?.said ?? null;
}

export { collectionKey } from '../sources/collection-key.js';

/** One collection that a search needs. A source that narrows may have several. */
export type PlannedSource = { source: Source; narrow: Narrow; key: string };

/** The texts that sources can be narrowed to, one per alternative; `null` = not by this field. */
type Narrowing = Record<NarrowField, string[] | null>;

/**
 * The collections that a search needs. A collection is keyed by the source's own settings and only the fields that the
 * source applies itself, so a full board is collected once for all queries. A narrowing source gets plain words and
 * canonical places as the search understands them, one collection per alternative. `corrected` is the keyword with
 * corrected spelling, if known.
 */
export function planCollections(
  sources: readonly Source[],
  { subject, root }: AnalyzedSearch,
  { gazetteer, corrected }: { gazetteer: Gazetteer; corrected?: KeywordNode | null },
): PlannedSource[] {
  const keyword = narrowKeyword(corrected === undefined ? root : corrected, subject.keyword);
  const narrowing: Narrowing = { keyword, location: narrowLocation(subject, gazetteer) };
  return sources.flatMap((source) => (isWholeBoard(source) ? wholeBoard(source) : narrowed(source, narrowing)));
}

const wholeBoard = (source: Source): PlannedSource => ({ source, narrow: {}, key: boardKey(source) });

const narrowed = (source: Source, narrowing: Narrowing): PlannedSource[] =>
  narrowsFor(source.kind.narrows(source.settings), narrowing).map((narrow) => ({
    source,
    narrow,
    key: collectionKey(source, narrow),
  }));

/** The narrowings of one source; by only the keyword if there are too many combinations of both fields. */
function narrowsFor(fields: readonly NarrowField[], narrowing: Narrowing): Narrow[] {
  const of = (field: NarrowField): string[] => (fields.includes(field) ? (narrowing[field] ?? ['']) : ['']);
  const keywords = capped(of('keyword'));
  const all = capped(of('location'));
  const locations = keywords.length * all.length > maxAlternatives ? [''] : all;
  return keywords.flatMap((keyword) =>
    locations.map((location): Narrow => {
      const narrow: Narrow = {};
      for (const field of fields) narrow[field] = field === 'keyword' ? keyword : location;
      return narrow;
    }),
  );
}

const capped = (alternatives: string[]): string[] => (alternatives.length > maxAlternatives ? [''] : alternatives);
