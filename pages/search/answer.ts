import type { FieldName } from '../../shared/search/fields.js';
import type { Job } from '../../shared/search/job.js';
import type { SourceCounts, SourceReport } from '../../shared/search/result.js';

export type { FieldName, Job, SourceCounts, SourceReport };

/** The fields of a search, as in the form and the URL; `''` = any. */
export type Query = Record<FieldName, string>;

/** The answer to a search (docs/reference/api.md, The answer). */
export type Answer = {
  query: Query;
  page: { index: number; limit: number; count: number; total: number; exact: number };
  next: Query | null;
  notices: string[];
  partial: boolean;
  stale: boolean;
  collectedAt: string | null;
  ageSeconds: number | null;
  tookMs: number;
  sources: SourceReport[];
  sourceCounts: SourceCounts;
  jobs: Job[];
};

/** A problem (RFC 9457). */
export type ProblemBody = {
  code: string;
  title: string;
  detail: string;
  status: number;
  requestId?: string;
  retryAfterSeconds?: number;
  errors?: { pointer: string; code: string; detail: string; suggestion?: string }[];
  sources?: SourceReport[];
  sourceCounts?: SourceCounts;
};

/** The description of a field in `GET /api`. */
export type FieldRow = {
  default: string;
  summary: string;
  allowed?: string[];
  maxLength?: number;
  minimum?: string;
  maximum?: string;
};

/** The members of `GET /api` that the page uses. */
export type PageInfo = {
  status: 'pass' | 'warn' | 'fail';
  fields: Record<FieldName, FieldRow>;
  checks: Record<string, { status: string; output: string | null; observedValue: number | string | null }[]>;
};

/** What the checks of the service warn of. */
export const warningsOf = (checks: PageInfo['checks']): string[] =>
  Object.values(checks).flatMap((list) => list.flatMap(({ output }) => output ?? []));

/** Whether a body is a problem. */
export function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'title' in body;
}
