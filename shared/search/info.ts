import { z } from 'zod';
import { planSchema } from '../auth/plans.js';

const statusSchema = z.enum(['pass', 'warn', 'fail']);

/** One check of a part (draft-inadarei-api-health-check). */
export const healthCheckSchema = z.strictObject({
  componentType: z.string(),
  status: statusSchema,
  observedValue: z.union([z.number(), z.string()]).nullable(),
  observedUnit: z.string().optional(),
  output: z.string().nullable().describe('The error, in a sentence.'),
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
  several: z.literal(true).optional().describe('It accepts several of its words: any of them.'),
});

/** The answer of `GET /api` (docs/reference/api.md, GET /api): health, and a description of the API. */
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
  plans: z.array(planSchema),
  problems: z.record(
    z.string(),
    z.strictObject({ status: z.int().min(400).max(599), title: z.string(), advice: z.string() }),
  ),
});
