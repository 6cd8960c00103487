import { type ConnectionOptions, Queue, type QueueOptions } from 'bullmq';
import { z } from 'zod';
import type { QueueName } from '../config.js';
import type { RedisConnection } from '../redis/redis.js';
import { redisKeys } from '../redis/redis-keys.js';
import { runScript } from '../redis/run-script.js';
import { languages } from '../words/languages.js';
import { wordListSchema } from '../words/word-list-schema.js';
import { jobTypes, levels, orders, seenLabels, workplaces } from '../words/words.js';

/**
 * The state of a queue. `oldestWaitSeconds` considers the first hundred jobs, and only those with waiting callers:
 * refreshes and warm-up jobs may wait as long as callers keep arriving.
 */
type QueueState = { waiting: number; active: number; oldestWaitSeconds: number };

/** Jobs examined for the oldest wait. */
const looked = 100;

/** Reads the state of a queue: jobs waiting, jobs active and the longest wait. */
export async function readQueueState(queue: Queue, now: Date): Promise<QueueState> {
  const [counts, first] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active'),
    queue.getJobs(['waiting', 'prioritized'], 0, looked - 1, true),
  ]);
  const { waiting = 0, prioritized = 0, active = 0 } = counts;
  // A job may be taken between the two reads: a job that has disappeared is no longer waiting.
  const people = first.filter((job) => job !== undefined && job.priority < priorities.refresh);
  const since = people.map(({ timestamp }) => timestamp);
  const oldest = since.length === 0 ? 0 : now.getTime() - Math.min(...since);
  return { waiting: waiting + prioritized, active, oldestWaitSeconds: Math.max(0, oldest / 1000) };
}

/** Turns in the queues: a smaller number is served first. A caller's plan has its own, from 1 to 999 (shared/auth/plans.ts). */
export const priorities = {
  /** A refresh after a stale response was served. */
  refresh: 1000,
  /** No caller has requested it yet. */
  warming: 2000,
  /** A full board that is read on a schedule. */
  scheduled: 3000,
  /** A full board with stored postings that another release analysed. */
  analysis: 4000,
} as const;

const priority = z.int().min(1).default(priorities.warming);
/** Epoch milliseconds: collections made before count as old, however fresh they are. */
const newerThan = z.number().default(0);

/** A search in a job's payload: the fields of `SearchSubject`. */
export const subjectSchema = z.object({
  keyword: z.string(),
  location: z.string(),
  dateSincePosted: z.string(),
  salary: z.string(),
  jobType: wordListSchema(jobTypes),
  remoteFilter: wordListSchema(workplaces),
  experienceLevel: wordListSchema(levels),
  // Absent from payloads of version 1.
  excludeCompanies: z.string().default(''),
  language: wordListSchema(languages).default(''),
  skills: z.string().default(''),
  label: wordListSchema(seenLabels).default(''),
  sortBy: z.enum(orders.words),
  reader: z.enum(languages.words).optional(),
});

/**
 * The payload version this release writes. A release reads its own and the previous one; jobs of a newer one are left
 * for the workers that know it (worker/process/take-jobs.ts), so that old and new processes work side by side.
 */
export const payloadVersion = 2;

/** A payload version that this release reads. */
export const versionSchema = z.literal([payloadVersion, 1]);

/** Whether a payload was written by a newer release than this one. */
export function isNewerPayload(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null || !('v' in payload)) return false;
  return typeof payload.v === 'number' && payload.v > payloadVersion;
}

/** The owner that a job's results are retained for: a caller's hash and its byte budget; absent = no owner. */
const budget = z.object({ owner: z.string(), bytes: z.int().min(0) }).optional();

/** A job of the queue `search`: one search to run, or further records to make for its document. */
export const searchJobSchema = z.object({
  v: versionSchema,
  key: z.string(),
  subject: subjectSchema,
  requestId: z.string(),
  /** Identifies this run; a retried job keeps it, so that nothing is counted twice. */
  runId: z.string(),
  priority,
  newerThan,
  /** Epoch milliseconds: collections that go stale before then are renewed. */
  freshAt: z.number().optional(),
  budget,
  /** The version of documents that the requesting process can read; absent from the previous release. */
  documents: z.int().optional(),
  /** Only these blocks of further records, or the facets, are to be made for this version of the document. */
  pages: z
    .object({ version: z.string(), blocks: z.array(z.int().min(1)).max(10), facets: z.boolean().optional() })
    .optional(),
  /** How often the search was already run on outdated boards; it is repeated with their new versions. */
  renewals: z.int().min(1).optional(),
  /** Its name in the queue, if not `key`: a search that demands new collections is not equal to one that does not. */
  id: z.string().optional(),
});
export type SearchJob = z.infer<typeof searchJobSchema>;

