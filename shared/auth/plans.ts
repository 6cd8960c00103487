import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Config } from '../config.js';
import { parseJson } from '../parse-json.js';

/** A plan with its limits, as `GET /api` prints it. */
export const planSchema = z.strictObject({
  name: z.string(),
  requests: z.int().min(1).nullable().describe('Searches in `windowSeconds`; `null` = agreed on with each caller.'),
  windowSeconds: z.int().min(1),
  key: z.boolean().describe('Whether it takes a key: only the free plan takes none.'),
  priority: z.int().min(1).describe('Turn in the queue: a smaller number is served first.'),
  searchesAtOnce: z.int().min(1).describe('Searches being collected at once.'),
  exportsAtOnce: z.int().min(0).describe('Exports that may run at once, over all API processes; 0 without a key.'),
  watches: z
    .int()
    .min(0)
    .describe('Watches that you may have; 0 without a key. Existing ones stay when the plan is lowered.'),
  descriptions: z.boolean().describe('Whether lists and exports may have full descriptions; requires a key.'),
  keptMegabytes: z
    .int()
    .min(1)
    .describe('Megabytes (10^6 bytes) stored for all your searches; beyond it the oldest are dropped.'),
});
export type Plan = z.infer<typeof planSchema>;

/** The plans of the service as `GET /api` prints them; `free` is for callers without a key. */
export type Plans = { rows: readonly Plan[]; free: Plan & { requests: number }; named(name: string): Plan | undefined };

const freeName = 'free';

const pro: Plan = {
  name: 'pro',
  requests: 1000,
  windowSeconds: 900,
  key: true,
  priority: 20,
  searchesAtOnce: 20,
  exportsAtOnce: 2,
  watches: 100,
  descriptions: true,
  keptMegabytes: 64,
};

/** The default plans. */
const usualPlans: readonly Plan[] = [
  {
    name: freeName,
    requests: 100,
    windowSeconds: 900,
    key: false,
    priority: 30,
    searchesAtOnce: 5,
    exportsAtOnce: 0,
    watches: 0,
    descriptions: false,
    keptMegabytes: 8,
  },
  pro,
  { ...pro, name: 'enterprise', requests: null, priority: 10, searchesAtOnce: 100, keptMegabytes: 256 },
];

const whole = (least: number, most: number) => {
  const allowed = `a whole number from ${least} to ${most}`;
  return z.int(`must be ${allowed}.`).min(least, `must be ${allowed}.`).max(most, `must be ${allowed}.`);
};

/** Quota and window as an operator may set them: for a plan here, for one key by `npx job-search key`. */
export const quotaShape = { requests: whole(1, 100_000_000), windowSeconds: whole(1, 86_400) };

const rowSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be 1–32 small letters, digits or dashes.'),
  requests: quotaShape.requests.nullable().optional(),
  windowSeconds: quotaShape.windowSeconds.optional(),
  priority: whole(1, 999).optional(),
  searchesAtOnce: whole(1, 10_000).optional(),
  exportsAtOnce: whole(1, 100).optional(),
  watches: whole(0, 10_000).optional(),
  descriptions: z.boolean('must be true or false.').optional(),
  keptMegabytes: whole(1, 1_000_000).optional(),
});
const fileSchema = z.strictObject({ plans: z.array(z.unknown()).min(1) });

/** The configured plans: the defaults, overridden and extended by the file that `PLANS` names. Throws with every mistake. */
export function readPlans({ PLANS }: Pick<Config, 'PLANS'>): Plans {
  if (PLANS === '') return plansOf(usualPlans);
  let text: string;
  try {
    text = readFileSync(PLANS, 'utf8');
  } catch (error) {
    throw new Error(`PLANS=${PLANS} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return readPlansFile(text, PLANS);
}

/** Reads a plans file; a row changes the plan of its name or adds one. Throws one error that lists every mistake. */
export function readPlansFile(text: string, origin: string): Plans {
  const rows = new Map(usualPlans.map((plan) => [plan.name, plan]));
  const seen = new Set<string>();
  const mistakes: string[] = [];
  for (const [index, written] of entriesOf(text, origin).entries()) {
    const at = `plans[${index}]`;
    const read = rowSchema.safeParse(written);
    if (!read.success) {
      mistakes.push(...read.error.issues.map((issue) => sentence(issue, at)));
      continue;
    }
    const { name } = read.data;
    if (seen.has(name)) mistakes.push(`${at}.name: "${name}" occurs twice.`);
    if (name === freeName && read.data.requests === null)
      mistakes.push(`${at}.requests: must be a number: callers without a key have no individual quota.`);
    for (const member of ['exportsAtOnce', 'watches', 'descriptions'] as const)
      if (name === freeName && read.data[member] !== undefined)
        mistakes.push(`${at}.${member}: callers without a key have none.`);
    if (!rows.has(name) && read.data.requests === undefined)
      mistakes.push(`${at}.requests: a new plan needs it; null = each key has its own.`);
    seen.add(name);
    rows.set(name, { ...(rows.get(name) ?? newPlan(name)), ...withoutGaps(read.data) });
  }
  if (mistakes.length > 0) throw new Error(`${origin} is not a valid plans file:\n  ${mistakes.join('\n  ')}`);
  return plansOf([...rows.values()]);
}

const newPlan = (name: string): Plan => ({ ...pro, name, requests: null });

/** Only the members that the file contains. */
function withoutGaps(row: z.infer<typeof rowSchema>): Partial<Plan> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

function entriesOf(text: string, origin: string): unknown[] {
  const data = parseJson(text, origin);
  const file = fileSchema.safeParse(data);
  if (!file.success) throw new Error(`${origin} must be {"plans": [{"name": "free", "requests": 100}, …]}.`);
  return file.data.plans;
}

function sentence(issue: z.core.$ZodIssue, at: string): string {
  if (issue.code === 'unrecognized_keys')
    return `${at}: no such member: ${issue.keys.join(', ')}. Members: ${Object.keys(rowSchema.shape).join(', ')}.`;
  return `${[at, ...issue.path.map(String)].join('.')}: ${issue.message}`;
}

function plansOf(rows: readonly Plan[]): Plans {
  const free = rows.find(({ name }) => name === freeName);
  if (free === undefined || free.requests === null) throw new Error('There is no free plan with a quota.');
  return {
    rows,
    free: { ...free, requests: free.requests },
    named: (name) => rows.find((plan) => plan.name === name),
  };
}
