import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../shared/logger.js';
import { Problem } from '../../shared/problems/problem.js';
import { baseHeaders } from './base-headers.js';

/** How long a client may take, in milliseconds, and how much it may send before it is heard. */
export type HttpLimits = {
  headersMs: number;
  /** Headers and body together. */
  requestMs: number;
  /** Between two requests on one connection. */
  idleMs: number;
  /** Without a byte either way: who neither reads nor sends any more is let go. */
  silentMs: number;
  headerBytes: number;
};

/** The limits of the service; `waitSeconds` is the longest a client may wait for its answer. */
export function httpLimits(waitSeconds: number): HttpLimits {
  const silentMs = (waitSeconds + 60) * 1000;
  return { headersMs: 10_000, requestMs: 15_000, idleMs: 65_000, silentMs, headerBytes: 16_384 };
}

/**
 * A server that outlasts slow and broken clients: each has its time, and what never became a request is answered with a
 * problem like everything else.
 */
export function createHttpServer(handle: RequestListener, { limits, logger }: HttpServerOptions): Server {
  const answers = new WeakMap<Duplex, ServerResponse>();
  const listener: RequestListener = (request, response) => {
    answers.set(request.socket, response);
    handle(request, response);
  };
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      maxHeaderSize: limits.headerBytes,
      // How often late clients are looked for; Node's own 30 s would let them stay three times as long.
      connectionsCheckingInterval: Math.min(1000, limits.headersMs),
      // The application answers for a missing Host, since Node's own answer has no body.
      requireHostHeader: false,
    },
    listener,
  );
  server.setTimeout(limits.silentMs);
  // An expectation we do not know is ignored, as RFC 9110 §10.1.1 allows.
  server.on('checkExpectation', listener);
  server.on('connect', (_request, socket) => refuse(socket, noProxy(), logger));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const answer = answers.get(socket);
    // What comes after an early answer, such as a 413, belongs to the request that was answered.
    const answered = answer?.headersSent && !(answer.writableFinished && answer.req.complete);
    if (answered || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, problemOf(error), logger);
  });
  return server;
}

type HttpServerOptions = { limits: HttpLimits; logger: Logger };

function noProxy(): Problem {
  const detail = 'This is no proxy: it accepts GET and POST, not CONNECT.';
  return new Problem('method-not-allowed', { detail, headers: { Allow: 'GET, POST' } });
}

function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('request-timeout', { detail: 'The request did not arrive whole in time. Send it again.' });
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers-too-large', { detail: 'Send at most 16 kB of headers.' });
  return new Problem('malformed-request', { detail: 'What arrived is not an HTTP/1.1 request.' });
}

/** Answers on the bare connection and closes it: there is no request to answer to. */
function refuse(socket: Duplex, problem: Problem, logger: Logger): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problem.body(requestId));
  const headers = {
    ...baseHeaders,
    ...problem.headers,
    'X-Request-Id': requestId,
    'Content-Type': 'application/problem+json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  logger.info({ requestId, code: problem.code, status: problem.status }, 'refused before it was a request');
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
}
