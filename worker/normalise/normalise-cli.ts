import { createInterface } from 'node:readline';
import { z } from 'zod';
import { readFlags } from '../../shared/cli/arguments.js';
import { parseJson } from '../../shared/parse-json.js';
import { companyOf, levelsOf, locationsOf, typesOf } from '../../shared/search/job.js';
import { statedFactsOf } from '../../shared/search/stated-facts.js';
import { loadGazetteer } from '../gazetteer/gazetteer.js';
import { emptyPosting, type Posting } from '../sources/posting.js';
import { boundPosting, postingBounds } from './bound-posting.js';
import { normalise } from './normalise.js';
import { readTitle } from './text/title.js';
import { readUrl } from './text/url.js';

const text = z
  .union([z.string(), z.number().transform(String)], { error: ({ input }) => `must be a string, not ${nameOf(input)}` })
  .nullish();

/** A raw posting: strings, all optional; other members are ignored. */
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
      `Each line must be one JSON object, such as {"title": "Cook", "salary": "£400/day"}, not ${nameOf(input)}.`,
  },
);
type Raw = z.infer<typeof rawSchema>;

const command =
  'npm run --silent normalise < postings.jsonl > jobs.jsonl\n  Reads one raw posting per line, {"title": "Cook", "location": "Leeds", "salary": "£400/day"}, and writes one normalised job per line.';
const flags = readFlags(command, {
  now: { type: 'string', what: 'the time that relative dates such as "2 days ago" refer to, ISO 8601; default: now' },
});
const now = flags.now === undefined ? new Date() : new Date(flags.now);
if (Number.isNaN(now.getTime())) {
  process.stderr.write(`--now takes an ISO 8601 time such as 2026-11-21T12:00:00Z, not "${flags.now}".\n`);
  process.exit(2);
}
const gazetteer = loadGazetteer();

/** The name of a type in a message. */
function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Placeholders for a missing title or URL, so that the other members are still read; the output omits them. */
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

function normaliseLine(line: string): object {
  const read = rawSchema.safeParse(parseJson(line, 'This line'));
  if (!read.success) throw new Error(read.error.issues.map(messageOf).join(' '));
  const title = readTitle((read.data.title ?? '').slice(0, postingBounds.title)) !== null;
  const url = readUrl(read.data.url ?? null) !== null;
  const { posting, flaw } = boundPosting(asPosting(read.data, { title, url, line }));
  if (posting === null) throw new Error(flaw ?? 'The posting is too long.');
  const outcome = normalise(posting, { source: 'stdin', gazetteer, now });
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  const { descriptionHtml } = outcome;
  const { stated: _stated, skills = [], ...job } = outcome.job;
  const facts = statedFactsOf(outcome.job);
  const lists = { locations: locationsOf(job), jobTypes: typesOf(job), experienceLevels: levelsOf(job) };
  const company = companyOf(job.company);
  const named = { title: title ? job.title : '', url: url ? job.url : '' };
  return { ...job, ...lists, ...facts, company, skills, ...named, descriptionHtml };
}

const messageOf = ({ path, message }: { path: PropertyKey[]; message: string }): string =>
  path.length === 0 ? message : `"${path.join('.')}" ${message}.`;

/** Writes a line, waiting if the reader of the pipe is slower. */
async function write(line: object): Promise<void> {
  if (process.stdout.write(`${JSON.stringify(line)}\n`)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}

// The reader may close the pipe early ("| head").
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

let number = 0;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
  number += 1;
  if (line.trim() === '') continue;
  try {
    await write(normaliseLine(number === 1 ? line.replace(/^\ufeff/, '') : line));
  } catch (error) {
    process.exitCode = 1;
    await write({ error: error instanceof Error ? error.message : String(error), line: number });
  }
}
