import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../../shared/config.js';
import { budgetOf, readWarmFile, type WarmPlan } from './warm-file.js';

/** Reads what is to be warm by the settings; `print` names its content, so that workers know a changed one. */
export async function loadWarm(config: Config, now: Date): Promise<{ plan: WarmPlan; print: string }> {
  const plan = await readPlan(config, now);
  return { plan, print: createHash('sha256').update(JSON.stringify(plan)).digest('base64url').slice(0, 12) };
}

async function readPlan(config: Config, now: Date): Promise<WarmPlan> {
  const budget = budgetOf(config);
  if (config.WARM === '') return { searches: [], busiest: budget };
  const text = await readFile(config.WARM, 'utf8').catch((error: Error) => {
    throw new Error(`WARM=${config.WARM} cannot be read: ${error.message}`);
  });
  return readWarmFile(text, { origin: config.WARM, budget, now });
}
