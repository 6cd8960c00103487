import { writeFileSync } from 'node:fs';
import { issueKey } from '../lib/issue-key.js';
import type { TestService } from '../lib/start-service.js';
import { createExports } from './checks/check-exports.js';
import { createWatches } from './checks/check-watches.js';
import { startReceiver } from './checks/watch-receiver.js';
import type { TruthQuery } from './meaning.js';
import type { Options } from './options.js';
import type { Disagreement } from './oracle/disagreement.js';
import { makeQueries } from './questions/queries.js';
import { withService } from './with-service.js';
import { serveBoards } from './world/boards.js';
import { makeRounds, type Round } from './world/changes.js';
import { createReader } from './world/read-boards.js';
import type { World } from './world/world.js';

/** What the part with changing boards found, and the queries it asked. */
export type LiveResult = { queries: TruthQuery[]; disagreements: Disagreement[] };

/** The numbers of its queries begin above those of the others. */
const firstNumber = 100_000;

/** Exports and watches of a run, by its number of queries. */
const countOf = (share: number, { queries }: Pick<Options, 'queries'>, most: number): number =>
  Math.min(most, Math.max(3, Math.round(queries * share)));

/**
 * Serves a world that changes in rounds. Watches are created before anything is read, at once behind the first reading and
 * behind the first change; exports are made at the first reading and continued after each change.
 */
export async function runLive(world: World, options: Options): Promise<LiveResult> {
  const { seed, checked, progress } = options;
  const rounds = makeRounds(world, seed);
  const [begin] = rounds as [Round];
  const exported = asked(rounds, options, checked.has('exports') ? countOf(0.06, options, 30) : 0);
  const watched = asked(rounds, options, checked.has('watches') ? countOf(0.16, options, 80) : 0, exported.length);
  const boards = await serveBoards(begin.openings);
  const receiver = await startReceiver();
  const namedIn = (round: Round): object[] =>
    boards.sources.filter((source) => round.boards.has((source as { id: string }).id));
  const run = async (service: TestService): Promise<Disagreement[]> => {
    const key = await issueKey(service.redis.url);
    const reader = createReader(service, key);
    const watches = createWatches({ service, key, receiver, rounds });
    const exports = createExports({ service, reader, queries: exported });
    const found: Disagreement[] = [];
    const third = Math.ceil(watched.length / 3);
    await watches.add(watched.slice(0, third), 0);
    for (const [number, round] of rounds.entries()) {
      boards.list(round.openings);
      writeFileSync(service.sourcesFile, JSON.stringify({ sources: namedIn(round) }));
      await reader.readAll(round);
      if (number < 2) await watches.add(watched.slice(third * (number + 1), third * (number + 2)), number + 1);
      found.push(...(await watches.check(number)));
      found.push(...(await exports.check(round, rounds[number - 1] ?? null)));
      progress(`round ${number}: ${found.length} disagreements of exports and watches`);
    }
    return [...found, ...watches.finish()];
  };
  try {
    const disagreements = await withService(namedIn(begin), run, { WATCH_SECONDS: '1' });
    return { queries: [...exported, ...watched], disagreements };
  } finally {
    await receiver.close();
    await boards.close();
  }
}

/** Queries about openings that change, and some about others. A misspelt word depends on what is held, a label on what was seen: they are left out. */
function asked(rounds: readonly Round[], { seed, only }: Options, count: number, from = 0): TruthQuery[] {
  const changed = rounds.flatMap(({ openings, changes }) => openings.filter(({ number }) => changes.has(number)));
  const openings = [...changed, ...(rounds[0]?.openings.slice(0, changed.length / 2) ?? [])];
  const isAsked = (query: TruthQuery): boolean =>
    only(query) && !query.traits.some((trait) => trait === 'slip' || trait === 'label');
  const made = makeQueries(openings, { seed: seed + firstNumber + from, count, only: isAsked });
  return made.map((query) => ({ ...query, number: firstNumber + from + query.number }));
}
