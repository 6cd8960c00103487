import { readConfig } from '../shared/config.js';
import { dataDirOf } from '../shared/data-dir.js';
import { isListening } from './lock-data-dir.js';
import { socketDirOf } from './private-dir.js';
import { redisUrl, socketOf } from './redis-process.js';

/** The address of the embedded Redis of an `npx job-search start` that runs on this DATA_DIR; `null` when none does. */
export async function findRunningRedis(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const sockets = socketDirOf(dataDirOf(readConfig(environment)));
  return (await isListening(socketOf(sockets))) ? redisUrl({ sockets }) : null;
}
