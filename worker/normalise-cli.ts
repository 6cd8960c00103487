import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { loadGazetteer } from './gazetteer.js';
import { normalise } from './normalise.js';
import { emptyPosting, type Posting } from './posting.js';

/** One raw posting a line on standard input, one normalised job a line on standard output, in the same order. */
const text = z.string().nullish();
const rawSchema = z.strictObject({
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

const { values } = parseArgs({ options: { now: { type: 'string' } } });
const now = values.now === undefined ? new Date() : new Date(values.now);
if (Number.isNaN(now.getTime())) throw new Error(`--now takes an ISO 8601 time, not "${values.now}".`);
const gazetteer = loadGazetteer();

/** Stands in where a raw posting has no address; it is taken out of the answer again. */
const noUrl = 'https://posting.invalid/';

function asPosting(raw: z.infer<typeof rawSchema>): Posting {
  const listed = (value: string | null | undefined) => (value ? [value] : []);
  return {
    ...emptyPosting(raw.title ?? '', raw.url || noUrl),
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
  const raw = rawSchema.parse(JSON.parse(line));
  const outcome = normalise(
    { ...asPosting(raw), title: raw.title || '(untitled)' },
    { source: 'stdin', gazetteer, now },
  );
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  const { job, descriptionHtml } = outcome;
  return { ...job, title: raw.title ? job.title : null, url: job.url === noUrl ? null : job.url, descriptionHtml };
}

let number = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  number += 1;
  if (line.trim() === '') continue;
  try {
    process.stdout.write(`${JSON.stringify(answerTo(line))}\n`);
  } catch (error) {
    process.stdout.write(
      `${JSON.stringify({ error: error instanceof Error ? error.message : String(error), line: number })}\n`,
    );
    process.exitCode = 1;
  }
}
