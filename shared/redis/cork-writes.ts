import type { Writable } from 'node:stream';

/**
 * Has what is written to a stream in one turn of the event loop leave at the turn's end, in one system call instead of one
 * for each write: to wake the process at the other end costs more than all the rest of a short write.
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
