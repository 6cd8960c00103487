import { parseArgs } from 'node:util';

/** How the demo board is started. */
export type DemoOptions = { port: number; host: string; seed: number; postings: number };

/** How to start it, for people. */
export const usage = `npm run demo-board -- [--port 4010] [--host 127.0.0.1] [--seed 1] [--postings 600]
  --port      where to listen; 0 takes any free port
  --host      the address to listen on
  --seed      which postings: the same seed makes the same ones
  --postings  how many stand on the three boards together`;

/** Reads the command line; throws an error with the mistake and the allowed values. */
export function readOptions(args: string[]): DemoOptions {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      seed: { type: 'string', default: '1' },
      postings: { type: 'string', default: '600' },
    },
  });
  return {
    port: wholeNumber('--port', values.port, { from: 0, to: 65_535 }),
    host: values.host,
    seed: wholeNumber('--seed', values.seed, { from: 0, to: 4_294_967_295 }),
    postings: wholeNumber('--postings', values.postings, { from: 1, to: 5000 }),
  };
}

function wholeNumber(name: string, text: string, { from, to }: { from: number; to: number }): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= from && number <= to) return number;
  throw new Error(`${name} takes a whole number from ${from} to ${to}, not "${text}".`);
}
