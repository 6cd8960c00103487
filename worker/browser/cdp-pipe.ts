/** The DevTools pipe to Chromium; bounds the data that a page can make it send. */
import type { Readable, Writable } from 'node:stream';
import type { ConnectOverCDPTransport } from 'playwright';
import { browserLimits } from './browser-limits.js';

/** A message of Chromium's pipe; only the ends of one that is too large are kept. */
type PipeMessage = { message: Buffer; isWhole: boolean; bytes: number };

/** Bytes kept of a message that is too large: its beginning names the call it responds to, its end the session. */
const keptOfHead = 64;
const keptOfTail = 256;

/**
 * Splits incoming data into messages, each terminated by a zero byte, and calls back with each. A message of more than
 * `mostBytes` is skipped on arrival: its first 64 and last 256 bytes are kept.
 */
function createMessageSplitter(mostBytes: number, onMessage: (message: PipeMessage) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let size = 0;
  let tail: Buffer = Buffer.alloc(0);

  const add = (piece: Buffer): void => {
    const wasWhole = size <= mostBytes;
    size += piece.length;
    if (size <= mostBytes) return void parts.push(piece);
    if (wasWhole) {
      const all = Buffer.concat([...parts, piece]);
      parts = [Buffer.from(all.subarray(0, keptOfHead))];
      tail = Buffer.from(all.subarray(-keptOfTail));
    } else {
      tail = Buffer.from(Buffer.concat([tail, piece]).subarray(-keptOfTail));
    }
  };
  const end = (): void => {
    const isWhole = size <= mostBytes;
    const whole = { message: Buffer.concat(isWhole ? parts : [...parts, tail]), isWhole, bytes: size };
    parts = [];
    size = 0;
    tail = Buffer.alloc(0);
    onMessage(whole);
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(0); at >= 0; at = chunk.indexOf(0, from)) {
      add(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    if (from < chunk.length) add(chunk.subarray(from));
  };
}

/** Receives the sizes of the messages caused by a page. */
export type PipeListener = {
  /** A message of this size arrived for a page, identified by its target. */
  received(target: string, bytes: number): void;
  /** A message for a page exceeded the limit and was discarded unread. */
  oversized(target: string): void;
  /** Whether a page is being closed: its events are no longer needed. */
  isClosing(target: string): boolean;
};

type Message = {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: { sessionId?: string; targetInfo?: { targetId?: string } };
};

/** Unused events through which a page could send any amount of data. */
const dropped = ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'].map(
  (method) => `{"method":"${method}"`,
);

/** Events that begin and end sessions, including those of a page being closed. */
const kept = ['Target.', 'Inspector.'].map((domain) => `{"method":"${domain}`);

/** Backpressure: while this many bytes of messages are unhandled, reading from the pipe pauses. */
const mostWaiting = 8_000_000;

/**
 * Chrome DevTools Protocol over Chromium's pipe (`--remote-debugging-pipe`: JSON, each message terminated by a zero
 * byte), for `connectOverCDP`. Data that a page makes Chromium send is bounded before it is buffered: a message larger
 * than `browserLimits.messageBytes` is skipped on arrival, and the call it responds to fails. Messages of the browser
 * are handled first, then those of its pages in turns, so that a page that sends endlessly delays only itself; its
 * pending messages are skipped once it is being closed.
 */
export function createCdpPipe(input: Readable, output: Writable, listener: PipeListener): ConnectOverCDPTransport {
  /** The page that each session belongs to, including sessions of its frames and workers. */
  const targets = new Map<string, string>();
  /** Unhandled messages by page, in the order of their turns. */
  const pages = new Map<string, PipeMessage[]>();
  const ofBrowser: PipeMessage[] = [];
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
    if (params?.sessionId === undefined) return;
    const target = targetOf(sessionId) ?? params.targetInfo?.targetId;
    if (method === 'Target.attachedToTarget' && target !== undefined) targets.set(params.sessionId, target);
    if (method === 'Target.detachedFromTarget') targets.delete(params.sessionId);
  };

  /** `message` has the first and last bytes of one that is too large. */
  const refuse = ({ message }: PipeMessage): void => {
    const id = /^\{"id":(\d{1,15}),/.exec(headOf(message))?.[1];
    if (id === undefined) return;
    const error = { code: -32_000, message: 'The answer is too large.' };
    const sessionId = sessionAtEnd(message);
    transport.onmessage?.({ id: Number(id), error, ...(sessionId === undefined ? {} : { sessionId }) });
  };

  /** The next message of the page whose turn it is, which then goes to the end of the order. */
  const takeOfPages = (): PipeMessage | undefined => {
    for (const [target, waiting] of pages) {
      pages.delete(target);
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        waitingBytes -= next.message.length;
        if (listener.isClosing(target) && isNeedless(next)) continue;
        if (waiting.length > 0) pages.set(target, waiting);
        return next;
      }
    }
    return undefined;
  };

  const take = (): PipeMessage | undefined => {
    const next = ofBrowser.shift();
    if (next === undefined) return takeOfPages();
    waitingBytes -= next.message.length;
    return next;
  };

  /** One message per turn of the event loop, since its promise callbacks must run before the next one, as in Playwright. */
  const handleNext = (): void => {
    const next = take();
    if (waitingBytes < mostWaiting) input.resume();
    isHandling = next !== undefined;
    if (next === undefined) {
      if (isClosed) transport.onclose?.('Chromium ended.');
      return;
    }
    setImmediate(handleNext);
    if (next.isWhole) transport.onmessage?.(JSON.parse(next.message.toString()) as Message);
    else refuse(next);
  };

  const schedule = (): void => {
    if (isHandling) return;
    isHandling = true;
    setImmediate(handleNext);
  };

  const arrived = (next: PipeMessage): void => {
    const head = headOf(next.message);
    // Sessions begin and end in order of arrival, which determines the page of each message.
    const target = targetOf(sessionAtEnd(next.message));
    if (next.isWhole && head.startsWith('{"method":"Target.')) learn(JSON.parse(next.message.toString()) as Message);
    const isRead = !isDropped(head);
    if (target !== null && isRead && !next.isWhole) listener.oversized(target);
    else if (target !== null) listener.received(target, next.bytes);
    if (!isRead) return;
    const waiting = target === null ? ofBrowser : (pages.get(target) ?? []);
    waiting.push(next);
    if (target !== null) pages.set(target, waiting);
    waitingBytes += next.message.length;
    if (waitingBytes >= mostWaiting) input.pause();
    schedule();
  };

  input.on('data', createMessageSplitter(browserLimits.messageBytes, arrived));
  input.once('close', () => {
    isClosed = true;
    schedule();
  });
  // The pipe of a Chromium that died: `close` follows and reports it.
  input.on('error', () => undefined);
  output.on('error', () => undefined);
  return transport;
}

const headOf = (message: Buffer): string => message.toString('latin1', 0, keptOfHead);

const isDropped = (head: string): boolean => dropped.some((start) => head.startsWith(start));

/** Whether a message of a page being closed is an event that neither begins nor ends a session. */
function isNeedless({ message }: PipeMessage): boolean {
  const head = headOf(message);
  return head.startsWith('{"method":') && !kept.some((start) => head.startsWith(start));
}

/** Chromium writes the session id at the end of a message. */
const sessionAtEnd = (message: Buffer): string | undefined =>
  /"sessionId":"(\w{1,64})"\}$/.exec(message.toString('latin1', Math.max(0, message.length - keptOfTail)))?.[1];
