import type { HeldJob } from '../../shared/search/job.js';
import type { Question } from '../lib/postings/questions.js';

/** A search engine that indexes postings and answers the bench's questions. */
export type Engine = {
  /** Indexes postings, numbered from `first`. */
  add(jobs: readonly HeldJob[], first: number): Promise<void> | void;
  /** Makes added postings searchable, in the form that searches fastest. */
  finish(): Promise<void> | void;
  /** Finds how many postings meet the question, and reads the records of the first ten. */
  search(question: Question): Promise<Found> | Found;
  /** Replaces postings by their new versions, until searches find them. */
  replace(jobs: readonly HeldJob[], first: number): Promise<void> | void;
  /** Bytes on disk, with the records; `null` = it keeps everything in memory. */
  diskBytes(): Promise<number> | number | null;
  /** Memory of its other processes, in bytes. */
  otherMemory?(): number;
  /** CPU time of its other processes so far, in milliseconds. */
  otherCpuMs?(): number;
  close(): Promise<void> | void;
};

export type Found = { total: number; records: readonly object[] };

/** The first results whose records are read. */
export const page = 10;

/** The half side of the square around a town, in degrees of latitude: about 40 km. */
export const reach = 0.36;

/** The bounds of a town's surroundings. */
export function boundsOf({ place }: NonNullable<Question['town']>): {
  south: number;
  north: number;
  west: number;
  east: number;
} {
  const [lat, lon] = [place.lat ?? 0, place.lon ?? 0];
  const wide = reach / Math.max(0.1, Math.cos((lat * Math.PI) / 180));
  return { south: lat - reach, north: lat + reach, west: lon - wide, east: lon + wide };
}

/** The columns that filters read, of one posting. */
export function columnsOf(job: HeldJob) {
  const [place] = job.places;
  return {
    postedAt: job.postedAt === null ? 0 : Date.parse(job.postedAt),
    workplace: job.workplace ?? '',
    jobType: job.jobType ?? '',
    level: job.experienceLevel ?? '',
    pay: job.salary?.yearly?.max ?? -1,
    country: place?.country ?? '',
    lat: place?.lat ?? 0,
    lon: place?.lon ?? 0,
  };
}
