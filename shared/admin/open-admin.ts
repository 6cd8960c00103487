import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../config.js';
import { createHostCheck } from '../http/http-hosts.js';
import type { Logger } from '../logger.js';
import { listen } from '../process/listen.js';
import type { AdminOptions } from './admin-app.js';

export type Admin = { url: string | null; close(): Promise<void> };

/**
 * Opens the admin server on ADMIN_PORT, plus `offset` for the additional processes of one
 * tree; without ADMIN_PORT nothing is opened. The caller closes it.
 */
export async function openAdmin({ config, logger, offset, middleware }: OpenAdminOptions): Promise<Admin> {
  const { ADMIN_PORT, ADMIN_TOKEN, HOST } = config;
  if (ADMIN_PORT === null) return { url: null, close: async () => undefined };
  // Imported only when ADMIN_PORT is set: a worker needs Koa only for this.
  const { createAdminApp } = await import('./admin-app.js');
  const app = createAdminApp({ ...middleware, token: ADMIN_TOKEN, isAnswered: createHostCheck(config) });
  app.on('error', (error: unknown) => logger.warn({ err: error }, 'admin: request failed'));
  const handle = app.callback();
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5000 },
    (request, response) => void handle(request, response),
  );
  await listen(server, { setting: 'ADMIN_PORT', host: HOST, port: ADMIN_PORT === 0 ? 0 : ADMIN_PORT + offset });
  const { port } = server.address() as AddressInfo;
  const url = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`;
  logger.info({ url }, 'admin: listening');
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

type OpenAdminOptions = {
  config: Config;
  logger: Logger;
  offset: number;
  middleware: Omit<AdminOptions, 'token' | 'isAnswered'>;
};
