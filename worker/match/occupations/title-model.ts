import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { markNames } from '../words/technology-names.js';
import { stopWords, tokensOf } from '../words/tokens.js';
import { type Occupation, readOccupations } from './read-occupations.js';

/** The groups of a title, the likeliest first, with their weights; the vector has length 1, or is empty. */
export type GroupVector = { groups: readonly number[]; weights: readonly number[] };

/** The occupation table's knowledge of titles. Words are in index form (`tokensOf`). */
export type TitleModel = {
  /** The number of groups. */
  readonly size: number;
  /** The usual English title of a group. */
  nameOf(group: number): string;
  /** Whether a title of the tables has the word. */
  hasWord(word: string): boolean;
  /** Whether a word names a level, a contract or a place of work rather than the work. */
  isMinor(word: string): boolean;
  /** How much a word says about a job, 0..1: "manager" little, "plumber" much. */
  specificity(word: string): number;
  /** The groups that a part of a title belongs to. */
  groupsOf(words: readonly string[]): GroupVector;
  /** How near each group is to those of a vector: 0..1 by group. */
  nearTo(vector: GroupVector): Float32Array;
};

/** How near a group is to one of the same family, to a related one, and to one of the same area. */
const nearness = { related: 0.38, family: 0.15, area: 0.02 } as const;

/** The weight of a word missing from the tables: it may be a place, a product or a name. */
const unknownWord = 0.45;

/** The weight of words that name a level, a contract or a place of work rather than the work. */
const minorWord = 0.2;

/** Words of titles that say little about the work; levels, contracts, times and connecting words. */
const minorWords: ReadonlySet<string> = new Set(
  tokensOf(
    'senior junior sr jr lead staff principal head chief i ii iii iv v 1 2 3 4 5 trainee graduate entry level mid experienced associate deputy vice assistant part full time remote hybrid contract temporary permanent freelance night day weekend shift the a an of and for in at to with de la le les des du et und der die das im für en el los las y e o di del della da do m f d w h x all genders new grad job position role opportunity vacancy staff praktikant werkstudent auszubildender stellvertretender leitender apprenti stagiaire stage alternance student werkstudent summer winter fall autumn seasonal weekend early career english speaking becario practicante adjoint leiter responsable jefe gerente',
  ),
);

/** The groups of a vector. */
const groupsAtMost = 6;

/** The weight of a known title relative to its individual words. */
const titleFactor = 2.2;

/** Makes the model of the tables. */
export function createTitleModel(occupations: readonly Occupation[]): TitleModel {
  const size = occupations.length;
  const titles = occupations.map((each) => [
    ...new Set(each.titles.map((title) => tokensOf(markNames(title, 'title')).join(' '))),
  ]);
  const words = readWords(titles);
  const trie = createTrie(titles.map((all) => [...new Set(all.flatMap((title) => [title, withoutStopWords(title)]))]));
  const neighbours = neighboursOf(occupations);
  const sums = new Float32Array(size);
  const specificity = (word: string): number =>
    minorWords.has(word) ? minorWord : (words.get(word)?.specificity ?? unknownWord);
  return {
    size,
    nameOf: (group) => occupations[group]?.titles[0] ?? '',
    hasWord: (word) => words.has(word),
    isMinor: (word) => minorWords.has(word),
    specificity,
    groupsOf(text) {
      const touched: number[] = [];
      const add = (group: number, weight: number): void => {
        if (sums[group] === 0) touched.push(group);
        sums[group] = (sums[group] ?? 0) + weight;
      };
      eachKnownTitle(trie, text, (from, to, groups) => {
        let telling = 0;
        for (let at = from; at < to; at++) telling += specificity(text[at] ?? '');
        for (const group of groups) add(group, (titleFactor * telling * Math.sqrt(to - from)) / groups.length);
      });
      for (const word of text) {
        const known = minorWords.has(word) ? undefined : words.get(word);
        if (known === undefined) continue;
        for (const [group, share] of known.shares) add(group, known.specificity * share);
      }
      return takeLargest(sums, touched);
    },
    nearTo({ groups, weights }) {
      const near = new Float32Array(size);
      const note = (group: number, weight: number): void => {
        near[group] = Math.max(near[group] ?? 0, weight);
      };
      for (const [at, group] of groups.entries()) {
        const weight = weights[at] ?? 0;
        note(group, weight);
        for (const [other, nearness] of neighbours[group] ?? []) note(other, weight * nearness);
      }
      return near;
    },
  };
}

/** The largest of the sums as a vector; clears the sums. */
function takeLargest(sums: Float32Array, touched: number[]): GroupVector {
  touched.sort((one, other) => (sums[other] ?? 0) - (sums[one] ?? 0) || one - other);
  const groups = touched.slice(0, groupsAtMost);
  const length = Math.sqrt(groups.reduce((squares, group) => squares + (sums[group] ?? 0) ** 2, 0));
  const weights = groups.map((group) => (sums[group] ?? 0) / length);
  for (const group of touched) sums[group] = 0;
  return { groups, weights };
}

