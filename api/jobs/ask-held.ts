import { LRUCache } from 'lru-cache';
import { EngineUnavailable } from '../../shared/cluster/engine-unavailable.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { readClosedJob } from '../../shared/search/collections/collected-jobs.js';
import { type FoundJob, readJob, versionOfJob } from '../../shared/search/collections/collection-store.js';
import type { HeldPostings } from '../../shared/search/collections/read-chunks.js';
import {
  announcedHeld,
  type HeldAnswer,
  type HeldQuestion,
  heldQuestionJob,
  readHeldAnswer,
} from '../../shared/search/held-question.js';
import { skillEvidence } from '../../shared/skills/find-skills.js';
import { type AskWorkerOptions, askWorker, noWorker } from './ask-worker.js';

/** An opening as a source lists it, or as it was when it closed; `evidence`: the sentences that name its skills. */
export type OpeningById = FoundJob & { closedAt: number | null; evidence: Record<string, string> };

/** Characters of openings cached. */
const mostKept = 8_000_000;

/** Approximate characters of an opening without its descriptions. */
const otherCharacters = 4000;

/**
 * Creates the step that reads an opening by its id. Reading one unpacks the fifty of its chunk: recent ones are cached
 * by the version of their collection, which determines them.
 */
export function createReadHeld({ redis, chunks, now }: HeldPostings & { now: () => Date }) {
  const read = async (id: string): Promise<OpeningById | undefined> => {
    const open = await readJob({ redis, chunks }, id);
    const found = open === null ? await readClosedJob(redis, id, now()) : { ...open, closedAt: null };
    if (found === null) return undefined;
    const { title, description, tags, company, skills = [] } = found.job;
    const named = Object.entries(skillEvidence({ title, description, tags, company: company.name }));
    return { ...found, evidence: Object.fromEntries(named.filter(([skill]) => skills.includes(skill))) };
  };
  const kept = new LRUCache<string, OpeningById, string>({
    maxSize: mostKept,
    sizeCalculation: ({ job, descriptionHtml }) => job.description.length + descriptionHtml.length + otherCharacters,
    fetchMethod: (_name, _former, { context: id }) => read(id),
  });
  return async function readHeld(id: string): Promise<OpeningById | null> {
    const version = await versionOfJob(redis, id);
    // A closed opening has no version.
    return (await (version === null ? read(id) : kept.fetch(`${id} ${version}`, { context: id }))) ?? null;
  };
}

/** Questions of one process that workers answer at a time; crawlers read page after page. */
const mostAsked = 8;

/** Milliseconds that a page waits for an answer, which it can do without. */
const defaultHeldWaitMs = 5000;

/** After no worker has answered in time, none is queried for this long. */
const restMs = 10_000;

/** Queries the stored postings. Throws an `unavailable` problem when no worker answers in time, or too many questions wait. */
export type AskHeld = (question: HeldQuestion) => Promise<HeldAnswer>;

/** Queries the stored postings through the workers; equal queries share an answer for some minutes. */
export function createAskHeld({ redis, ...given }: AskWorkerOptions & { redis: RedisConnection }): AskHeld {
  const options = { waitMs: defaultHeldWaitMs, clock: () => performance.now(), ...given };
  const asked = new Map<string, Promise<HeldAnswer>>();
  let restUntil = Number.NEGATIVE_INFINITY;
  /** Why no worker is queried for now. */
  let isAway: EngineUnavailable | null = null;

  const ask = async (question: HeldQuestion): Promise<HeldAnswer> => {
    const job = heldQuestionJob(question);
    const read = () => readHeldAnswer(redis, job);
    const known = await read();
    if (known !== null) return known;
    if (options.clock() < restUntil) throw isAway ?? noWorker('No worker has answered lately.');
    return askWorker(options, { job, announced: announcedHeld(job), read }).catch((error: unknown) => {
      restUntil = options.clock() + restMs;
      isAway = error instanceof EngineUnavailable ? error : null;
      throw error;
    });
  };
  return async (question) => {
    const { id } = heldQuestionJob(question);
    const same = asked.get(id);
    if (same !== undefined) return same;
    if (asked.size >= mostAsked) throw noWorker('Too many queries are waiting for workers.');
    const answer = ask(question).finally(() => asked.delete(id));
    asked.set(id, answer);
    return answer;
  };
}
