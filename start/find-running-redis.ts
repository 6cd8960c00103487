import { readConfig } from '../shared/config.js';
import { answers } from './claim-folder.js';
import { dataFolderOf } from './data-folder.js';
import { socketFolderOf } from './private-folder.js';
import { redisUrl, socketOf } from './redis-part.js';

/** The address of the embedded Redis of an `npm start` that runs on this DATA_DIR; `null` when none does. */
export async function findRunningRedis(environment: NodeJS.ProcessEnv): Promise<string | null> {
  const sockets = socketFolderOf(dataFolderOf(readConfig(environment)));
  return (await answers(socketOf(sockets))) ? redisUrl({ sockets }) : null;
}
