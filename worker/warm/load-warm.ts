import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Config } from '../../shared/config.js';
import { budgetOf, readWarmFile, type WarmPlan } from './warm-file.js';

/** Reads the warm file and the settings. `hash` identifies their content and where exchange rates come from, so that workers recognise a changed plan. */
export async function loadWarm(config: Config, now: Date): Promise<{ plan: WarmPlan; hash: string }> {
  const plan = await readPlan(config, now);
  return {
    plan,
    hash: createHash('sha256')
      .update(JSON.stringify([plan, config.EXCHANGE_RATES]))
      .digest('base64url')
      .slice(0, 12),
  };
}

async function readPlan(config: Config, now: Date): Promise<WarmPlan> {
  const budget = budgetOf(config);
  if (config.WARM === '') return { searches: [], busiest: budget };
  const text = await readFile(config.WARM, 'utf8').catch((error: Error) => {
    throw new Error(`WARM=${config.WARM} cannot be read: ${error.message}`);
  });
  return readWarmFile(text, { origin: config.WARM, budget, now });
}
