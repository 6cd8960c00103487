import { z } from 'zod';
import type { KeywordNode } from '../../shared/keyword/keyword-node.js';
import { subjectSchema } from '../../shared/queue/queues.js';
import type { Job } from '../../shared/search/job.js';
import type { FoundCopies, FoundRows, Matched, MatchedFacets } from '../engine/engine.js';

/** The version of questions and answers; a worker of another release leaves a question to workers that know it. */
export const questionVersion = 1;

const ref = z.object({
  key: z.string(),
  version: z.string(),
  source: z.string(),
  isBoard: z.boolean().optional(),
});

/** A keyword's tree as JSON; it comes from another worker of this service, which has parsed it. */
const node = z.custom<KeywordNode>((value) => typeof value === 'object' && value !== null && 'kind' in value);

/** What the queue of a shard carries: one search of the postings of that shard. */
export const shardQuestionSchema = z.object({
  v: z.literal(questionVersion),
  /** Its name in the queue, and of its answer. */
  id: z.string(),
  subject: subjectSchema,
  /** Epoch milliseconds: as of when jobs are ranked, and until when the answer is awaited. */
  now: z.number(),
  until: z.number(),
  depth: z.int().min(0),
  records: z.int().min(0),
  reading: z.object({ root: node.nullable(), notices: z.array(z.string()) }).optional(),
  /** The jobs whose records are wanted, instead of a list. */
  named: z.array(z.object({ id: z.string(), score: z.number() })).optional(),
  /** Facets are wanted instead of a list: of these places and companies, or of the busiest ones. */
  facets: z.object({ places: z.array(z.string()).optional(), companies: z.array(z.string()).optional() }).optional(),
  /** The asker reads lists with unlowered scores; the release before this one did not say. */
  unlowered: z.boolean().optional(),
  /** The range of ids whose openings are wanted whole, instead of a list. */
  rows: z.object({ from: z.int().min(0), to: z.int().min(0) }).optional(),
  /** The posting whose duplicates are wanted, instead of a list. */
  copies: z.object({ id: z.string(), source: z.string() }).optional(),
  /** Narrowed collections; whole boards are known to each worker. */
  narrowed: z.array(ref),
  /** Versions of whole boards that are so new that the worker may not know them. */
  changed: z.array(z.object({ key: z.string(), version: z.string() })),
});
export type ShardQuestion = z.infer<typeof shardQuestionSchema>;

/** The answer to a question; `packAnswer` writes it to Redis. */
export type ShardAnswer =
  | { matched: Matched }
  | { facets: MatchedFacets }
  | { rows: FoundRows }
  | { copies: FoundCopies }
  | { records: readonly (Job | null)[]; gone?: readonly string[] }
  | { error: string };
