/** How many phrases of each language are recognised (`test/worker/normalise/languages/phrases/<code>.txt`). */
import { readdirSync, readFileSync } from 'node:fs';
import { projectFile } from '../../shared/project-file.js';
import type { HeldJob } from '../../shared/search/job.js';
import { emptyPosting } from '../../worker/sources/posting.js';
import { readRealPosting } from '../real/read-real-posting.js';

const folder = projectFile('test/worker/normalise/languages/phrases');

/** The languages with phrases. */
export const phraseLanguages = (): string[] => readdirSync(folder).map((file) => file.slice(0, -4));

const typesOf = ({ jobType, jobTypes }: HeldJob) => jobTypes ?? [jobType];

/** Whether a job has a fact. */
const facts: Readonly<Record<string, (job: HeldJob, least: number) => boolean>> = {
  remote: ({ workplace }) => workplace === 'remote',
  hybrid: ({ workplace }) => workplace === 'hybrid',
  onsite: ({ workplace }) => workplace === 'on site',
  full: (job) => typesOf(job).includes('full time'),
  part: (job) => typesOf(job).includes('part time'),
  fixed: (job) => typesOf(job).includes('temporary') || typesOf(job).includes('contract'),
  intern: ({ jobType }) => jobType === 'internship',
  years: ({ stated }) => stated?.yearsOfExperience?.min === 3,
  degree: ({ stated }) => stated?.degree !== undefined && stated.degree !== 'none',
  agency: ({ stated }) => stated?.postedBy === 'agency',
  noexp: ({ experienceLevel }) => experienceLevel === 'entry level',
  pay: ({ salary }, amount) => salary?.min === amount,
};

/** The phrases of a language: how many state a fact, how many deny one, and those misread. */
export type PhraseCoverage = { stated: number; denied: number; missed: string[]; saidWrongly: string[] };

/** Reads the phrases of a language (`fact: phrase | phrase`, of pay with its least; `not fact:` before denials). */
export function readPhrases(language: string): PhraseCoverage {
  const coverage: PhraseCoverage = { stated: 0, denied: 0, missed: [], saidWrongly: [] };
  for (const line of readFileSync(`${folder}/${language}.txt`, 'utf8').trim().split('\n')) {
    const [, not, fact = '', amount, phrases = ''] = /^(not )?(\w+)(?:=(\d+))?: (.*)$/.exec(line) ?? [];
    const states = facts[fact];
    if (states === undefined) throw new Error(`"${fact}" is not a fact of phrases: ${Object.keys(facts).join(', ')}.`);
    for (const phrase of phrases.split(' | ')) {
      const isRead = states(read(phrase), Number(amount ?? 0));
      if (not === undefined) coverage.stated += 1;
      else coverage.denied += 1;
      if (not === undefined && !isRead) coverage.missed.push(`${fact}: ${phrase}`);
      if (not !== undefined && isRead) coverage.saidWrongly.push(phrase);
    }
  }
  return coverage;
}

const read = (phrase: string): HeldJob =>
  readRealPosting({ ...emptyPosting('Acme', 'https://jobs.example/1'), descriptionHtml: `<p>${phrase}</p>` });
