import {
  type KeywordNode,
  type KeywordTerm,
  notOf,
  termOf,
  writtenTerm,
} from '../../../shared/keyword/keyword-node.js';
import { tableOf } from '../../../shared/table-of.js';
import { indexedFormsOf } from '../words/tokens.js';

/**
 * Words that name a fact of the job, matched only by its title and its facts: a text that mentions interns does not
 * make the job an internship.
 */
export const factWords: readonly string[] = [
  'senior',
  'junior',
  'graduate',
  'entry level',
  'mid level',
  'new grad',
  'intern',
  'internship',
  'working student',
  'remote',
  'fully remote',
  'work from home',
  'wfh',
  'hybrid',
  'on site',
  'full time',
  'part time',
  'freelance',
  'temporary',
  'volunteer',
];

/** A term of a keyword, and its words as the index has them. */
export type Choice = { term: KeywordTerm; tokens: readonly string[] };

/** Terms of which any one is sufficient; mostly a single term. */
export type AnyTerm = readonly Choice[];

/** One way to match a keyword: all of `wanted` must be found, and none of `without`. */
export type Alternative = { wanted: readonly AnyTerm[]; without: readonly KeywordNode[] };

/** The number of alternatives beyond which groups are no longer multiplied out. */
const maxAlternatives = 32;

/** How a compound ("softwareentwickler") is searched for: by its parts, as in the index, or as written. */
export type Compounds = 'in parts' | 'as written';

/** All ways to match a keyword. Alternatives of single terms are one clause; only groups are multiplied out. */
export function expandKeyword(node: KeywordNode, compounds: Compounds = 'in parts'): Alternative[] {
  switch (node.kind) {
    case 'term':
      return [{ wanted: wantedOf(node, compounds), without: [] }];
    case 'not':
      return [{ wanted: [], without: [node.of] }];
    case 'or':
      return expandAny(node.of, compounds);
    case 'and':
      return node.of.reduce<Alternative[]>(
        (before, each) => multiply(before, expandKeyword(each, compounds)) ?? before.map((one) => onlyIf(one, each)),
        [{ wanted: [], without: [] }],
      );
  }
}

/** Spellings of letters with marks in titles without them: "Baecker". */
const digraphs = tableOf({ ä: 'ae', ö: 'oe', ü: 'ue' });

/** The index has the two parts of a compound as separate words: both are wanted. */
function wantedOf(term: KeywordTerm, compounds: Compounds): AnyTerm[] {
  const tokens = term.words.flatMap(indexedFormsOf);
  const spelt = writtenTerm(term).toLowerCase();
  if (!term.isExact && term.words.length === 1 && tokens.length === 1 && /[äöü]/.test(spelt)) {
    const words = [spelt.replace(/[äöü]/g, (letter) => digraphs[letter] ?? letter)];
    return [
      [
        { term, tokens },
        { term: termOf(words, { written: spelt }), tokens: words.flatMap(indexedFormsOf) },
      ],
    ];
  }
  if (compounds === 'as written' || term.isExact || tokens.length === 1 || term.words.length > 1)
    return [[{ term, tokens }]];
  return tokens.map((token) => [{ term: termOf([token], { written: partIn(term, token) }), tokens: [token] }]);
}

/** How a term writes one of its indexed words: that part of it or, if the index has another spelling, the full term. */
export function partIn(term: KeywordTerm, token: string): string {
  const written = writtenTerm(term);
  return term.words.flatMap(indexedFormsOf).length > 1 && written.includes(token) ? token : written;
}

function expandAny(nodes: readonly KeywordNode[], compounds: Compounds): Alternative[] {
  const expanded = nodes.map((node) => (node.kind === 'term' ? wantedOf(node, compounds) : null));
  const single = expanded.flatMap((wanted) => (wanted?.length === 1 ? wanted : [])).flat();
  const others = nodes.filter((_, at) => expanded[at]?.length !== 1);
  return [
    ...(single.length > 0 ? [{ wanted: [single], without: [] }] : []),
    ...others.flatMap((node) => expandKeyword(node, compounds)),
  ];
}

/** The Cartesian product of two lists of alternatives; `null` when it would be too large. */
function multiply(ones: readonly Alternative[], others: readonly Alternative[]): Alternative[] | null {
  if (others.length > 1 && ones.length * others.length > maxAlternatives) return null;
  return ones.flatMap((one) =>
    others.map((other) => ({
      wanted: [...one.wanted, ...other.wanted],
      without: [...one.without, ...other.without],
    })),
  );
}

/** An alternative that additionally requires a node, without adding to the weight. */
const onlyIf = ({ wanted, without }: Alternative, node: KeywordNode): Alternative => ({
  wanted,
  without: [...without, notOf(node)],
});
