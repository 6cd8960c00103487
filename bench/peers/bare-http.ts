import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The lower bound: node:http that reads each body and sends fixed bytes, without any processing. */
const { headers, body } = JSON.parse(readFileSync(process.env.BYTES ?? '', 'utf8')) as {
  headers: Record<string, string>;
  body: string;
};
const bytes = Buffer.from(body);
const server = createServer((request, response) => {
  request.on('data', () => undefined);
  request.on('end', () => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
});
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
process.on('SIGTERM', () => process.exit(0));
