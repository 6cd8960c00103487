/** Who may ask how often: `requests` in `windowSeconds`; `null` = agreed on with each caller. */
export type Plan = { name: PlanName; requests: number | null; windowSeconds: number; key: boolean };
export type PlanName = 'free' | 'pro' | 'enterprise';

/** The plan of callers without a key. */
export const freePlan = { name: 'free', requests: 100, windowSeconds: 900, key: false } as const satisfies Plan;

/** The plans, as printed by `GET /api`. Without a key a caller is an address on the free plan. */
export const plans: readonly Plan[] = [
  freePlan,
  { name: 'pro', requests: 1000, windowSeconds: 900, key: true },
  { name: 'enterprise', requests: null, windowSeconds: 900, key: true },
];
