import { createHash } from 'node:crypto';
import { cutText } from '../../shared/words/text.js';
import type { Posting, PostingPlace, PostingSalary } from '../sources/posting.js';
import { repairEncoding } from './text/repair-encoding.js';

/** The limits of a posting's fields: characters (UTF-16 code units) of a text, entries of a list. */
export const postingBounds = {
  title: 500,
  company: 500,
  id: 200,
  url: 4000,
  place: 500,
  places: 200,
  remoteRegions: 200,
  /** Each word for the workplace, the job type or the level, and the number of such words. */
  word: 200,
  words: 50,
  salaryText: 600,
  /** An amount, currency, period or date written as text. */
  value: 200,
  /** For HTML and plain text each. */
  description: 100_000,
  tag: 200,
  tags: 200,
} as const;

/** A posting within `postingBounds`, or `null` if its URL is too long to store; `flaw` is a sentence about the cuts. */
export type BoundedPosting = { posting: Posting | null; flaw: string | null };

/**
 * Cuts a posting to `postingBounds`. Every posting passes through here after its source's reader and before the code
 * that reads its texts. Only because of these limits may that code take more than linear time.
 */
export function boundPosting(posting: Posting): BoundedPosting {
  const cuts = createCuts();
  const title = cuts.text('title', posting.title, postingBounds.title) ?? '';
  if (posting.url.length > postingBounds.url)
    return {
      posting: null,
      flaw: `The posting "${title.slice(0, 80)}" has an address of ${posting.url.length} characters.`,
    };
  const bounded: Posting = {
    sourceJobId: boundId(posting.sourceJobId),
    requisitionId: boundId(posting.requisitionId),
    url: posting.url,
    applyUrl: cuts.url('applyUrl', posting.applyUrl),
    title,
    company: {
      name: cuts.text('company', posting.company.name, postingBounds.company),
      url: cuts.url('company.url', posting.company.url),
      logoUrl: cuts.url('company.logoUrl', posting.company.logoUrl),
    },
    places: cuts.list('places', posting.places, postingBounds.places).map((place) => boundPlace(place, cuts)),
    remoteRegions: cuts.texts('remoteRegions', posting.remoteRegions, [
      postingBounds.remoteRegions,
      postingBounds.place,
    ]),
    workplace: cuts.texts('workplace', posting.workplace, [postingBounds.words, postingBounds.word]),
    jobType: cuts.texts('jobType', posting.jobType, [postingBounds.words, postingBounds.word]),
    level: cuts.texts('level', posting.level, [postingBounds.words, postingBounds.word]),
    salary: posting.salary === null ? null : boundSalary(posting.salary, cuts),
    postedAt: cuts.value('postedAt', posting.postedAt),
    validUntil: cuts.value('validUntil', posting.validUntil),
    descriptionHtml: cuts.text('description', posting.descriptionHtml, postingBounds.description),
    descriptionText: cuts.text('description', posting.descriptionText, postingBounds.description),
    tags: cuts.texts('tags', posting.tags, [postingBounds.tags, postingBounds.tag]),
    ...(posting.experienceMonths !== undefined && { experienceMonths: posting.experienceMonths }),
    ...(posting.education !== undefined && {
      education: cuts.texts('education', posting.education, [postingBounds.words, postingBounds.word]),
    }),
  };
  return { posting: bounded, flaw: cuts.flaw(title) };
}

/** Bounds every posting of a list and drops those that cannot be stored; `flaws` names them and the cuts. */
export function boundPostings(postings: readonly Posting[]): { postings: Posting[]; flaws: string[] } {
  const kept: Posting[] = [];
  const flaws: string[] = [];
  for (const each of postings) {
    const { posting, flaw } = boundPosting(each);
    if (posting !== null) kept.push(posting);
    if (flaw !== null) flaws.push(flaw);
  }
  return { postings: kept, flaws };
}

/** Replaces an id that is too long by its hash: unlike cut ids, two hashes stay different. */
function boundId(id: string | null): string | null {
  if (id === null || id.length <= postingBounds.id) return id;
  return createHash('sha256').update(id).digest('hex');
}

type Cuts = ReturnType<typeof createCuts>;

function boundPlace({ text, city, region, country }: PostingPlace, cuts: Cuts): PostingPlace {
  const part = (value: string | null): string | null => cuts.text('places', value, postingBounds.place);
  return { text: part(text), city: part(city), region: part(region), country: part(country) };
}

function boundSalary({ text, min, max, currency, per }: PostingSalary, cuts: Cuts): PostingSalary {
  return {
    text: cuts.text('salary', text, postingBounds.salaryText),
    min: cuts.value('salary', min),
    max: cuts.value('salary', max),
    currency: cuts.text('salary', currency, postingBounds.value),
    per: cuts.text('salary', per, postingBounds.value),
  };
}

/** Cuts texts and lists, repairs texts in a wrong encoding, and records the names of the fields that were cut. */
function createCuts() {
  const fields = new Set<string>();
  const text = <Text extends string | null>(field: string, value: Text, most: number): Text | string => {
    if (value === null) return value;
    if (value.length <= most) return repairEncoding(value);
    fields.add(field);
    return repairEncoding(cutText(value, most).toWellFormed());
  };
  const list = <Entry>(field: string, values: readonly Entry[], most: number): readonly Entry[] => {
    if (values.length <= most) return values;
    fields.add(field);
    return values.slice(0, most);
  };
  return {
    text,
    list,
    texts: (field: string, values: readonly string[], [most, length]: readonly [number, number]): string[] =>
      list(field, values, most).map((value) => text(field, value, length)),
    /**
     * A cut URL leads elsewhere, so one that is too long is dropped; text that is not a web URL (`data:`) is dropped
     * later anyway.
     */
    url(field: string, value: string | null): string | null {
      if (value === null || value.length <= postingBounds.url) return value;
      if (/^https?:/i.test(value)) fields.add(field);
      return null;
    },
    /** A cut number or date has another meaning, so one that is too long is dropped. */
    value(field: string, value: string | number | null): string | number | null {
      if (typeof value !== 'string' || value.length <= postingBounds.value) return value;
      fields.add(field);
      return null;
    },
    flaw: (title: string): string | null =>
      fields.size === 0 ? null : `Too long and cut in the posting "${title.slice(0, 80)}": ${[...fields].join(', ')}.`,
  };
}
