/** Queues the readings and analyses of due boards, and frees those whose jobs were lost. */
import { randomUUID } from 'node:crypto';
import { addOnce, type CollectJob, dropUnknown, payloadVersion, priorities } from '../../shared/queue/queues.js';
import { readWorkers } from '../../shared/queue/workers.js';
import { readCollectionStates } from '../../shared/search/collections/collection-store.js';
import { isAnalysedOtherwise } from '../collect/analyse-again.js';
import { readCooldown, readHostCooldown } from '../collect/protect/source-cooldown.js';
import { defaultSlots } from '../process/take-jobs.js';
import type { Board } from '../sources/fresh-times.js';
import { collectSecondsOf } from '../sources/source.js';
import {
  claim,
  readDue,
  readInFlight,
  readRecord,
  release,
  type ScheduleContext,
  setNextTimes,
  type Timed,
} from './schedule-store.js';

/** Due boards read from the list at a time. */
const pageSize = 500;

/** How long a queued reading may wait before the board may be queued again, beyond its own time limit. */
const queueSlackMs = 60_000;

/**
 * Queues the readings of due boards, the longest due first, while there is room: for each worker SCHEDULE_AT_ONCE, for
 * each host what its pace allows until the next tick. Any worker may do so at any time; one of them claims a board.
 * Returns the number of boards queued.
 */
export async function releaseDue(context: ScheduleContext): Promise<number> {
  const { redis, now, freshTimes } = context;
  const at = now().getTime();
  const room = await measureRoom(context, at);
  let released = 0;
  for (let from = 0; room.isLeft(); from += pageSize) {
    const keys = await readDue(redis, at, { from, count: pageSize });
    const taken = keys.flatMap((key) => freshTimes.boardOf(key) ?? []).filter(room.take);
    released += (await Promise.all(taken.map((board) => queueReading(context, board, at)))).filter(Boolean).length;
    if (keys.length < pageSize) break;
  }
  return released;
}

type Pool = 'http' | 'browser';
const poolOf = ({ source }: Board): Pool => source.kind.pool(source.settings);

/** Room for further readings; `take` claims the room a board needs, if available. */
type Room = { isLeft(): boolean; take(board: Board): boolean };

/** The room left by the readings in flight. */
async function measureRoom({ redis, now, config, freshTimes }: ScheduleContext, at: number): Promise<Room> {
  const [inFlight, workers] = await Promise.all([readInFlight(redis, at), readWorkers(redis, now())]);
  const taking = (queue: 'collect-http' | 'collect-browser'): number =>
    workers.filter(({ alive, queues }) => alive && queues.includes(queue)).length *
    Math.min(config.SCHEDULE_AT_ONCE, defaultSlots[queue]);
  const left: Record<Pool, number> = { http: taking('collect-http'), browser: taking('collect-browser') };
  const onHost = new Map<string, number>();
  const busy = new Set<string>();
  const occupy = (board: Board): void => {
    left[poolOf(board)] -= 1;
    busy.add(board.key);
    onHost.set(board.host, (onHost.get(board.host) ?? 0) + 1);
  };
  for (const { key } of inFlight) {
    const board = freshTimes.boardOf(key);
    if (board !== undefined) occupy(board);
  }
  return {
    isLeft: () => left.http > 0 || left.browser > 0,
    take(board) {
      if (busy.has(board.key) || left[poolOf(board)] <= 0) return false;
      if ((onHost.get(board.host) ?? 0) >= board.atOnce) return false;
      occupy(board);
      return true;
    },
  };
}

/** Queues the reading of one board; `false` when another worker was faster or its source cools down. */
async function queueReading(context: ScheduleContext, board: Board, at: number): Promise<boolean> {
  const { redis, queues, freshTimes, metrics } = context;
  const { key, source } = board;
  if (!(await claim(redis, key, at + collectSecondsOf(source) * 1000 + queueSlackMs))) return false;
  const [[state], ofSource, ofHost, record] = await Promise.all([
    readCollectionStates(redis, [key]),
    readCooldown(redis, source.id, new Date(at)),
    readHostCooldown(redis, board.host, new Date(at)),
    readRecord(redis, key),
  ]);
  const cooldown = ofSource.state === 'resting' ? ofSource : ofHost;
  if (cooldown.state === 'resting') {
    await postpone(context, { key, at: cooldown.until.getTime() });
    return false;
  }
  const job: CollectJob = {
    v: payloadVersion,
    key,
    source: source.id,
    narrow: {},
    requestId: `schedule-${randomUUID()}`,
    runId: randomUUID(),
    priority: priorities.scheduled,
    // Otherwise the worker takes a still fresh collection for the reading.
    newerThan: state?.head ? state.head.collectedAt + 1 : 0,
    freshSeconds: Math.ceil(freshTimes.secondsOf(source) * (record?.factor ?? 1)),
  };
  await addOnce(queues[poolOf(board)], job);
  metrics.scheduled();
  return true;
}

async function postpone({ redis }: ScheduleContext, time: Timed): Promise<void> {
  await Promise.all([setNextTimes(redis, [time]), release(redis, [time.key])]);
}

/** Boards examined together. */
const most = 100;

/**
 * Ends the readings in flight of boards whose jobs were lost by their queues (keys were evicted, or Redis was restored
 * from an older copy), so that they may be queued again before their lease ends. Returns their number.
 */
export async function releaseLost(
  { redis, queues, freshTimes, now }: Pick<ScheduleContext, 'redis' | 'queues' | 'freshTimes' | 'now'>,
  keys: readonly string[],
): Promise<number> {
  const inFlight = new Set((await readInFlight(redis, now().getTime())).map(({ key }) => key));
  const looked = await Promise.all(
    keys
      .filter((key) => inFlight.has(key))
      .slice(0, most)
      .map(async (key) => {
        const source = freshTimes.boardOf(key)?.source;
        if (source === undefined) return null;
        const queue = queues[source.kind.pool(source.settings)];
        await dropUnknown(redis, queue, key);
        return (await queue.getJob(key)) === undefined ? key : null;
      }),
  );
  const lost = looked.filter((key) => key !== null);
  await release(redis, lost);
  return lost.length;
}

/** Boards examined per tick. */
const lookedAtOnce = 500;

/**
 * Makes the function that queues, on each call, the analyses of some further boards, until all were examined once. The
 * job is like that of a reading: a collection that is still fresh is analysed and not read.
 */
export function createQueueAnalyses({ redis, queues, freshTimes }: ScheduleContext): () => Promise<void> {
  let next = 0;
  return async () => {
    const boards = freshTimes.boards.slice(next, next + lookedAtOnce);
    const states = await readCollectionStates(
      redis,
      boards.map(({ key }) => key),
    );
    for (const [at, { key, source }] of boards.entries()) {
      if (!isAnalysedOtherwise(states[at]?.head ?? null)) continue;
      await addOnce(queues[source.kind.pool(source.settings)], {
        v: payloadVersion,
        key,
        source: source.id,
        narrow: {},
        newerThan: 0,
        requestId: `analysis-${randomUUID()}`,
        runId: randomUUID(),
        priority: priorities.analysis,
      });
    }
    next += boards.length;
  };
}
