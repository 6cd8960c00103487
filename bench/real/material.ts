import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { projectFile } from '../../shared/project-file.js';
import { emptyPosting, type Posting } from '../../worker/sources/posting.js';

/** Recorded postings next to the project; they carry no licence, so none of them is part of the repository. */
const candidates = ['../shared/examples/real', '../../shared/examples/real'];

/** The folder of recorded postings; `null` when it is missing. */
export const materialFolder: string | null =
  candidates.map((path) => resolve(projectFile('.'), path)).find((path) => existsSync(path)) ?? null;

const row = z.object({
  from: z.string().optional(),
  source: z.string().optional(),
  title: z.string(),
  url: z.string().nullish(),
  company: z.unknown(),
  location: z.unknown(),
  description: z.string().nullish(),
  salary: z.string().nullish().catch(null),
  language: z.string().nullish(),
});

/** A recorded posting: its id in label files, its source, and the posting with only title, place and description. */
export type RealPosting = {
  id: string;
  from: string;
  /** "wanted_kr, ko": the source and the language of a posting from a file of its own source. */
  source?: string;
  location: string;
  posting: Posting;
  /** Its pay field; `null` = it has none. */
  payField: { id: string; text: string } | null;
};

/** A recorded comment of a hiring thread, as HTML. */
export type RealComment = { id: string; html: string };

/** A recorded string with the number of postings that have it. */
export type RealString = { id: string; text: string; count: number; source?: string };

/** The id of a case in label files: the first 12 hexadecimal digits of the SHA-256 of its text. */
export const caseId = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

const unpack = (name: string): string => {
  if (materialFolder === null) throw new Error('The recorded postings are not present.');
  return gunzipSync(readFileSync(resolve(materialFolder, name))).toString('utf8');
};

/** The files of complete postings, one per further source, next to the others. */
const sourceFiles = (): string[] => {
  const folder = materialFolder === null ? null : resolve(materialFolder, '../sources');
  if (folder === null || !existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .sort()
    .map((name) => `../sources/${name}`);
};

/** The recorded postings, each id once. Those from boards' own interfaces have descriptions cut at 500 characters. */
export const realPostings = (): RealPosting[] => readPostings(['postings.jsonl.gz']);

/** The recorded postings and the complete ones of the further sources: everything that labels may name. */
export const labelledPostings = (): RealPosting[] => readPostings(['postings.jsonl.gz', ...sourceFiles()]);

function readPostings(files: readonly string[]): RealPosting[] {
  const found = new Map<string, RealPosting>();
  for (const line of files.flatMap((name) => unpack(name).trim().split('\n'))) {
    const {
      source = '',
      from = source,
      title,
      url,
      company,
      location: place,
      description,
      salary,
      language,
    } = row.parse(JSON.parse(line));
    const id = caseId(`${from}\n${url ?? ''}\n${title}`);
    if (found.has(id)) continue;
    const location = typeof place === 'string' ? place : '';
    const posting = emptyPosting(title, url ?? 'https://posting.invalid/');
    if (location !== '') posting.places = [{ text: location, city: null, region: null, country: null }];
    posting.company = { name: typeof company === 'string' ? company : null, url: null, logoUrl: null };
    posting.descriptionHtml = description ?? null;
    const payField = salary ? { id: caseId(salary), text: salary } : null;
    const group = source === '' ? {} : { source: `${source}, ${language ?? '–'}` };
    found.set(id, { id, from, ...group, location, posting, payField });
  }
  return [...found.values()];
}

/** The recorded comments of three hiring threads, each id once. */
export function realComments(): RealComment[] {
  const found = new Map<string, RealComment>();
  for (const month of ['2015-07', '2017-02', '2018-02'])
    for (const { full_html: html } of z
      .array(z.object({ full_html: z.string() }))
      .parse(JSON.parse(unpack(`hn-${month}.json.gz`))))
      found.set(caseId(html), { id: caseId(html), html });
  return [...found.values()];
}

/** The recorded location strings. */
export const recordedLocations = (): RealString[] => readStrings('locations.tsv.gz');

/** The recorded location strings, and those from postings of further sources. */
export function realLocations(): RealString[] {
  const found = new Map(recordedLocations().map((each) => [each.id, each]));
  for (const { location: text, source } of labelledPostings()) {
    const id = caseId(text);
    if (text !== '' && !found.has(id))
      found.set(id, { id, text, count: 1, ...(source === undefined ? {} : { source }) });
  }
  return [...found.values()];
}

/** The recorded titles. */
export const realTitles = (): RealString[] => readStrings('titles.tsv.gz');

function readStrings(name: string): RealString[] {
  return unpack(name)
    .split('\n')
    .filter((line) => line.includes('\t'))
    .map((line) => {
      const tab = line.indexOf('\t');
      const text = line.slice(tab + 1);
      return { id: caseId(text), text, count: Number(line.slice(0, tab)) };
    });
}
