import { type Kind, kinds, type Outcome, type World } from './request-kinds.js';

/** The outcomes of one kind of request. */
export type Tally = { requests: number; milliseconds: number[]; refused: number; unexpected: Map<string, number> };

export type Load = { tallies: ReadonlyMap<string, Tally>; skipped(): number; stop(): Promise<void> };

/** Maximum requests in flight; further ones are not sent and counted as skipped. */
const mostAtOnce = 150;

/** Sends requests at an even rate, however long the answers take, until it is stopped. */
export function applyLoad(world: World, perSecond: number): Load {
  const tallies = new Map<string, Tally>(
    kinds.map(({ name }) => [
      name,
      { requests: 0, milliseconds: [], refused: 0, unexpected: new Map<string, number>() },
    ]),
  );
  const concurrency = new Set<Promise<void>>();
  let skipped = 0;

  const come = async (kind: Kind): Promise<void> => {
    const tally = tallies.get(kind.name);
    if (tally === undefined) return;
    const began = performance.now();
    const outcome = await outcomeOf(kind, world);
    tally.requests += 1;
    tally.milliseconds.push(performance.now() - began);
    // Enough for the quantiles of recent requests.
    if (tally.milliseconds.length > 5000) tally.milliseconds.splice(0, 2500);
    if (kind.expected.includes(outcome as Outcome)) return;
    if (outcome === 503 && kind.mayBeRefused === true) {
      tally.refused += 1;
      return;
    }
    const name = String(outcome);
    tally.unexpected.set(name, (tally.unexpected.get(name) ?? 0) + 1);
  };

  const timer = setInterval(() => {
    if (concurrency.size >= mostAtOnce) {
      skipped += 1;
      return;
    }
    const one = come(choose(world.chance)).finally(() => concurrency.delete(one));
    concurrency.add(one);
  }, 1000 / perSecond);

  return {
    tallies,
    skipped: () => skipped,
    async stop() {
      clearInterval(timer);
      await Promise.all(concurrency);
    },
  };
}

/** A broken connection is an outcome too, named by its error. */
async function outcomeOf(kind: Kind, world: World): Promise<Outcome | string> {
  try {
    return await kind.send(world);
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? `${message}: ${cause.message}` : message;
  }
}

const all = kinds.reduce((sum, { weight }) => sum + weight, 0);

function choose(chance: () => number): Kind {
  let left = chance() * all;
  for (const kind of kinds) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  throw new Error('There are no kinds of requests.');
}