/** A word of the tables: how much it says, and the groups that have it with the share of each. */
type KnownWord = { specificity: number; shares: readonly (readonly [group: number, share: number])[] };

/** Groups kept for a word. */
const groupsOfWord = 10;

function readWords(titles: readonly (readonly string[])[]): Map<string, KnownWord> {
  const counts = new Map<string, Map<number, number>>();
  for (const [group, all] of titles.entries())
    for (const title of all)
      for (const word of new Set(title.split(' '))) {
        const groups = counts.get(word) ?? new Map<number, number>();
        counts.set(word, groups.set(group, (groups.get(group) ?? 0) + 1 / (5 + all.length)));
      }
  const words = new Map<string, KnownWord>();
  const atMost = Math.log(1 + titles.length);
  for (const [word, groups] of counts) {
    const total = [...groups.values()].reduce((sum, count) => sum + count, 0);
    const shares = [...groups].map(([group, count]) => [group, count / total] as const);
    const specificity = Math.max(leastSpecific, 1 - Math.log(spreadOf(shares)) / atMost);
    const kept = shares.sort((one, other) => other[1] - one[1]).slice(0, groupsOfWord);
    words.set(word, { specificity, shares: kept });
  }
  return words;
}

const leastSpecific = 0.15;

/** A title in the form of keywords, without stop words: "chef projet". */
const withoutStopWords = (title: string): string => {
  const telling = title.split(' ').filter((word) => !stopWords.has(word));
  return telling.length > 1 ? telling.join(' ') : title;
};

/** Titles by their words, one after the other. */
type Trie = { next: Map<string, Trie>; groups: number[] };

function createTrie(titles: readonly (readonly string[])[]): Trie {
  const root: Trie = { next: new Map(), groups: [] };
  for (const [group, all] of titles.entries())
    for (const title of all) {
      let node = root;
      for (const word of title.split(' ')) {
        const next = node.next.get(word) ?? { next: new Map(), groups: [] };
        node.next.set(word, next);
        node = next;
      }
      node.groups.push(group);
    }
  return root;
}

/** Calls `each` for the titles of the tables in a text, the longest from each word on; none overlaps another. */
function eachKnownTitle(
  root: Trie,
  words: readonly string[],
  each: (from: number, to: number, groups: readonly number[]) => void,
): void {
  for (let from = 0; from < words.length; from++) {
    let found: { to: number; groups: readonly number[] } | null = null;
    let node: Trie | undefined = root;
    for (let to = from; to < words.length; to++) {
      node = node.next.get(words[to] ?? '');
      if (node === undefined) break;
      if (node.groups.length > 0) found = { to: to + 1, groups: node.groups };
    }
    if (found === null) continue;
    each(from, found.to, found.groups);
    from = found.to - 1;
  }
}

/** The number of groups that share a word, those with a small share counting less: the exponential of its entropy. */
function spreadOf(shares: readonly (readonly [number, number])[]): number {
  let entropy = 0;
  for (const [, share] of shares) entropy -= share * Math.log(share);
  return Math.exp(entropy);
}

/** The groups near each group, with their nearness. A table that names a group as related counts for both. */
function neighboursOf(occupations: readonly Occupation[]): Map<number, number>[] {
  const near = occupations.map(() => new Map<number, number>());
  const join = (one: number, other: number, weight: number): void => {
    if (one === other) return;
    near[one]?.set(other, weight);
    near[other]?.set(one, weight);
  };
  const numberOf = new Map(occupations.map(({ name }, at) => [name, at]));
  for (const [kind, weight] of [
    ['area', nearness.area],
    ['family', nearness.family],
  ] as const)
    for (const members of membersBy(occupations, kind))
      for (const one of members) for (const other of members) join(one, other, weight);
  for (const [at, { related }] of occupations.entries())
    for (const name of related) join(at, numberOf.get(name) ?? at, nearness.related);
  return near;
}

/** The numbers of the groups of each family, or of each area. */
function membersBy(occupations: readonly Occupation[], kind: 'family' | 'area'): Iterable<number[]> {
  const members = new Map<string, number[]>();
  for (const [at, { [kind]: name }] of occupations.entries()) {
    const known = members.get(name) ?? [];
    known.push(at);
    members.set(name, known);
  }
  return members.values();
}

let model: TitleModel | null = null;

/** The key under which threads of this process find its occupations, if they differ from the tables. */
const dataKey = 'occupations';

/**
 * The model of the process and its threads: from the repository's tables, made on the first call (some 100 ms), unless
 * others are set.
 */
export function titleModel(): TitleModel {
  model ??= createTitleModel((getEnvironmentData(dataKey) as Occupation[] | undefined) ?? readOccupations());
  return model;
}

/** Sets the process's occupations, before its first search and thread: segments contain one model's groups. */
export function setOccupations(occupations: readonly Occupation[]): void {
  setEnvironmentData(dataKey, [...occupations]);
  model = null;
}

/** Names the model: segments of another one are not read. */
export const titleModelName = (): string => JSON.stringify(getEnvironmentData(dataKey) ?? 'tables');
