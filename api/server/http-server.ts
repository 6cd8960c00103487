import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../shared/logger.js';
import { Problem } from '../../shared/problems/problem.js';
import { formatFor } from '../formats/format.js';
import { requestIdOf } from '../middleware/identify.js';
import type { EventStreamLimit } from '../search/wait/event-stream.js';
import type { ApiMetrics } from './metrics.js';
import { problemResponse } from './problem-response.js';

const path = '/api/jobs/search';

type StreamLimits = { eventStreams: Pick<EventStreamLimit, 'acquire'>; metrics: Pick<ApiMetrics, 'request'> };

/**
 * Refuses event streams beyond the limit before any other step: a refusal costs neither Redis nor quota, so that
 * thousands at once do not slow down the streams being served.
 */
export function refuseStreams({ eventStreams, metrics }: StreamLimits, handle: RequestListener): RequestListener {
  return function refuseStreams(request, response) {
    const { method, url } = request;
    const isStream = method === 'POST' && url === path && formatFor(request.headers.accept) === 'event-stream';
    const problem = isStream ? eventStreams.acquire(response) : null;
    if (problem === null) return handle(request, response);
    metrics.request({ method: 'POST', route: path, status: problem.status, seconds: 0 });
    // A connection closed with a body still in transit is reset, and the client may lose the answer.
    request.once('end', () => {
      const { headers, body } = problemResponse(problem, requestIdOf(request));
      response.writeHead(problem.status, headers).end(body);
    });
    request.resume();
  };
}

/** Time limits of a connection in milliseconds, and the most its headers may weigh. */
type HttpLimits = {
  headersMs: number;
  /** Until headers and body have arrived. */
  requestMs: number;
  /** Between two requests on one connection. */
  idleMs: number;
  /** Without a byte in either direction. */
  silentMs: number;
  headerBytes: number;
};

/** The limits of the service; `waitSeconds` is the longest time a request may take to be answered. */
export function httpLimits(waitSeconds: number): HttpLimits {
  const silentMs = (waitSeconds + 60) * 1000;
  return { headersMs: 10_000, requestMs: 15_000, idleMs: 65_000, silentMs, headerBytes: 16_384 };
}

/**
 * A server that slow or broken clients cannot exhaust: each phase of a connection has a time limit, and bytes that are
 * not a request are answered with a problem like any other error.
 */
export function createHttpServer(handle: RequestListener, { limits, logger }: HttpServerOptions): Server {
  const responses = new WeakMap<Duplex, ServerResponse>();
  const listener: RequestListener = (request, response) => {
    responses.set(request.socket, response);
    handle(request, response);
  };
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      maxHeaderSize: limits.headerBytes,
      // How often the limits are checked; with Node's default of 30 s a client could take three times as long.
      connectionsCheckingInterval: Math.min(1000, limits.headersMs),
      // The application answers a missing Host itself: Node's own answer has no body.
      requireHostHeader: false,
    },
    listener,
  );
  server.setTimeout(limits.silentMs);
  // Unknown expectations are ignored, as RFC 9110 §10.1.1 allows.
  server.on('checkExpectation', listener);
  server.on('connect', (_request, socket) => refuse(socket, connectNotAllowed(), logger));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket);
    // Bytes after an early answer, such as a 413, belong to the request that was answered.
    const answered = response?.headersSent && !(response.writableFinished && response.req.complete);
    if (answered || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuse(socket, problemOf(error), logger);
  });
  return server;
}

type HttpServerOptions = { limits: HttpLimits; logger: Logger };

function connectNotAllowed(): Problem {
  const detail = 'This server is not a proxy: it accepts GET and POST, not CONNECT.';
  return new Problem('method-not-allowed', { detail, headers: { Allow: 'GET, POST' } });
}

/** The start of a request (RFC 9112 §3). */
const requestLine = /^[A-Za-z-]{1,40} [!-~]{1,150}/;

function problemOf({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): Problem {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Problem('request-timeout', { detail: 'The request did not arrive completely in time. Send it again.' });
  if (code === 'HPE_HEADER_OVERFLOW')
    return new Problem('headers-too-large', { detail: 'Send at most 16 kB of headers.' });
  // Node's parser knows a list of methods, and stops at the first letter that fits none.
  if (code === 'HPE_INVALID_METHOD' && requestLine.test(rawPacket?.subarray(0, 200).toString('latin1') ?? ''))
    return new Problem('method-unknown', {
      detail: 'The method of this request does not exist in HTTP. Use GET or POST.',
    });
  return new Problem('malformed-request', { detail: 'The bytes that arrived are not an HTTP/1.1 request.' });
}

/** Writes a problem to the socket and closes it: without a request, Node has no response object. */
function refuse(socket: Duplex, problem: Problem, logger: Logger): void {
  const requestId = randomUUID();
  const { headers, body } = problemResponse(problem, requestId);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  logger.info({ requestId, code: problem.code, status: problem.status }, 'malformed request refused');
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
}
