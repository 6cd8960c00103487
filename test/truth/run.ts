import { chanceOf } from '../../demo-board/postings/chance.js';
import type { TestService } from '../lib/start-service.js';
import { checkAnswer } from './checks/check-answer.js';
import { checkUnlisted, compareById } from './checks/check-boards.js';
import { checkFacets } from './checks/check-facets.js';
import { runLive } from './live.js';
import type { TruthQuery } from './meaning.js';
import type { Options } from './options.js';
import type { Disagreement } from './oracle/disagreement.js';
import { askSlice, askWhole } from './questions/ask.js';
import { askInAnotherOrder, askTogether, differenceOf, type Told } from './questions/ask-again.js';
import { makeQueries } from './questions/queries.js';
import { sweep } from './questions/sweep.js';
import { withService } from './with-service.js';
import { type Boards, serveBoards } from './world/boards.js';
import { makeWorld, type World } from './world/world.js';

export type TruthResult = {
  seed: number;
  world: World;
  queries: TruthQuery[];
  disagreements: Disagreement[];
  empty: number;
};

/**
 * Creates a world and runs random queries on it: one by one in order, each with its facets and in other spellings; again in
 * another order on a service with an empty cache; again on a third service, a hundred at once. On a fourth one boards change,
 * and what exports and watches tell of it is compared with what has changed. Reports every disagreement.
 */
export async function runTruth(options: Options): Promise<TruthResult> {
  const { seed, queries: count, openings, checked, only, progress } = options;
  const world = makeWorld(seed, openings);
  const queries = makeQueries(world.openings, { seed, count, only });
  const first: Told = new Map();
  const disagreements: Disagreement[] = [];
  const boards = await serveBoards(world.openings);
  try {
    const run: Run = { world, queries, options, first };
    disagreements.push(...(await withService(boards.sources, (service) => askAll(service, run))));
    if (checked.has('again')) disagreements.push(...(await askAgain(boards, run)));
  } finally {
    await boards.close();
  }
  if (checked.has('exports') || checked.has('watches')) {
    const live = await runLive(world, options);
    queries.push(...live.queries);
    disagreements.push(...live.disagreements);
    progress(`boards changed: ${live.disagreements.length} disagreements`);
  }
  const empty = [...first.values()].filter(({ total }) => total === 0).length;
  return { seed, world, queries, disagreements, empty };
}

type Run = { world: World; queries: readonly TruthQuery[]; options: Options; first: Told };

async function askAll(service: TestService, run: Run): Promise<Disagreement[]> {
  const { world, queries, options } = run;
  const found = await sweep(service, world);
  options.progress(`world of ${world.openings.length} openings read: ${found.length} disagreements`);
  for (const query of queries) {
    found.push(...(await askInTurn(service, query, run)));
    if (query.number % 20 === 0)
      options.progress(`${query.number} of ${queries.length} asked, ${wrong(found)} of them wrong`);
  }
  return found;
}

const wrong = (disagreements: readonly Disagreement[]): number =>
  new Set(disagreements.map(({ query }) => query).filter((number) => number > 0)).size;

async function askAgain({ sources }: Boards, { world, queries, options, first }: Run): Promise<Disagreement[]> {
  const again = { queries, seed: options.seed, first };
  const inOrder = await withService(sources, (service) => askInAnotherOrder(service, again));
  options.progress('asked again in another order');
  const together = await withService(sources, async (service) => {
    const rows = [...first.values()].flatMap((answer) => answer.rows);
    const unlisted = options.checked.has('ids') ? await checkUnlisted(service, world, rows) : [];
    return [...unlisted, ...(await askTogether(service, again))];
  });
  options.progress('asked again a hundred at once');
  return [...inOrder, ...together];
}

async function askInTurn(
  service: TestService,
  query: TruthQuery,
  { world, options: { seed, checked }, first }: Run,
): Promise<Disagreement[]> {
  const answer = await askWhole(service.search, query.body);
  first.set(query.number, answer);
  const found = checkAnswer(answer, query, world);
  if (answer.status !== 200) return found;
  const chance = chanceOf('slice', seed, query.number);
  const ids = answer.rows.map(({ id }) => id);
  const limit = chance.pick([1, 3, 7, 10, 25, 99]);
  const page = chance.int(0, Math.min(Math.floor(ids.length / limit), Math.floor(1000 / limit) - 1));
  const slices = await askSlice(service.search, { body: query.body, limit, page, ids });
  found.push(...slices.map((text): Disagreement => ({ kind: 'paging', query: query.number, text })));
  if (checked.has('ids') && answer.rows.length > 0) {
    const text = await compareById(service, chance.pick(answer.rows), world);
    if (text !== null) found.push({ kind: 'by id', query: query.number, text });
  }
  if (checked.has('facets')) found.push(...(await checkFacets({ service, query, world, answer, seed })));
  for (const body of checked.has('spellings') ? query.variants : []) {
    const difference = differenceOf(answer, await askWhole(service.search, body));
    if (difference !== null)
      found.push({ kind: 'spelling', query: query.number, text: `${JSON.stringify(body)}: ${difference}` });
  }
  return found;
}
