import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { loadGazetteer } from './gazetteer.js';
import { normalise } from './normalise.js';
import { emptyPosting, type Posting } from './posting.js';

const text = z.union([z.string(), z.number().transform(String)]).nullish();

/** A raw posting as whoever writes a source has it: texts, all optional; other members are left alone. */
const rawSchema = z.object({
  title: text,
  company: text,
  location: text,
  salary: text,
  description: text,
  jobType: text,
  workplace: text,
  posted: text,
  url: text,
});
type Raw = z.infer<typeof rawSchema>;

const { values } = parseArgs({ options: { now: { type: 'string' } } });
const now = values.now === undefined ? new Date() : new Date(values.now);
if (Number.isNaN(now.getTime())) throw new Error(`--now takes an ISO 8601 time, not "${values.now}".`);
const gazetteer = loadGazetteer();

/** Stand in where a raw posting has no title or address, so that its other facts are read; they are taken out again. */
const missing = { title: 'Missing title', url: 'https://posting.invalid/' };

function asPosting(raw: Raw, line: string): Posting {
  const listed = (value: string | null | undefined): string[] => (value ? [value] : []);
  return {
    ...emptyPosting(raw.title || missing.title, raw.url || missing.url),
    sourceJobId: raw.url ? null : line,
    company: { name: raw.company ?? null, url: null, logoUrl: null },
    places: listed(raw.location).map((place) => ({ text: place, city: null, region: null, country: null })),
    salary: raw.salary ? { text: raw.salary, min: null, max: null, currency: null, per: null } : null,
    descriptionHtml: raw.description ?? null,
    jobType: listed(raw.jobType),
    workplace: listed(raw.workplace),
    postedAt: raw.posted ?? null,
  };
}

function answerTo(line: string): object {
  const read = rawSchema.safeParse(JSON.parse(line));
  if (!read.success) throw new Error(z.prettifyError(read.error));
  const outcome = normalise(asPosting(read.data, line), { source: 'stdin', gazetteer, now });
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  const { job, descriptionHtml } = outcome;
  const title = read.data.title ? job.title : '';
  const url = read.data.url ? job.url : '';
  return { ...job, title, url, descriptionHtml };
}

/** Writes a line and, when the reader is slower than we are, waits for it. */
async function write(answer: object): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(answer)}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

let number = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  number += 1;
  if (line.trim() === '') continue;
  try {
    await write(answerTo(line));
  } catch (error) {
    process.exitCode = 1;
    await write({ error: error instanceof Error ? error.message : String(error), line: number });
  }
}
