import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

/** A held lock. */
export type DataDirLock = Readonly<{ release: () => Promise<void> }>;

/**
 * Locks a data directory for this process tree by listening on a unix socket: the kernel releases the lock when the process
 * ends, however it ends. Throws when another running process tree holds it.
 */
export async function lockDataDir(sockets: string, dataFolder: string): Promise<DataDirLock> {
  const path = join(sockets, 'owner.sock');
  if (await isListening(path))
    throw new Error(`${dataFolder} is in use by another running service; stop it or choose another DATA_DIR.`);
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Whether a process listens on a unix socket. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(false);
      else reject(error);
    });
  });
}
