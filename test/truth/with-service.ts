import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSearchSettings, openSearchUrl } from '../lib/processes/test-opensearch.js';
import { startService, type TestService } from '../lib/start-service.js';

/** The engine of the cluster that `--engine opensearch` has started, with indexes of its own; else the default one. */
function engineSettings(): Record<string, string> {
  if (openSearchUrl === null) return {};
  const { ENGINE, OPENSEARCH_URL, OPENSEARCH_PREFIX } = openSearchSettings();
  return { ENGINE, OPENSEARCH_URL, OPENSEARCH_PREFIX };
}

/** Runs on a service with an empty cache, and quotas too large to matter. */
export async function withService<Result>(
  sources: object[],
  use: (service: TestService) => Promise<Result>,
  more: Record<string, string> = {},
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  const PLANS = join(folder, 'plans.json');
  const large = { requests: 10_000_000, windowSeconds: 60, searchesAtOnce: 1000, keptMegabytes: 1000 };
  writeFileSync(PLANS, JSON.stringify({ plans: ['free', 'pro'].map((name) => ({ name, ...large })) }));
  const times = { FRESH_SECONDS: '86400', STALE_SECONDS: '86400', WARM_BUSIEST: '0' };
  const environment = { PLANS, ...times, ...engineSettings(), ...more };
  const service = await startService({ sources, environment });
  try {
    return await use(service);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
