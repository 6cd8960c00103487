import type { HeldJob, Place } from '../../../shared/search/job.js';
import { withoutGenderMarks } from '../../normalise/text/gender-marks.js';
import { runCooperatively, runSync, type Task } from '../../process/cooperative.js';
import { joinExactRepeats, type Listed } from '../dedupe/exact-repeats.js';
import { createFingerprintIndex } from '../dedupe/fingerprint-index.js';
import { fingerprintOf } from '../dedupe/job-fingerprint.js';
import { sketchOf } from '../dedupe/near-duplicate.js';
import { createIndexBuilder } from '../index/index-builder.js';
import { type LocationSet, locationKey, locationSetOf } from './location-set.js';
import type { Entry, PreparedCollection } from './prepared-collection.js';

/** Prepares a source's postings for matching; the cost is linear in their text. */
export const prepareCollection = (source: string, jobs: readonly HeldJob[]): PreparedCollection =>
  runSync(preparing(source, jobs));

/** The same, yielding to the event loop every few milliseconds: a large board takes seconds. */
export const prepareCollectionCooperatively = (source: string, jobs: readonly HeldJob[]): Promise<PreparedCollection> =>
  runCooperatively(preparing(source, jobs));

function* preparing(source: string, jobs: readonly HeldJob[]): Task<PreparedCollection> {
  const preparation = beginPreparing(source);
  for (const listed of joinExactRepeats(jobs)) {
    preparation.add(listed);
    yield;
  }
  return preparation.finish();
}

/** Separators of the parts of a title; the role is named at the end of a part (worker/match/rank/title-fit.ts). */
const partSeparators = /[()[\]|,;:–—•]+|\s[-/@]\s/;

function beginPreparing(source: string) {
  const builder = createIndexBuilder();
  const locationSets = new Map<string, LocationSet>();
  const locationSetNumbers = new Map<string, number>();
  const places = new Map<string, Place>();
  const drafts: Omit<Entry, 'index'>[] = [];

  /** Equal places share one object. */
  const shared = (place: Place): Place => {
    const key = JSON.stringify(place);
    const known = places.get(key) ?? place;
    places.set(key, known);
    return known;
  };
  const locationSetNumber = (job: Entry['job']): number => {
    const key = locationKey(job);
    const known = locationSetNumbers.get(key);
    if (known !== undefined) return known;
    const set = locationSetOf(job);
    locationSets.set(key, {
      ...set,
      places: set.places.map(shared),
      remoteRegions: set.remoteRegions.map(shared),
    });
    locationSetNumbers.set(key, locationSetNumbers.size);
    return locationSetNumbers.size - 1;
  };
  return {
    add({ job: held, repeats }: Listed): void {
      builder.add(
        withoutGenderMarks(held.title)
          .split(partSeparators)
          .filter((part) => part.trim() !== ''),
      );
      builder.add([held.company.name ?? '']);
      builder.add(held.tags);
      builder.add(factsOf(held));
      builder.add([held.description]);
      const text = sketchOf(builder.endEntry());
      const { description, ...job } = held;
      drafts.push({
        job,
        at: drafts.length,
        postedAt: job.postedAt === null ? Number.NaN : Date.parse(job.postedAt),
        hasText: description !== '',
        repeats,
        locationSet: locationSetNumber(job),
        fingerprint: fingerprintOf(held, text),
      });
    },
    finish(): PreparedCollection {
      const index = builder.finish();
      const entries = drafts.map((draft) => ({ ...draft, index }));
      const fingerprintIndex = createFingerprintIndex(entries.map(({ fingerprint }) => fingerprint.keys));
      return { source, size: entries.length, entries, index, locationSets, fingerprintIndex };
    },
  };
}

/** The facts of a job as words that a keyword may match. */
export function factsOf({
  workplace,
  jobType,
  experienceLevel,
  location,
  places,
}: Omit<HeldJob, 'description'>): string[] {
  const said = [workplace, jobType, experienceLevel, location.text, ...places.map(({ city }) => city)];
  return [...new Set(said.filter((fact) => fact !== null))];
}
