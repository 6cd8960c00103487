import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import type { HeldJob } from '../../shared/search/job.js';
import { type Gazetteer, loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { normalise } from '../../worker/normalise/normalise.js';
import { emptyPosting, type Posting } from '../../worker/sources/posting.js';
import { caseId, materialFolder, realPostings, realTitles, recordedLocations } from '../real/material.js';

/** The day used as today when searching the recorded postings. */
export const searchedOn: Date = new Date('2026-11-22T12:00:00Z');

/** Titles searched as postings without a description, next to those recorded with more. */
const titlesOnly = 5500;

/** Recorded titles name no employer: each is given one of this many. */
const employers = 1500;

/** The letters of a description in the set of short texts. */
const shortText = 160;

/** Whether descriptions are complete, or cut like the summaries of listings. */
export type Texts = 'whole' | 'short';

/**
 * The recorded postings next to the project: 2,300 of boards and aggregators, 3,200 listings with employer and place,
 * and random titles with a random recorded place and a numbered employer. `null` when they are not present.
 */
export function readRealPostings(texts: Texts): HeldJob[] | null {
  if (materialFolder === null) return null;
  const gazetteer = loadGazetteer();
  const jobs = new Map<string, HeldJob>();
  for (const posting of [...recorded(), ...greenhouseListings(), ...graduateListings(), ...titlesAlone()]) {
    const job = read(posting, { texts, gazetteer });
    if (job !== null) jobs.set(job.id, job);
  }
  return [...jobs.values()];
}

function read(posting: Posting, { texts, gazetteer }: { texts: Texts; gazetteer: Gazetteer }): HeldJob | null {
  const outcome = normalise(posting, { source: 'recorded', gazetteer, now: searchedOn });
  if ('flaw' in outcome) return null;
  const { job } = outcome;
  return texts === 'whole' ? job : { ...job, description: job.description.slice(0, shortText) };
}

/** Some recordings give a team's name instead of the employer's; the address names the employer. */
function recorded(): Posting[] {
  return realPostings().map(({ posting }) => {
    const board = /^https:\/\/(?:jobs\.lever\.co|jobs\.ashbyhq\.com)\/([^/]+)/.exec(posting.url)?.[1];
    return board === undefined ? posting : { ...posting, company: { ...posting.company, name: board } };
  });
}

const listing = z.object({ company: z.string(), title: z.string(), location: z.string().nullish(), url: z.string() });

function greenhouseListings(): Posting[] {
  return z
    .array(listing)
    .parse(JSON.parse(beside('greenhouse_sample_2000_for_developers.json').toString()))
    .map(({ company, title, location, url }) => bare({ title, company, location: location ?? '', url }));
}

const graduate = z.object({
  company_name: z.string(),
  title: z.string(),
  locations: z.array(z.string()),
  url: z.string(),
  date_posted: z.number(),
});

function graduateListings(): Posting[] {
  return z
    .array(graduate)
    .parse(JSON.parse(gunzipSync(beside('simplify_newgrad_listings.json.gz')).toString()))
    .map(({ company_name: company, title, locations, url }) =>
      bare({ title, company, location: locations.join('; '), url }),
    );
}

const beside = (name: string): Buffer => readFileSync(resolve(materialFolder ?? '', '../datasets', name));

/**
 * Titles in the order of their hashes, which is random, each with the place at the same index: grades name both, so the
 * list of places must stay the graded one.
 */
function titlesAlone(): Posting[] {
  const byHash = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);
  const places = recordedLocations().sort(byHash);
  return realTitles()
    .sort(byHash)
    .slice(0, titlesOnly)
    .map(({ id, text }, at) =>
      bare({
        title: text,
        company: `Employer ${Number.parseInt(id.slice(0, 6), 16) % employers}`,
        location: places[at % places.length]?.text ?? '',
        url: `https://jobs.example/${id}`,
      }),
    );
}

type Bare = { title: string; company: string; location: string; url: string };

function bare({ title, company, location, url }: Bare): Posting {
  const posting = emptyPosting(title, url);
  posting.company.name = company;
  if (location !== '') posting.places = [{ text: location, city: null, region: null, country: null }];
  return posting;
}

/** The opening of a posting as judgements name it: its title and employer, plus its place where a query names one. */
export const openingId = ({ title, company, location }: HeldJob, withPlace: boolean): string =>
  caseId(`${title}\n${company.name ?? ''}${withPlace ? `\n${location.text}` : ''}`.toLowerCase());
