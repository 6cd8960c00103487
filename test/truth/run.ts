import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chanceOf } from '../../demo-board/chance.js';
import { startService, type TestService } from '../lib/start-service.js';
import { askSlice, askWhole, type WholeAnswer } from './ask.js';
import { type Boards, serveBoards } from './boards.js';
import { checkAnswer, type Disagreement } from './check-answer.js';
import type { Body, TruthQuery } from './meaning.js';
import { makeQueries } from './queries.js';
import { sweep } from './sweep.js';
import { makeWorld, type World } from './world.js';

export type TruthResult = { world: World; queries: TruthQuery[]; disagreements: Disagreement[]; empty: number };
type Options = {
  seed: number;
  queries: number;
  openings: number;
  /** Runs only queries for which this holds; others replace the rest. */
  only?: (query: TruthQuery) => boolean;
  progress?: (line: string) => void;
};
type Told = Map<number, WholeAnswer>;

/**
 * Creates a world and runs random queries on it: one by one in order, each also in another spelling; again in another order
 * on a service with an empty cache; and again on a third service, a hundred at once. Reports every disagreement.
 */
export async function runTruth({
  seed,
  queries: count,
  openings,
  only = () => true,
  progress = () => undefined,
}: Options): Promise<TruthResult> {
  const world = makeWorld(seed, openings);
  const queries = makeQueries(world, { seed, count, only });
  const boards = await serveBoards(world);
  const disagreements: Disagreement[] = [];
  try {
    const first: Told = new Map();
    await withService(boards, async (service) => {
      disagreements.push(...(await sweep(service, world)));
      progress(`world of ${world.openings.length} openings read: ${disagreements.length} disagreements`);
      for (const query of queries) {
        disagreements.push(...(await askInTurn(service, { query, world, seed, first })));
        if (query.number % 20 === 0)
          progress(`${query.number} of ${count} asked, ${wrong(disagreements)} of them wrong`);
      }
    });
    await withService(boards, async (service) => {
      const shuffled = chanceOf('order', seed).some(queries, count);
      for (const query of shuffled)
        for (const body of spellingsOf(query, seed))
          compare(first, await askWhole(service.search, body), {
            query,
            disagreements,
            how: `in another order as ${JSON.stringify(body)}`,
          });
      progress('asked again in another order');
    });
    await withService(boards, async (service) => {
      for (let from = 0; from < count; from += 100) {
        const together = queries.slice(from, from + 100);
        const bodies = together.map((query) => spellingsOf(query, seed)[0] ?? query.body);
        const answers = await Promise.all(bodies.map((body) => askWhole(service.search, body)));
        for (const [index, query] of together.entries())
          compare(first, answers[index], {
            query,
            disagreements,
            how: `a hundred at once as ${JSON.stringify(bodies[index])}`,
          });
      }
      progress('asked again a hundred at once');
    });
    const empty = [...first.values()].filter(({ total }) => total === 0).length;
    return { world, queries, disagreements, empty };
  } finally {
    await boards.close();
  }
}

/** A query in another spelling, if it has one, and then its own: the first must not influence the second. */
function spellingsOf({ number, body, variants }: TruthQuery, seed: number): Body[] {
  const chance = chanceOf('spelling', seed, number);
  return variants.length === 0 ? [body] : chance.some([chance.pick(variants), body], 2);
}

const told = (service: TestService, { body }: TruthQuery): Promise<WholeAnswer> => askWhole(service.search, body);
const wrong = (disagreements: readonly Disagreement[]): number =>
  new Set(disagreements.map(({ query }) => query).filter((number) => number > 0)).size;

/** A service with an empty cache, and quotas too large to matter. */
async function withService(boards: Boards, use: (service: TestService) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  const PLANS = join(folder, 'plans.json');
  const free = { name: 'free', requests: 10_000_000, windowSeconds: 60, searchesAtOnce: 1000, keptMegabytes: 1000 };
  writeFileSync(PLANS, JSON.stringify({ plans: [free] }));
  const environment = { PLANS, FRESH_SECONDS: '86400', STALE_SECONDS: '86400', WARM_BUSIEST: '0' };
  const service = await startService({ sources: boards.sources, environment });
  try {
    await use(service);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

type InTurn = { query: TruthQuery; world: World; seed: number; first: Told };

async function askInTurn(service: TestService, { query, world, seed, first }: InTurn): Promise<Disagreement[]> {
  const answer = await told(service, query);
  first.set(query.number, answer);
  const found = checkAnswer(answer, query, world);
  if (answer.status !== 200) return found;
  const chance = chanceOf('slice', seed, query.number);
  const ids = answer.rows.map(({ id }) => id);
  const limit = chance.pick([1, 3, 7, 10, 25, 99]);
  const page = chance.int(0, Math.min(Math.floor(ids.length / limit), Math.floor(1000 / limit) - 1));
  const slices = await askSlice(service.search, { body: query.body, limit, page, ids });
  found.push(...slices.map((text): Disagreement => ({ kind: 'paging', query: query.number, text })));
  for (const body of query.variants) {
    const other = await askWhole(service.search, body);
    const difference = differenceOf(answer, other);
    if (difference !== null)
      found.push({ kind: 'spelling', query: query.number, text: `${JSON.stringify(body)}: ${difference}` });
  }
  return found;
}

type Comparison = { query: TruthQuery; disagreements: Disagreement[]; how: string };

function compare(first: Told, again: WholeAnswer | undefined, { query, disagreements, how }: Comparison): void {
  const before = first.get(query.number);
  if (before === undefined || again === undefined) throw new Error(`The query ${query.number} was not asked.`);
  const difference = differenceOf(before, again);
  if (difference !== null)
    disagreements.push({ kind: 'unsteady', query: query.number, text: `asked ${how}: ${difference}` });
}

/** Scores fall as postings grow older: closer ones may swap between two requests. */
const tie = 0.003;
const scoresOf = ({ rows }: WholeAnswer): number[] => rows.map(({ match }) => match.score);

/** The difference between two responses that should be equal; `null` = none. */
function differenceOf(one: WholeAnswer, other: WholeAnswer): string | null {
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
