import { z } from 'zod';
import { subjectSchema, versionSchema } from '../queue/queues.js';
import { descriptionForms } from '../words/words.js';

/** The forms of an export: a line of JSON or of CSV for each opening. */
export const exportFormats = ['ndjson', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** What the queue `export` carries: one chunk to be made, of the buckets from `from` up to `to`. */
export const exportJobSchema = z.object({
  v: versionSchema,
  /** The export, and the response that the chunk is for. */
  id: z.string(),
  attempt: z.string(),
  round: z.int().min(0),
  subject: subjectSchema,
  from: z.int().min(0),
  to: z.int().min(1),
  format: z.enum(exportFormats),
  /** Whether what is sent is noted, so that later rounds send only changes. */
  followed: z.boolean(),
  /** The form of the descriptions that lines have; absent = they have none. */
  descriptions: z.enum(descriptionForms.words).optional(),
  requestId: z.string(),
});
export type ExportJob = z.infer<typeof exportJobSchema>;

/** The name of a job's chunk. */
export const chunkName = ({ attempt, round, from }: Pick<ExportJob, 'attempt' | 'round' | 'from'>): string =>
  `${attempt}-${round}-${from}`;

/** The key under which a chunk is announced on the channel of documents. */
export const announcedChunk = (job: Pick<ExportJob, 'id' | 'attempt' | 'round' | 'from'>): string =>
  `export:${job.id}:${chunkName(job)}`;
