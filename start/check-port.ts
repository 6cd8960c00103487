import { createServer } from 'node:net';

export type Address = Readonly<{ setting: 'PORT' | 'DEMO_PORT'; host: string; port: number }>;

/** Throws one sentence that names the port and its setting when another program listens there already. */
export async function checkPort({ setting, host, port }: Address): Promise<void> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new Error(explain(error, { setting, host, port }))));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function explain(error: NodeJS.ErrnoException, { setting, host, port }: Address): string {
  if (error.code === 'EADDRINUSE')
    return `Port ${port} on ${host} is taken by another program. Choose another: ${setting}=${port + 1} npm start`;
  if (error.code === 'EACCES') return `Port ${port} needs rights this user lacks. Choose one above 1023: ${setting}=`;
  return `${setting}=${port} cannot be listened on at ${host}: ${error.message}`;
}
