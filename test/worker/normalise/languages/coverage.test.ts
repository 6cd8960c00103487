import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { projectFile } from '../../../../shared/project-file.js';
import type { HeldJob } from '../../../../shared/search/job.js';
import { loadGazetteer } from '../../../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../../../worker/normalise/normalise.js';
import { emptyPosting } from '../../../../worker/sources/posting.js';

/** Phrases of postings for each fact and language, written apart from the tables: `fact: phrase | phrase`; of pay with its least. */
const folder = projectFile('test/worker/normalise/languages/phrases');
const gazetteer = loadGazetteer();
const languages = readdirSync(folder).map((file) => file.slice(0, 2));

/** The share of the phrases of a supported language that are read. */
const least = 0.95;

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

function read(phrase: string): HeldJob {
  const posting = { ...emptyPosting('Acme', 'https://jobs.example/1'), descriptionHtml: `<p>${phrase}</p>` };
  const outcome = normalise(posting, {
    source: 'test',
    gazetteer,
    now: new Date('2026-11-21T12:00:00Z'),
  });
  if ('flaw' in outcome) throw new Error(outcome.flaw);
  return outcome.job;
}

type Case = { fact: string; isDenied: boolean; amount: number; phrase: string };

function casesOf(language: string): Case[] {
  const lines = readFileSync(`${folder}/${language}.txt`, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [, not, fact = '', amount, phrases = ''] = /^(not )?(\w+)(?:=(\d+))?: (.*)$/.exec(line) ?? [];
    return phrases
      .split(' | ')
      .map((phrase) => ({ fact, isDenied: not !== undefined, amount: Number(amount ?? 0), phrase }));
  });
}

describe('facts in the languages of postings', () => {
  test.each(languages)('of "%s" are read from 95 of 100 ordinary phrases, and never from their denials', (language) => {
    const cases = casesOf(language);
    const isRead = ({ fact, phrase, amount }: Case): boolean => facts[fact]?.(read(phrase), amount) ?? false;
    const stated = cases.filter(({ isDenied }) => !isDenied);
    const missed = stated.filter((each) => !isRead(each)).map(({ fact, phrase }) => `${fact}: ${phrase}`);
    expect(stated.length).toBeGreaterThanOrEqual(60);
    expect(missed.length <= stated.length * (1 - least) ? [] : missed).toEqual([]);
    expect(cases.filter((each) => each.isDenied && isRead(each)).map(({ phrase }) => phrase)).toEqual([]);
  });
});
