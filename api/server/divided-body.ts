/**
 * A body whose end is the same in many answers. Its beginning is a byte string, whose characters are bytes; the end is not
 * copied to be sent, and has been compressed for an earlier answer.
 */
export class DividedBody {
  readonly start: string;
  readonly end: Buffer;
  /** The whole body compressed by gzip. */
  readonly gzip: () => Promise<Buffer>;

  constructor({ start, end, gzip }: Pick<DividedBody, 'start' | 'end' | 'gzip'>) {
    this.start = start;
    this.end = end;
    this.gzip = gzip;
  }

  get length(): number {
    return this.start.length + this.end.length;
  }

  toBuffer(): Buffer {
    return Buffer.concat([Buffer.from(this.start, 'latin1'), this.end]);
  }

  /** As text. */
  toString(): string {
    return this.toBuffer().toString();
  }
}
