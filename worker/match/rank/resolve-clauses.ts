import type { Corpus } from '../corpus/corpus.js';
import type { CollectionIndex } from '../index/collection-index.js';
import type { Clause } from '../keyword/interpret-keyword.js';
import type { ResolvedVariant } from '../keyword/synonyms.js';

/** The variants of each clause of a conjunction whose words a collection has, by its index. */
export type ResolvedClauses = ReadonlyMap<CollectionIndex, readonly (readonly ResolvedVariant[])[]>;

/** The variants of each clause whose words a collection has, for every collection that has any. */
export function resolveClauses({ collections, words: lookup }: Corpus, clauses: readonly Clause[]): ResolvedClauses {
  const resolved = new Map<CollectionIndex, ResolvedVariant[][]>();
  for (const [number, { variants }] of clauses.entries())
    for (const { words: tokens, weight, asked, said, ignored } of variants) {
      const lists = tokens.map((token) => lookup.numbersOf(token));
      // Plain loops: most of thousands of collections lack the words.
      for (let at = 0; at < collections.length; at++) {
        const index = collections[at]?.index;
        if (index === undefined || lacksAny(lists, at)) continue;
        const found = resolved.get(index) ?? clauses.map(() => []);
        resolved.set(index, found);
        const words = lists.map((numbers) => numbers[at] ?? 0);
        found[number]?.push({ words, tokens, weight, asked, said, ignored });
      }
    }
  return resolved;
}

function lacksAny(lists: readonly Uint32Array[], at: number): boolean {
  for (const numbers of lists) if (numbers[at] === 0) return true;
  return false;
}

/** How many times as often the first clause's words must occur for another clause to be looked for before it. */
const muchRarer = 4;

/** The number of the clause whose words occur least, where looking for it before the first one saves time; otherwise 0. */
export function rarestClause(resolved: ResolvedClauses, clauses: number): number {
  if (clauses < 2) return 0;
  const times = new Float64Array(clauses);
  for (const [{ from }, variants] of resolved)
    for (let clause = 0; clause < clauses; clause++)
      for (const { words } of variants[clause] ?? []) {
        let fewest = Number.POSITIVE_INFINITY;
        for (const word of words) fewest = Math.min(fewest, (from[word + 1] ?? 0) - (from[word] ?? 0));
        times[clause] = (times[clause] ?? 0) + fewest;
      }
  const least = times.reduce((fewest, each) => Math.min(fewest, each), Number.POSITIVE_INFINITY);
  return (times[0] ?? 0) > muchRarer * least ? times.indexOf(least) : 0;
}