/** A job of the collect queues: one source to read, narrowed by the fields it applies itself. */
export const collectJobSchema = z.object({
  v: versionSchema,
  key: z.string(),
  source: z.string(),
  narrow: z.object({ keyword: z.string().optional(), location: z.string().optional() }),
  requestId: z.string(),
  runId: z.string(),
  priority,
  newerThan,
  /** A caller accepts nothing older (epoch ms): remembered posting pages are requested again, too. */
  detailsNewerThan: z.number().optional(),
  budget,
  /** How long the result counts as fresh, as the schedule decided; absent = the source's setting applies. */
  freshSeconds: z.number().min(1).optional(),
});
export type CollectJob = z.infer<typeof collectJobSchema>;

/** A job of the queue `warm`: a due scheduled search, or the time to refresh the busiest ones or the exchange rates. */
export const warmJobSchema = z.discriminatedUnion('kind', [
  z.object({ v: versionSchema, kind: z.literal('scheduled'), name: z.string(), subject: subjectSchema }),
  z.object({ v: versionSchema, kind: z.literal('busiest'), top: z.number(), atOnce: z.number() }),
  z.object({ v: versionSchema, kind: z.literal('rates') }),
]);
export type WarmJob = z.infer<typeof warmJobSchema>;

/** A job of the queue `schedule`: the time to look for due boards. */
export type ScheduleJob = { v: typeof payloadVersion };

/** The sending end of a queue, which passes on the sender's trace, if any. The caller closes it. */
export function openQueue<Payload>(
  name: QueueName,
  connection: RedisConnection,
  telemetry?: QueueOptions['telemetry'],
): Queue<Payload> {
  return new Queue<Payload>(name, {
    connection: connection as ConnectionOptions,
    prefix: redisKeys.queue(name),
    ...(telemetry === undefined ? {} : { telemetry }),
  });
}

type Queued = { key: string; id?: string | undefined; priority: number };

/** The name of a job in its queue. */
export const queueJobId = ({ id, key }: Pick<Queued, 'id' | 'key'>): string => id ?? key;

/** The key that announces a search run's progress: its document's, or the job's if it only extends that. */
export const announcedAs = (job: Pick<SearchJob, 'id' | 'key' | 'pages'>): string =>
  job.pages === undefined ? job.key : queueJobId(job);

/**
 * Adds a job unless an equal one waits or runs: equal requests share one run, which has the priority of the most
 * urgent. Finished jobs leave nothing behind, since their outcome is in the document or the collection. With `delayMs`
 * it only starts to wait for its turn then.
 */
export async function addOnce<Payload extends Queued>(
  queue: Queue<Payload>,
  payload: Payload,
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<void> {
  const add = queue.add.bind(queue) as (name: string, data: Payload, options: object) => Promise<unknown>;
  const { priority } = payload;
  const options = { priority, removeOnComplete: true, removeOnFail: true, ...(delayMs > 0 ? { delay: delayMs } : {}) };
  await add(queue.name, payload, { jobId: queueJobId(payload), ...options });
  if (priority < priorities.refresh) await hasten(queue, payload);
}

/** Moves an equal job forward that was added with lower priority. */
async function hasten<Payload extends Queued>(queue: Queue<Payload>, payload: Payload): Promise<void> {
  const job = await queue.getJob(queueJobId(payload));
  if (job === undefined || job.priority <= payload.priority) return;
  try {
    await job.changePriority({ priority: payload.priority });
  } catch (error) {
    // -1: it finished in the meantime.
    if ((error as { code?: number }).code !== -1) throw error;
  }
}

/** States in which a worker has a job, or will have it. BullMQ stores the first three as lists. */
const lists = ['wait', 'paused', 'active'] as const;
const sets = ['prioritized', 'delayed', 'waiting-children'] as const;

/** States of an ended job. Jobs leave nothing behind, unless their options were lost with their hash. */
const ended = ['completed', 'failed'] as const;

/**
 * Deletes the remains of a job that its queue no longer knows: a hash in no list (part of the queue was evicted or
 * lost). BullMQ takes such a hash for an existing job, and ignores later ones with that id.
 */
export async function dropUnknown(redis: RedisConnection, queue: Pick<Queue, 'toKey'>, id: string): Promise<boolean> {
  const states = [...lists, ...sets, ...ended].map((name) => queue.toKey(name));
  const keys = { job: queue.toKey(id), lock: queue.toKey(`${id}:lock`), states };
  return (await runScript(redis, 'limits/drop-unknown-job', { keys, args: { id } })) === 1;
}

/**
 * Adds a job that should already be in its queue: a no-op if it is. Returns whether the queue had lost it in a way that
 * a plain `addOnce` does not repair.
 */
export async function addAgain<Payload extends Parameters<typeof addOnce>[1]>(
  redis: RedisConnection,
  queue: Queue<Payload>,
  payload: Payload,
): Promise<boolean> {
  const dropped = await dropUnknown(redis, queue, queueJobId(payload));
  await addOnce(queue, payload);
  return dropped;
}
