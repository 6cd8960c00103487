import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readFlags } from '../../shared/cli/read-flags.js';
import { parseJson } from '../../shared/parse-json.js';
import { loadGazetteer } from '../gazetteer/gazetteer.js';
import { emptyPosting, type Posting } from '../sources/posting.js';
import { boundPosting, postingBounds } from './bound-posting.js';
import { normalise } from './normalise.js';
import { readTitle } from './text/title.js';
import { readUrl } from './text/url.js';

const text = z
  .union([z.string(), z.number().transform(String)], { error: ({ input }) => `takes a text, not ${nameOf(input)}` })
  .nullish();

/** A raw posting as whoever writes a source has it: texts, all optional; other members are left alone. */
const rawSchema = z.object(
  {
    title: text,
    company: text,
    location: text,
    salary: text,
    description: text,
    jobType: text,
    workplace: text,
    posted: text,
    url: text,
  },
  {
    error: ({ input }) =>
      `A line is one JSON object, such as {"title": "Cook", "salary": "£400/day"}, not ${nameOf(input)}.`,
  },
);
type Raw = z.infer<typeof rawSchema>;

const command =
  'npm run --silent normalise < postings.jsonl > jobs.jsonl\n  One raw posting a line, {"title": "Cook", "location": "Leeds", "salary": "£400/day"}, becomes one normalised job a line.';
const flags = readFlags(command, {
  now: { type: 'string', what: 'the time that "2 days ago" is reckoned from, ISO 8601; else the present' },
});
const now = flags.now === undefined ? new Date() : new Date(flags.now);
if (Number.isNaN(now.getTime())) {
  process.stderr.write(`--now takes an ISO 8601 time such as 2026-11-21T12:00:00Z, not "${flags.now}".\n`);
  process.exit(2);
}
const gazetteer = loadGazetteer();

/** What a wrong value is called in a message. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Stand in where a raw posting has no usable title or address, so that its other facts are read; they are taken out again. */
const missing = { title: 'Missing title', url: 'https://posting.invalid/' };

function asPosting(raw: Raw, { title, url, line }: { title: boolean; url: boolean; line: string }): Posting {
  const listed = (value: string | null | undefined): string[] => (value ? [value] : []);
  return {
    ...emptyPosting(title ? (raw.title ?? '') : missing.title, url ? (raw.url ?? '') : missing.url),
    sourceJobId: url ? null : line,
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
  const read = rawSchema.safeParse(parseJson(line, 'This line'));
  if (!read.success) throw new Error(read.error.issues.map(messageOf).join(' '));
  const title = readTitle((read.data.title ?? '').slice(0, postingBounds.title)) !== null;
  const url = readUrl(read.data.url ?? null) !== null;
  const { posting, flaw } = boundPosting(asPosting(read.data, { title, url, line }));
  if (posting === null) throw new Error(flaw ?? 'The posting is too long.');
  const outcome = normalise(posting, { source: 'stdin', gazetteer, now });
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  const { job, descriptionHtml } = outcome;
  return { ...job, title: title ? job.title : '', url: url ? job.url : '', descriptionHtml };
}

const messageOf = ({ path, message }: { path: PropertyKey[]; message: string }): string =>
  path.length === 0 ? message : `"${path.join('.')}" ${message}.`;

/** Writes a line and, when the reader is slower than we are, waits for it. */
async function write(answer: object): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(answer)}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

// Whoever reads us may stop ("| head"): nothing is left to do then.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

let number = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  number += 1;
  if (line.trim() === '') continue;
  try {
    await write(answerTo(number === 1 ? line.replace(/^\ufeff/, '') : line));
  } catch (error) {
    process.exitCode = 1;
    await write({ error: error instanceof Error ? error.message : String(error), line: number });
  }
}
