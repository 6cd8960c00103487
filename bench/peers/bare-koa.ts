import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';

/** Koa with a single middleware that reads each body and sends fixed bytes. */
const { headers, body } = JSON.parse(readFileSync(process.env.BYTES ?? '', 'utf8')) as {
  headers: Record<string, string>;
  body: string;
};
const bytes = Buffer.from(body);
const app = new Koa();
app.use(async (ctx) => {
  for await (const _chunk of ctx.req);
  ctx.set(headers);
  ctx.body = bytes;
});
const server = app.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
process.on('SIGTERM', () => process.exit(0));
