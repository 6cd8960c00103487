import { PassThrough } from 'node:stream';
import { beforeEach, expect, test } from '@jest/globals';
import { browserLimits } from '../../../worker/browser/browser-limits.js';
import { createCdpPipe } from '../../../worker/browser/cdp-pipe.js';

let input: PassThrough;
let output: PassThrough;
let got: object[];
let received: [string, number][];
let oversized: string[];
let closed: string | undefined;
let closing: string | undefined;

beforeEach(() => {
  input = new PassThrough();
  output = new PassThrough();
  [got, received, oversized, closed, closing] = [[], [], [], undefined, undefined];
  const pipe = createCdpPipe(input, output, {
    received: (target, bytes) => void received.push([target, bytes]),
    oversized: (target) => void oversized.push(target),
    isClosing: (target) => target === closing,
  });
  pipe.onmessage = (message) => void got.push(message);
  pipe.onclose = (reason) => {
    closed = reason;
  };
  pipe.send({ id: 1, method: 'Browser.getVersion' });
});

const say = (...messages: object[]) => input.write(messages.map((message) => `${JSON.stringify(message)}\0`).join(''));
const settled = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const attach = (sessionId: string, targetId: string, parent?: string) => ({
  method: 'Target.attachedToTarget',
  params: { sessionId, targetInfo: { targetId } },
  ...(parent === undefined ? {} : { sessionId: parent }),
});
const long = 'x'.repeat(browserLimits.messageBytes);

test('sends and receives messages ended by a zero byte, however they are split', async () => {
  expect(output.read().toString()).toBe('{"id":1,"method":"Browser.getVersion"}\0');
  const bytes = Buffer.from('{"id":1,"result":{"a":"é"}}\0{"id":2}\0');
  for (const byte of bytes) input.write(Buffer.from([byte]));
  await settled();
  expect(got).toEqual([{ id: 1, result: { a: 'é' } }, { id: 2 }]);
});

test('runs the continuations of one message before the next message', async () => {
  const order: string[] = [];
  const pipe = createCdpPipe(input, output, {
    ...{ received: () => undefined, oversized: () => undefined, isClosing: () => false },
  });
  pipe.onmessage = (message) => {
    order.push(`message ${(message as { id: number }).id}`);
    void Promise.resolve().then(() => order.push(`after ${(message as { id: number }).id}`));
  };
  say({ id: 1 }, { id: 2 });
  await settled();
  expect(order).toEqual(['message 1', 'after 1', 'message 2', 'after 2']);
});

test('counts the bytes of each page, its frames and its workers', async () => {
  say(attach('S1', 'page'), attach('S2', 'worker', 'S1'));
  await settled();
  received.length = 0;
  const message = { method: 'Network.dataReceived', sessionId: 'S2' };
  say(message, { method: 'Target.targetCreated' });
  await settled();
  expect(received).toEqual([['page', JSON.stringify(message).length]]);
});

test('drops what pages log and throw, but counts its bytes', async () => {
  say(attach('S1', 'page'));
  await settled();
  got.length = 0;
  received.length = 0;
  for (const method of ['Runtime.consoleAPICalled', 'Runtime.exceptionThrown', 'Log.entryAdded'])
    for (const text of ['short', long]) say({ method, params: { text }, sessionId: 'S1' });
  await settled();
  expect(got).toEqual([]);
  expect(received).toHaveLength(6);
  expect(received.reduce((sum, [, bytes]) => sum + bytes, 0)).toBeGreaterThan(3 * browserLimits.messageBytes);
  expect(oversized).toEqual([]);
});

test('skips a message that is too large: its call fails, its page is named, and the next one is read', async () => {
  say(attach('S1', 'page'));
  say({ id: 7, result: { value: long }, sessionId: 'S1' }, { id: 8, result: {}, sessionId: 'S1' });
  say({ method: 'Page.javascriptDialogOpening', params: { message: long }, sessionId: 'S1' }, { id: 9, result: {} });
  say({ id: 10, result: { value: long } }, { id: 11, result: {} });
  await settled();
  const error = { code: -32_000, message: 'The answer is too large.' };
  expect(got.slice(1)).toEqual([
    { id: 9, result: {} },
    { id: 10, error },
    { id: 11, result: {} },
    { id: 7, error, sessionId: 'S1' },
    { id: 8, result: {}, sessionId: 'S1' },
  ]);
  expect(oversized).toEqual(['page', 'page']);
});

test('buffers only a few messages: a slow reader slows the writer down', async () => {
  const text = 'x'.repeat(1_000_000);
  let written = 0;
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  for (; written < 200; written++) {
    if (!input.write(`${JSON.stringify({ id: written, text })}\0`))
      await new Promise((resolve) => input.once('drain', resolve));
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    got.length = 0;
  }
  expect(most).toBeLessThan(100_000_000);
});

test('reports that Chromium ended after all its output was read', async () => {
  say({ id: 1 }, { id: 2 });
  input.destroy();
  await settled();
  expect(closed).toBe('Chromium ended.');
});

test('handles what the browser says first, and what its pages say in turns', async () => {
  say(attach('S1', 'flooding'), attach('S2', 'quiet'));
  await settled();
  got = [];
  const event = (sessionId: string, n: number) => ({ method: 'Fetch.requestPaused', params: { n }, sessionId });
  const flood = Array.from({ length: 5 }, (_, n) => event('S1', n));
  say(...flood, event('S2', 1), event('S2', 2), { id: 7, result: {} });
  await settled();
  const [first, second, third, ...rest] = flood;
  expect(got).toEqual([{ id: 7, result: {} }, first, event('S2', 1), second, event('S2', 2), third, ...rest]);
});

test('skips what a page that is being closed has caused, but for answers and the ends of sessions', async () => {
  const event = (sessionId: string, n: number) => ({ method: 'Fetch.requestPaused', params: { n }, sessionId });
  const answer = { id: 7, result: {}, sessionId: 'S1' };
  const frame = { method: 'Target.detachedFromTarget', params: { sessionId: 'S3' }, sessionId: 'S1' };
  const end = { method: 'Target.detachedFromTarget', params: { sessionId: 'S1' } };
  say(attach('S1', 'page'), attach('S2', 'other'), attach('S3', 'frame', 'S1'));
  await settled();
  got = [];
  // What waits already is skipped, too.
  say(event('S1', 1), ...Array.from({ length: 3000 }, (_, n) => event('S3', n)), event('S2', 2), answer, frame, end);
  closing = 'page';
  await settled();
  expect(got).toEqual([end, answer, event('S2', 2), frame]);
});
