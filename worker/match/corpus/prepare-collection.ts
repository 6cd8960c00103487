import type { HeldJob, Place } from '../../../shared/search/job.js';
import { withoutGenderMarks } from '../../normalise/text/gender-marks.js';
import { atOnce, runCooperatively, type Task } from '../../process/cooperative.js';
import type { Entry, PreparedCollection } from './corpus.js';
import { type LocationSet, locationKey, locationSetOf } from './location-table.js';
import { joinExactRepeats, type Listed } from '../dedupe/exact-repeats.js';
import { createFingerprintIndex } from '../dedupe/fingerprint-index.js';
import { fingerprintOf } from '../dedupe/job-fingerprint.js';
import { sketchOf } from '../dedupe/near-duplicate.js';
import { createIndexBuilder } from '../index/index-builder.js';

/** Prepares a source's postings for matching; the cost is linear in their text. */
export const prepareCollection = (source: string, jobs: readonly HeldJob[]): PreparedCollection =>
  atOnce(preparing(source, jobs));

/** The same, giving way to other work now and then: a large board takes seconds. */
export const prepareCollectionInTurns = (source: string, jobs: readonly HeldJob[]): Promise<PreparedCollection> =>
  runCooperatively(preparing(source, jobs));

function* preparing(source: string, jobs: readonly HeldJob[]): Task<PreparedCollection> {
  const preparation = beginPreparing(source);
  for (const listed of joinExactRepeats(jobs)) {
    preparation.add(listed);
    yield;
  }
  return preparation.finish();
}

/** What the parts of a title are divided by: what a job is about ends one of them. */
const partEnds = /[()[\]|,;:–—•]+|\s[-/@]\s/;

function beginPreparing(source: string) {
  const builder = createIndexBuilder();
  const whereabouts = new Map<string, LocationSet>();
  const numbers = new Map<string, number>();
  const spots = new Map<string, Place>();
  const drafts: Omit<Entry, 'index'>[] = [];

  /** The first of equal places stands for all of them. */
  const oneOf = (place: Place): Place => {
    const key = JSON.stringify(place);
    const known = spots.get(key) ?? place;
    spots.set(key, known);
    return known;
  };
  const whereaboutsNumber = (job: Entry['job']): number => {
    const key = locationKey(job);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const { places, remoteRegions, ...where } = locationSetOf(job);
    whereabouts.set(key, { ...where, places: places.map(oneOf), remoteRegions: remoteRegions.map(oneOf) });
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  return {
    add({ job: held, repeats }: Listed): void {
      builder.add(
        withoutGenderMarks(held.title)
          .split(partEnds)
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
        whereabouts: whereaboutsNumber(job),
        print: fingerprintOf(held, text),
      });
    },
    finish(): PreparedCollection {
      const index = builder.finish();
      const entries = drafts.map((draft) => ({ ...draft, index }));
      const keyTable = createFingerprintIndex(entries.map(({ print }) => print.keys));
      return { source, size: entries.length, entries, index, whereabouts, keyTable };
    },
  };
}

/** What is known of a job besides its texts, in words one may search for. */
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
