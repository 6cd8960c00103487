import { type Disagreement, describe } from './oracle/disagreement.js';
import type { TruthResult } from './run.js';

/** How many disagreements of one kind are printed per query, and how many queries per kind. */
const shownEach = 3;
const shownQueries = 8;

/** The disagreements of a run as text: first how many queries each kind has, then examples of each with their reasons. */
export function writeReport({ queries, disagreements, empty, world }: TruthResult): string {
  const asked = disagreements.filter(({ query }) => query > 0);
  const wrong = new Set(asked.map(({ query }) => query)).size;
  const lines = [
    `${wrong} of ${queries.length} queries wrong (${empty} found nothing); ${disagreements.length - asked.length} disagreements over the ${world.openings.length} openings as such`,
  ];
  for (const [kind, all] of groups(disagreements, ({ kind }) => kind)) {
    const byQuery = groups(all, ({ query }) => String(query));
    lines.push('', `${kind}: ${all.length} in ${byQuery.size} queries; ${traitsOf(all, queries)}`);
    for (const [number, several] of [...byQuery].slice(0, shownQueries)) {
      const query = queries.find((each) => each.number === Number(number));
      lines.push(`  query ${number} ${query === undefined ? '(the whole world)' : JSON.stringify(query.body)}`);
      const most = query === undefined ? 8 : shownEach;
      for (const { text, opening } of several.slice(0, most))
        lines.push(`    ${text}${opening === undefined ? '' : `\n      ${describe(opening)}`}`);
      if (several.length > most) lines.push(`    … and ${several.length - most} more`);
    }
  }
  return lines.join('\n');
}

/** How many disagreements of each kind the runs found, and in how many queries. */
export function summarise(results: readonly TruthResult[]): string {
  const queries = results.reduce((sum, each) => sum + each.queries.length, 0);
  const all = results.flatMap(({ seed, disagreements }) => disagreements.map((each) => ({ ...each, seed })));
  const lines = [...groups(all, ({ kind }) => kind)].map(([kind, some]) => {
    const bySeed = groups(some, ({ seed }) => String(seed));
    const each = [...bySeed].map(([seed, ofSeed]) => `${seed}: ${new Set(ofSeed.map(({ query }) => query)).size}`);
    return `  ${kind}: ${some.length} (queries by seed ${each.join(', ')})`;
  });
  return [`truth: ${queries} queries on ${results.length} seeds, ${all.length} disagreements`, ...lines].join('\n');
}

/** The traits that the queries of a kind have in common, most frequent first. */
function traitsOf(all: readonly Disagreement[], queries: TruthResult['queries']): string {
  const numbers = new Set(all.map(({ query }) => query));
  const traits = queries.filter(({ number }) => numbers.has(number)).flatMap((query) => query.traits);
  return [...groups(traits, (trait) => trait)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, 12)
    .map(([trait, each]) => `${trait} ${each.length}`)
    .join(', ');
}

function groups<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const grouped = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = grouped.get(key);
    if (group === undefined) grouped.set(key, [item]);
    else group.push(item);
  }
  return grouped;
}
