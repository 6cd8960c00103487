import { chanceOf } from '../../../demo-board/postings/chance.js';
import type { TestService } from '../../lib/start-service.js';
import type { Body, TruthQuery } from '../meaning.js';
import type { Disagreement } from '../oracle/disagreement.js';
import { askWhole, type WholeAnswer } from './ask.js';

/** The answers of the first service, by the query's number. */
export type Told = Map<number, WholeAnswer>;
type Again = { queries: readonly TruthQuery[]; seed: number; first: Told };

/** Runs the queries again in another order. */
export async function askInAnotherOrder(
  service: TestService,
  { queries, seed, first }: Again,
): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  for (const query of chanceOf('order', seed).some(queries, queries.length))
    for (const body of spellingsOf(query, seed)) {
      const how = `in another order as ${JSON.stringify(body)}`;
      found.push(...compare(first, await askWhole(service.search, body), { query, how }));
    }
  return found;
}

/** Runs the queries again, a hundred at once. */
export async function askTogether(service: TestService, { queries, seed, first }: Again): Promise<Disagreement[]> {
  const found: Disagreement[] = [];
  for (let from = 0; from < queries.length; from += 100) {
    const together = queries.slice(from, from + 100).map((query) => ({
      query,
      body: spellingsOf(query, seed)[0] ?? query.body,
    }));
    const answers = await Promise.all(together.map(({ body }) => askWhole(service.search, body)));
    for (const [index, { query, body }] of together.entries())
      found.push(...compare(first, answers[index], { query, how: `a hundred at once as ${JSON.stringify(body)}` }));
  }
  return found;
}

/** A query in another spelling, if it has one, and then its own: the first must not influence the second. */
function spellingsOf({ number, body, variants }: TruthQuery, seed: number): Body[] {
  const chance = chanceOf('spelling', seed, number);
  return variants.length === 0 ? [body] : chance.some([chance.pick(variants), body], 2);
}

function compare(
  first: Told,
  again: WholeAnswer | undefined,
  { query, how }: { query: TruthQuery; how: string },
): Disagreement[] {
  const before = first.get(query.number);
  if (before === undefined || again === undefined) throw new Error(`The query ${query.number} was not asked.`);
  const difference = again.paging.find((text) => text.startsWith('still partial')) ?? differenceOf(before, again);
  return difference === null ? [] : [{ kind: 'unsteady', query: query.number, text: `asked ${how}: ${difference}` }];
}

/** Scores fall as postings grow older: closer ones may swap between two requests. */
const tie = 0.003;
const scoresOf = ({ rows }: WholeAnswer): number[] => rows.map(({ match }) => match.score);

/** The difference between two responses that should be equal; `null` = none. */
export function differenceOf(one: WholeAnswer, other: WholeAnswer): string | null {
  if (one.status !== other.status) return `status ${one.status}, then ${other.status} ${other.problem}`;
  if (one.total !== other.total) return `${one.total} jobs, then ${other.total}`;
  const [ids, others] = [one, other].map(({ rows }) => rows.map(({ id }) => id));
  if (ids?.join() !== others?.join()) {
    const lost = ids?.filter((id) => !others?.includes(id)).length;
    if (lost !== 0) return `${lost} of ${ids?.length} jobs are others`;
    if (scoresOf(one).every((score, index) => Math.abs(score - (scoresOf(other)[index] ?? 0)) < tie)) return null;
    const at = ids?.findIndex((id, index) => id !== others?.[index]) ?? 0;
    return `the same jobs in another order from ${at} on (${one.rows[at]?.match.score}, ${one.rows[at]?.url}; ${other.rows[at]?.match.score}, ${other.rows[at]?.url})`;
  }
  if (one.notices.join() !== other.notices.join()) return `notices ${JSON.stringify([one.notices, other.notices])}`;
  return null;
}
