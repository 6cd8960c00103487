import type { Readable, Writable } from 'node:stream';
import type { ConnectOverCDPTransport } from 'playwright';
import { browserLimits } from './browser-limits.js';
import { createMessageSplitter, keptOfHead, keptOfTail, type PipeMessage } from './split-messages.js';

/** Notified of the size of the messages that a page causes. */
export type PipeListener = {
  /** A message of this size arrived for a page, identified by its target. */
  received(target: string, bytes: number): void;
  /** A message for a page exceeded the limit and was discarded unread. */
  oversized(target: string): void;
};

type Message = {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: { sessionId?: string; targetInfo?: { targetId?: string } };
};

/** Events without listeners here, through which a page could send any amount of data. */
const dropped = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'].map(
  (method) => `{"method":"${method}"`,
);

/** Backpressure: while this many bytes of messages wait to be handled, reading from the pipe pauses. */
const mostWaiting = 8_000_000;

/**
 * Chrome DevTools Protocol over Chromium's pipe (`--remote-debugging-pipe`: JSON, each message terminated by a zero byte),
 * for `connectOverCDP`. What a page makes Chromium send is bounded before it is buffered: a message larger than
 * `browserLimits.messageBytes` is skipped as it arrives, and the call that it responds to fails.
 */
export function createCdpPipe(input: Readable, output: Writable, listener: PipeListener): ConnectOverCDPTransport {
  /** The page that each session belongs to, including sessions of its frames and workers. */
  const targets = new Map<string, string>();
  const waiting: PipeMessage[] = [];
  let waitingBytes = 0;
  let isHandling = false;
  let isClosed = false;

  const transport: ConnectOverCDPTransport = {
    send(message) {
      if (!output.destroyed) output.write(`${JSON.stringify(message)}\0`);
    },
    close: () => void output.end(),
  };

  const targetOf = (session: string | undefined): string | null => targets.get(session ?? '') ?? null;

  const learn = ({ method, params, sessionId }: Message): void => {
    if (method === 'Target.attachedToTarget' && params?.sessionId !== undefined) {
      const target = targetOf(sessionId) ?? params.targetInfo?.targetId;
      if (target !== undefined) targets.set(params.sessionId, target);
    }
    if (method === 'Target.detachedFromTarget' && params?.sessionId !== undefined) targets.delete(params.sessionId);
  };

  const countFor = (sessionId: string | undefined, bytes: number): void => {
    const target = targetOf(sessionId);
    if (target !== null) listener.received(target, bytes);
  };

  const handle = (bytes: Buffer): void => {
    if (isDropped(bytes)) {
      countFor(sessionAtEnd(bytes), bytes.length);
      return;
    }
    const message = JSON.parse(bytes.toString()) as Message;
    learn(message);
    countFor(message.sessionId, bytes.length);
    transport.onmessage?.(message);
  };

  /** `ends` holds the first and last bytes of a message that is `bytes` long. */
  const refuse = (ends: Buffer, bytes: number): void => {
    const sessionId = sessionAtEnd(ends);
    if (isDropped(ends)) {
      countFor(sessionId, bytes);
      return;
    }
    const target = targetOf(sessionId);
    if (target !== null) listener.oversized(target);
    const id = /^\{"id":(\d{1,15}),/.exec(ends.toString('latin1', 0, keptOfHead))?.[1];
    if (id === undefined) return;
    const error = { code: -32_000, message: 'The answer is too large.' };
    transport.onmessage?.({ id: Number(id), error, ...(sessionId === undefined ? {} : { sessionId }) });
  };

  /** One message per turn of the event loop, since its promise callbacks must run before the next one, as in Playwright. */
  const handleNext = (): void => {
    const next = waiting.shift();
    isHandling = next !== undefined;
    if (next === undefined) {
      if (isClosed) transport.onclose?.('Chromium ended.');
      return;
    }
    waitingBytes -= next.message.length;
    if (waitingBytes < mostWaiting) input.resume();
    setImmediate(handleNext);
    if (next.isWhole) handle(next.message);
    else refuse(next.message, next.bytes);
  };

  const schedule = (): void => {
    if (isHandling) return;
    isHandling = true;
    setImmediate(handleNext);
  };

  const split = createMessageSplitter(browserLimits.messageBytes, (next) => {
    waiting.push(next);
    waitingBytes += next.message.length;
    if (waitingBytes >= mostWaiting) input.pause();
    schedule();
  });

  input.on('data', split);
  input.once('close', () => {
    isClosed = true;
    schedule();
  });
  // The pipe of a Chromium that died: `close` follows and reports it.
  input.on('error', () => undefined);
  output.on('error', () => undefined);
  return transport;
}

const isDropped = (message: Buffer): boolean => {
  const head = message.toString('latin1', 0, keptOfHead);
  return dropped.some((start) => head.startsWith(start));
};

/** Chromium writes the session id at the end of a message. */
const sessionAtEnd = (message: Buffer): string | undefined =>
  /"sessionId":"(\w{1,64})"\}$/.exec(message.toString('latin1', Math.max(0, message.length - keptOfTail)))?.[1];
