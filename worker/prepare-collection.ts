import type { HeldJob } from '../shared/job.js';
import { whereaboutsKey, whereaboutsOf } from './columns.js';
import type { Entry, PreparedCollection, Whereabouts } from './corpus.js';
import { createIndexBuilder } from './index-builder.js';
import { sketchOf } from './near-duplicate.js';
import { printOf } from './opening-print.js';

/** What the parts of a title are divided by: what a job is about ends one of them. */
const partEnds = /[()[\]|,;:–—•]+|\s[-/@]\s/;

/** Prepares a source's postings for matching; the cost is linear in their text. */
export function prepareCollection(source: string, jobs: readonly HeldJob[]): PreparedCollection {
  const builder = createIndexBuilder();
  const whereabouts = new Map<string, Whereabouts>();
  const numbers = new Map<string, number>();
  const drafts = jobs.map((held, at) => {
    builder.add(held.title.split(partEnds).filter((part) => part.trim() !== ''));
    builder.add([held.company.name ?? '']);
    builder.add(held.tags);
    builder.add(factsOf(held));
    builder.add([held.description]);
    const text = sketchOf(builder.endEntry());
    const { description, ...job } = held;
    const key = whereaboutsKey(job);
    const number = numbers.get(key) ?? numbers.size;
    if (number === numbers.size) {
      numbers.set(key, number);
      whereabouts.set(key, whereaboutsOf(job));
    }
    return {
      job,
      at,
      postedAt: job.postedAt === null ? Number.NaN : Date.parse(job.postedAt),
      hasText: description !== '',
      whereabouts: number,
      print: printOf(held, text),
    };
  });
  const index = builder.finish();
  const entries: Entry[] = drafts.map((draft) => ({ ...draft, index }));
  return { source, size: jobs.length, entries, index, whereabouts };
}

/** What is known of a job besides its texts, in words one may search for. */
function factsOf({ workplace, jobType, experienceLevel, location, places }: HeldJob): string[] {
  const said = [workplace, jobType, experienceLevel, location.text, ...places.map(({ city }) => city)];
  return [...new Set(said.filter((fact) => fact !== null))];
}
