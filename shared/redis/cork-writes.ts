import type { Writable } from 'node:stream';

/**
 * Corks a stream until the end of the current event-loop turn, so that its writes leave in one system call instead of one
 * for each: waking the peer process costs more than the rest of a short write.
 */
export function corkWrites(stream: Writable): void {
  const write = stream.write;
  let gathering = false;
  const leave = (): void => {
    gathering = false;
    stream.uncork();
  };
  stream.write = function writeGathered(...given: unknown[]): boolean {
    if (!gathering) {
      gathering = true;
      stream.cork();
      setImmediate(leave);
    }
    return Reflect.apply(write, stream, given) as boolean;
  };
}
