import { isMainThread } from 'node:worker_threads';

/**
 * Stands in for a fault that nobody knows yet: loaded before a process (`--import`), it has its threads hang, or take memory
 * without end, over a text that holds these words.
 */
export const hangs = 'hangs for a reason nobody knows';
export const swells = 'swells for a reason nobody knows';

if (!isMainThread) {
  const trim = String.prototype.trim;
  String.prototype.trim = function () {
    if (this.includes(hangs)) for (;;);
    if (this.includes(swells)) for (const all = []; ; ) all.push(new Array(1000).fill(all.length));
    return trim.call(this);
  };
}
