import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';

export type Claim = Readonly<{ release: () => Promise<void> }>;

/**
 * Claims a data folder for this process tree by listening on a socket in its socket folder: the system ends the claim
 * with the process, however it dies. Throws a plain sentence when another live tree holds it.
 */
export async function claimFolder(sockets: string, dataFolder: string): Promise<Claim> {
  const path = join(sockets, 'owner.sock');
  if (await answers(path))
    throw new Error(`${dataFolder} is in use by another npm start; stop that one or choose another DATA_DIR.`);
  rmSync(path, { force: true });
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Whether somebody listens on a unix socket. */
export function answers(path: string): Promise<boolean> {
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
