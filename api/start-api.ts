import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import { leaveWell } from '../shared/process/close-all.js';
import { redisReady } from '../shared/redis/redis.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import { createApp } from './app.js';
import { openHouse } from './create-context.js';
import { createShortWay } from './fast-path/fast-path.js';
import { keepStatsReady } from './geo-stats/keep-stats-ready.js';
import { createHttpServer, httpLimits } from './server/http-server.js';
import { openApiAdmin } from './server/open-api-admin.js';

export type ApiParts = { url: string; admin: string | null; close(): Promise<void> };

/** How long the start waits for Redis. */
const redisMs = 3000;

/** Opens everything the API needs and listens. It listens before Redis is there, and answers honestly until then. */
export async function createApiParts({ config, logger, now, tracing }: Made): Promise<ApiParts> {
  const { house, close } = openHouse({ config, logger, now, ...(tracing === undefined ? {} : { tracing }) });
  const app = createApp(house);
  const longWay = app.callback();
  const handle = createShortWay(house, (request, response) => void longWay(request, response));
  const limits = httpLimits(config.SEARCH_WAIT_MAX_SECONDS);
  const server = createHttpServer(handle, { limits, logger });
  // Redis is mostly there within milliseconds; without it we listen all the same, and answer 503 until it is.
  await redisReady(house.redis, redisMs).catch((error: unknown) =>
    logger.warn({ err: error }, 'listening without Redis'),
  );
  const ready = keepStatsReady({ stats: house.stats, logger, now });
  await listen(server, config);
  const admin = await openApiAdmin(house);

  return {
    url: `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${(server.address() as AddressInfo).port}`,
    admin: admin.url,
    async close() {
      await house.departure.leave(server);
      await leaveWell(logger, [{ name: 'admin', close: admin.close }]);
      ready.close();
      await close();
    },
  };
}

type Made = { config: Config; logger: Logger; now: () => Date; tracing?: Tracing };

function listen(server: Server, { PORT, HOST }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
