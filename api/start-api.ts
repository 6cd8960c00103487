import type { AddressInfo } from 'node:net';
import { hasOwnBoards, makeOperatorCode } from '../shared/auth/operators.js';
import type { Config } from '../shared/config.js';
import type { Logger } from '../shared/logger.js';
import { closeAll } from '../shared/process/close-all.js';
import { listen } from '../shared/process/listen.js';
import { redisReady } from '../shared/redis/redis.js';
import { checkRedisServer } from '../shared/redis/redis-server.js';
import type { Tracing } from '../shared/tracing/tracing.js';
import { createApp } from './app.js';
import type { AppContext } from './context.js';
import { createContext } from './create-context.js';
import { readPages } from './pages/pages.js';
import { createHttpServer, httpLimits, refuseStreams } from './server/http-server.js';
import { openApiAdmin } from './server/start-parts.js';

/** `setUp`: the page where boards are chosen and a one-time code for it, while the service has no own boards. */
export type ApiProcess = {
  url: string;
  admin: string | null;
  setUp: { page: string; code: string } | null;
  close(): Promise<void>;
};

/** How long the start waits for Redis before it listens without it. */
const redisMs = 3000;

/** Starts an API process. Without Redis it listens anyway, and answers 503 until Redis is available. */
export async function startApi({ config, logger, now, tracing }: StartApiOptions): Promise<ApiProcess> {
  const { context, clock, close } = createContext({
    config,
    logger,
    now,
    ...(tracing === undefined ? {} : { tracing }),
  });
  const koaHandler = createApp(context).callback();
  const handle = refuseStreams(context, (request, response) => void koaHandler(request, response));
  const limits = httpLimits(config.SEARCH_WAIT_MAX_SECONDS);
  const server = createHttpServer(handle, { limits, logger });
  let code: string | null = null;
  try {
    const isReady = await redisReady(context.redis, redisMs).then(
      () => true,
      (error: unknown) => {
        logger.warn({ err: error }, 'listening without Redis');
        return false;
      },
    );
    if (isReady) {
      await Promise.all([checkRedisServer(context.redis, logger), clock.ask()]);
      code = await offerCode(context);
    }
  } catch (error) {
    await close();
    throw error;
  }
  await listen(server, { setting: 'PORT', host: config.HOST, port: config.PORT });
  const { port } = server.address() as AddressInfo;
  const admin = await openApiAdmin(context, async (queues) => {
    // Imported only when ADMIN_PORT is set.
    const { operatorRoutes } = await import('./operator/operator-routes.js');
    return [operatorRoutes({ ...context, port }, queues, readPages())];
  });

  const url = `http://${config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST}:${port}`;
  return {
    url,
    admin: admin.url,
    setUp: code === null ? null : { page: `${config.PUBLIC_URL || url}/boards`, code },
    async close() {
      await context.shutdown.drain(server);
      await closeAll(logger, [{ name: 'admin', close: admin.close }]);
      await close();
    },
  };
}

/** A code for the page of boards, while only the demo boards exist; `null` = others exist, or Redis takes no writes. */
async function offerCode({ redis, now, logger }: Pick<AppContext, 'redis' | 'now' | 'logger'>): Promise<string | null> {
  try {
    return (await hasOwnBoards(redis)) ? null : await makeOperatorCode(redis, now());
  } catch (error) {
    logger.warn({ err: error }, 'boards: no code was made');
    return null;
  }
}

type StartApiOptions = { config: Config; logger: Logger; now: () => Date; tracing?: Tracing };
