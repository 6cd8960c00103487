import { createLogger } from '../../shared/logger.js';
import { beat } from '../../shared/queue/workers.js';
import { noteReading } from '../../worker/schedule/note-reading.js';
import { reconcileBoards } from '../../worker/schedule/reconcile-boards.js';
import { releaseDue } from '../../worker/schedule/release-due.js';
import { noteFound, type ScheduleContext, tickMs } from '../../worker/schedule/schedule-store.js';
import { createFreshTimes, toleranceOf } from '../../worker/sources/fresh-times.js';
import { startRedis } from '../lib/start-redis.js';
import { createChance } from '../soak/chance.js';
import { simulateBoards } from './simulated-boards.js';
import { createSimulatedWorker, type EndedReading, type Held } from './simulated-worker.js';

/** The steps of the simulated clock: readings end and others start at these. */
const stepMs = 500;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** What a simulated day shows. */
export type SimulatedDay = {
  /** Simulated seconds until every board that answers has been read once. */
  filledSeconds: number;
  /** Age of a board as a multiple of its fresh time, sampled each minute after that. */
  ages: number[];
  /** Age as a multiple of the fresh time before the schedule stretches or shortens it. */
  baseAges: number[];
  /** Samples older than the fresh time and its tolerance. */
  late: number;
  /** Readings of boards that answer, and those needed if each were read exactly when its fresh time ends. */
  readings: number;
  leastReadings: number;
  failedReadings: number;
  mostInFlight: number;
  /** Real seconds that the simulation took. */
  tookSeconds: number;
};

type SimulateOptions = { boards: number; hours: number };

/** Runs the schedule over simulated boards on a real Redis, with a clock that is as fast as the machine. */
export async function simulateDay({ boards: count, hours }: SimulateOptions): Promise<SimulatedDay> {
  const began = performance.now();
  const stage = await startRedis();
  try {
    const { redis } = stage;
    const { boards, sources } = simulateBoards(count);
    const chance = createChance(11);
    const freshTimes = createFreshTimes(sources, 600);
    const byId = new Map(boards.map((board) => [board.id, board]));
    const worker = createSimulatedWorker({ redis, boards: byId, freshTimes, chance });
    const clock = { now: Date.now() };
    const context: ScheduleContext = {
      ...{ config: { SCHEDULE_AT_ONCE: 16 }, logger: createLogger('silent', 'bench'), redis, freshTimes, chance },
      ...{ queues: { http: worker.queue, browser: worker.queue }, sourcesHash: 'simulated' },
      ...{ metrics: { scheduled: () => undefined }, now: () => new Date(clock.now) },
    };
    const answering = freshTimes.boards.filter(({ source }) => byId.get(source.id)?.isFailing === false);
    const found = freshTimes.boards.filter(({ source }) => byId.get(source.id)?.isFound).map(({ key }) => key);
    const day = createDay(answering.length);
    const start = clock.now;
    for (; clock.now < start + hours * hourMs; clock.now += stepMs) {
      const isTick = (clock.now - start) % tickMs === 0;
      const isMinute = (clock.now - start) % minuteMs === 0;
      if (isTick) await beat(redis, beatOf(clock.now));
      if (isMinute) await noteFound(redis, found, clock.now);
      if (isMinute) await reconcileBoards(context);
      const ended = await worker.finish(clock.now);
      for (const reading of ended) {
        await noteReading(context, reading.job, reading.startedAt);
        day.count(reading, worker.held.get(reading.job.key));
      }
      if (isTick || ended.length > 0) await releaseDue(context);
      worker.start(clock.now);
      day.watch(worker.inFlight());
      if (day.isFull(clock.now - start) && isMinute)
        for (const { key, source } of answering)
          day.sample(worker.held.get(key), { now: clock.now, baseMs: freshTimes.secondsOf(source) * 1000 });
    }
    return day.result((performance.now() - began) / 1000);
  } finally {
    await stage.stop();
  }
}

const beatOf = (now: number) => ({
  ...{ id: 'simulated', startedAt: now, lastSeenAt: now, queues: ['collect-http' as const], running: 0, finished: 0 },
  ...{ sources: [], sourcesPrint: 'simulated', browser: 'none' },
});

/** Collects the figures of a day with so many boards that answer. */
function createDay(answering: number) {
  const day: Omit<SimulatedDay, 'tookSeconds'> = {
    ...{ filledSeconds: Number.NaN, ages: [], baseAges: [], late: 0 },
    ...{ readings: 0, leastReadings: 0, failedReadings: 0, mostInFlight: 0 },
  };
  const last = new Map<string, Held>();
  return {
    count({ job, endedAt, hasFailed }: EndedReading, held: Held | undefined): void {
      if (hasFailed || held === undefined) {
        day.failedReadings += 1;
        return;
      }
      const former = last.get(job.key);
      last.set(job.key, held);
      // A board's first reading, and the second that spreads the boards, belong to the start.
      if (former === undefined || Number.isNaN(day.filledSeconds)) return;
      day.readings += 1;
      day.leastReadings += (endedAt - former.collectedAt) / former.freshMs;
    },
    isFull(elapsedMs: number): boolean {
      if (Number.isNaN(day.filledSeconds) && last.size === answering) day.filledSeconds = elapsedMs / 1000;
      return !Number.isNaN(day.filledSeconds);
    },
    sample(held: Held | undefined, { now, baseMs }: { now: number; baseMs: number }): void {
      if (held === undefined || held.freshMs === 0) return;
      const ageMs = now - held.collectedAt;
      day.ages.push(ageMs / held.freshMs);
      day.baseAges.push(ageMs / baseMs);
      if (ageMs > held.freshMs + toleranceOf(held.freshMs)) day.late += 1;
    },
    watch(inFlight: number): void {
      day.mostInFlight = Math.max(day.mostInFlight, inFlight);
    },
    result: (tookSeconds: number): SimulatedDay => ({ ...day, tookSeconds }),
  };
}
