import { isMainThread } from 'node:worker_threads';

/**
 * Simulates unknown faults: preloaded into a process (`--import`), it makes threads hang or allocate memory without end on
 * a text that contains these words, or hangs the process itself.
 */
export const hangs = 'hangs for a reason nobody knows';
export const hangsAsPlace = 'hangs as a place for a reason nobody knows';
export const swells = 'swells for a reason nobody knows';
export const dawdles = 'dawdles for a reason nobody knows';
export const stops = 'stops the process for a reason nobody knows';

if (isMainThread) {
  const parse = JSON.parse;
  JSON.parse = (text, reviver) => {
    if (String(text).includes(stops)) for (;;);
    return parse(text, reviver);
  };
} else {
  const trim = String.prototype.trim;
  const toWellFormed = String.prototype.toWellFormed;
  String.prototype.toWellFormed = function () {
    if (this.includes(hangsAsPlace)) for (;;);
    return toWellFormed.call(this);
  };
  String.prototype.trim = function () {
    if (this.includes(hangs)) for (;;);
    // 200 ms of CPU.
    if (this.includes(dawdles)) for (const end = process.cpuUsage().user + 200_000; process.cpuUsage().user < end; );
    if (this.includes(swells)) for (const all = []; ; ) all.push({ title: `title ${all.length}`, tags: [all.length] });
    return trim.call(this);
  };
}
