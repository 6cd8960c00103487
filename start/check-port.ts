import { createServer } from 'node:net';
import { type ListenAddress, listen } from '../shared/process/listen.js';

/** Throws one sentence that names the port and its setting when another program listens there already. */
export async function checkPort(address: ListenAddress): Promise<void> {
  const probe = createServer();
  await listen(probe, address);
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}
