import type { FieldName } from '../../shared/search/fields.js';
import type { Job } from '../../shared/search/job.js';
import type { OfferedPlace, SourceCounts, SourceReport } from '../../shared/search/result.js';

export type { FieldName, Job, SourceCounts, SourceReport };

/** The fields of a search, as in the form and the URL; `''` = any. */
export type Query = Record<FieldName, string>;

/** The answer to a search (docs/reference/api.md, The answer). */
export type Answer = {
  query: Query;
  page: { index: number; limit: number; count: number; total: number; exact: number };
  next: Query | null;
  offers?: { places: OfferedPlace[] };
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

/** Whether a body is a problem. */
export function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'title' in body;
}
