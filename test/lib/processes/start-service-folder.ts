import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis, type TestRedis } from '../start-redis.js';

/** A DATA_DIR with a running Redis where `npx job-search start` puts the embedded one. */
export type ServiceFolder = { folder: string; redis: TestRedis; stop(): Promise<void> };

export async function startServiceFolder(): Promise<ServiceFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'data-'));
  mkdirSync(join(folder, 'run'));
  const redis = await startRedis({ dir: join(folder, 'run') });
  return {
    folder,
    redis,
    async stop() {
      await redis.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
