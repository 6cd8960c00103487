import type { Plan } from '../../shared/auth/plans.js';

/** The caller of a request: the owner of a key, or an address on the free plan, with the limits of its plan. */
export type Caller = Omit<Plan, 'name' | 'key' | 'requests'> & {
  plan: string;
  /** Requests allowed in a window of `windowSeconds`. */
  requests: number;
  /** Names the caller's quota in Redis: `key:<owner>` or `address:<address>`. */
  bucket: string;
  /** `null` = without a key. */
  keyId: string | null;
};
