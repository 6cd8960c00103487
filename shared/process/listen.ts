import type { Server } from 'node:net';

/** A port to listen on, and the setting that names it. */
export type ListenAddress = Readonly<{ setting: 'PORT' | 'ADMIN_PORT' | 'DEMO_PORT'; host: string; port: number }>;

/** Listens; rejects with a sentence that names the setting when the port is unavailable. */
export async function listen(server: Server, address: ListenAddress): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(new Error(explainListenError(error, address), { cause: error }));
    server.once('error', fail);
    server.listen(address.port, address.host, () => {
      server.off('error', fail);
      resolve();
    });
  });
}

/** Why a port is unavailable, as a sentence with the setting and a remedy. */
function explainListenError(error: NodeJS.ErrnoException, { setting, host, port }: ListenAddress): string {
  if (error.code === 'EADDRINUSE' && setting === 'ADMIN_PORT')
    return `Port ${port} on ${host} (ADMIN_PORT) is taken by another process. On one machine each process needs its own: a worker listens on ADMIN_PORT + WORKER_INDEX, so next to an API number the workers from 1.`;
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Choose another, for instance ${setting}=${port + 1}.`;
  if (error.code === 'EACCES') return `${setting}=${port} needs rights this user lacks. Choose a port above 1023.`;
  return `${setting}=${port} cannot be listened on at HOST=${host}: ${error.message}.`;
}
