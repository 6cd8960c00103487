/** A message of Chromium's pipe; one that is too large is kept by its ends alone. */
export type PipeMessage = { message: Buffer; isWhole: boolean; bytes: number };

/** Bytes kept of a message that is too large: its beginning names the call it responds to, its end the session. */
export const keptOfHead = 64;
export const keptOfTail = 256;

/**
 * Splits what arrives into messages, each terminated by a zero byte, and calls back with each. A message of more than
 * `mostBytes` is skipped as it arrives: its first 64 and last 256 bytes are kept.
 */
export function createMessageSplitter(
  mostBytes: number,
  onMessage: (message: PipeMessage) => void,
): (chunk: Buffer) => void {
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
