import { allOf, type KeywordNode, type KeywordTerm, notOf, termOf } from '../../../shared/keyword/keyword-node.js';
import { partsOf } from '../words/tokens.js';

/** A term of a keyword with the words the index knows it by. */
export type Choice = { term: KeywordTerm; tokens: readonly string[] };

/** Terms of which any will do; mostly one. */
export type Wanted = readonly Choice[];

/** One way to meet a keyword: everything `wanted` must be found, and none of `without` be met. */
export type Alternative = { wanted: readonly Wanted[]; without: readonly KeywordNode[] };

/** Ways to meet a keyword that are told apart at most; groups beyond them are looked at as a whole. */
const alternativesAtMost = 32;

/** How a compound ("softwareentwickler") is looked for: by its parts, as the index knows it, or as it is written. */
export type Compounds = 'in parts' | 'as written';

/** The ways to meet a keyword. Alternatives of single terms stay together; only groups of several are multiplied out. */
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

/** The index knows the two parts of a compound as words of their own: both are wanted. */
function wantedOf(term: KeywordTerm, compounds: Compounds): Wanted[] {
  const tokens = term.words.flatMap(partsOf);
  if (compounds === 'as written' || term.isExact || tokens.length === 1 || term.words.length > 1)
    return [[{ term, tokens }]];
  return tokens.map((token) => [{ term: termOf([token]), tokens: [token] }]);
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

/** Each of the ones together with each of the others; `null` when that would be too many. */
function multiply(ones: readonly Alternative[], others: readonly Alternative[]): Alternative[] | null {
  if (others.length > 1 && ones.length * others.length > alternativesAtMost) return null;
  return ones.flatMap((one) =>
    others.map((other) => ({
      wanted: [...one.wanted, ...other.wanted],
      without: [...one.without, ...other.without],
    })),
  );
}

/** An alternative that counts only where a node is met, which adds nothing to what it is worth. */
const onlyIf = ({ wanted, without }: Alternative, node: KeywordNode): Alternative => ({
  wanted,
  without: [...without, notOf(node)],
});

/** All that is looked for in a keyword, without what it excludes; `null` when that is nothing. */
export function wantedPart(node: KeywordNode): KeywordNode | null {
  if (node.kind !== 'and') return node.kind === 'not' ? null : node;
  return allOf(node.of.filter(({ kind }) => kind !== 'not'));
}
