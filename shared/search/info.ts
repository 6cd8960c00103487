import { z } from 'zod';

const statusSchema = z.enum(['pass', 'warn', 'fail']);

/** One look at one part (draft-inadarei-api-health-check). */
export const healthCheckSchema = z.strictObject({
  componentType: z.string(),
  status: statusSchema,
  observedValue: z.union([z.number(), z.string()]).nullable(),
  observedUnit: z.string().optional(),
  output: z.string().nullable().describe('What is wrong, in a sentence.'),
});

const fieldSchema = z.strictObject({
  type: z.literal('string'),
  default: z.string(),
  summary: z.string(),
  noun: z.string().optional(),
  maxLength: z.int().optional(),
  minimum: z.string().optional(),
  maximum: z.string().optional(),
  allowed: z.array(z.string()).optional(),
  understood: z.record(z.string(), z.array(z.string())).optional().describe('Other spellings of each word.'),
  several: z.literal(true).optional().describe('It takes several of its words: any of them.'),
});

/** The answer of `GET /api` (docs/reference/api.md, GET /api): health, and the API described from its own tables. */
export const infoSchema = z.strictObject({
  name: z.literal('job-search'),
  description: z.string(),
  version: z.string(),
  releaseId: z.string().nullable(),
  status: statusSchema,
  time: z.iso.datetime(),
  checks: z.record(z.string(), z.array(healthCheckSchema)),
  endpoints: z.array(z.strictObject({ method: z.string(), path: z.string(), summary: z.string() })),
  fields: z.record(z.string(), fieldSchema),
  alerts: z.boolean().describe('Whether people without a key may have new jobs sent by mail: the page /alerts.'),
  plans: z.array(
    z.strictObject({
      name: z.string(),
      requests: z.int().min(1).nullable().describe('`null` = agreed on with each caller.'),
      windowSeconds: z.int().min(1),
      key: z.boolean(),
      priority: z.int().min(1).describe('Turn in the queue: a smaller number is served first.'),
      searchesAtOnce: z.int().min(1).describe('Searches being collected at once.'),
      exportsAtOnce: z.int().min(0).describe('Exports that may run at once; 0 without a key.'),
      watches: z.int().min(0).describe('Watches that you may have; 0 without a key.'),
      descriptions: z.boolean().describe('Whether lists and exports may have whole descriptions; not without a key.'),
      keptMegabytes: z
        .int()
        .min(1)
        .describe('What may be kept for your searches together; beyond it the oldest is let go.'),
    }),
  ),
  problems: z.record(
    z.string(),
    z.strictObject({ status: z.int().min(400).max(599), title: z.string(), advice: z.string() }),
  ),
});
export type Info = z.infer<typeof infoSchema>;
