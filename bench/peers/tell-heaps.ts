import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/** The heap of one thread, in bytes; `code` and `young` (the young generation) are parts of what is reserved. */
export type ThreadHeap = { reserved: number; inUse: number; code: number; young: number };

/** Loaded into a process by `--import`, and with it into each of its threads: a message from the parent is answered with their heaps. */
const answerMs = 500;
const channel = new BroadcastChannel('heaps');
channel.unref();

if (isMainThread) {
  let told: ThreadHeap[] = [];
  channel.onmessage = (event) => {
    const { data } = event as { data: ThreadHeap | 'tell' };
    if (data !== 'tell') told.push(data);
  };
  process.on('message', () => {
    told = [ownHeap()];
    channel.postMessage('tell');
    setTimeout(() => process.send?.(told), answerMs);
  });
} else
  channel.onmessage = (event) => {
    if ((event as { data: unknown }).data === 'tell') channel.postMessage(ownHeap());
  };

function ownHeap(): ThreadHeap {
  const sizeOf = (names: RegExp): number =>
    getHeapSpaceStatistics()
      .filter(({ space_name: name }) => names.test(name))
      .reduce((sum, { space_size: size }) => sum + size, 0);
  const { total_heap_size: reserved, used_heap_size: inUse } = getHeapStatistics();
  return { reserved, inUse, code: sizeOf(/^code/), young: sizeOf(/^new/) };
}
