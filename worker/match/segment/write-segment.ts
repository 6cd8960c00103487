import {
  factTerm,
  industryTerm,
  mostYears,
  partOf,
  sizeTerm,
  skillTerm,
} from '../../../shared/keyword/fact-operators.js';
import { type HeldJob, levelsOf, typesOf } from '../../../shared/search/job.js';
import type { RemoteHome, Stating } from '../../../shared/search/stated-facts.js';
import { industryKeys } from '../../../shared/words/industry.js';
import type { Task } from '../../process/cooperative.js';
import { packKeys } from '../dedupe/fingerprint-keys.js';
import { fingerprintOf, type JobFingerprint } from '../dedupe/job-fingerprint.js';
import { joinExactRepeats, type Listed } from '../dedupe/merge-duplicates.js';
import { packSketches, sketchOf, type TextSketch } from '../dedupe/text-sketch.js';
import { createIndexBuilder } from '../index/index-builder.js';
import { packSections } from '../index/sections.js';
import { titleModel } from '../occupations/title-model.js';
import { type TitleVector, vectorOf } from '../occupations/title-similarity.js';
import { markClockTimes, markNegations, titlePartsOf } from '../words/marked-names.js';
import { markNames, unmarkedNames } from '../words/technology-names.js';
import { tokensOf } from '../words/tokens.js';
import { type LocationSet, locationKey, locationSetOf, packFacts } from './fact-columns.js';
import {
  type PackedRecord,
  packCompanyFacts,
  packRecords,
  packRoles,
  packSkills,
  type SegmentMeta,
} from './segment-sections.js';

/** The facts of a job as words that a keyword may match. */
export function factsOf(job: Omit<HeldJob, 'description'>): string[] {
  const { workplace, location, places } = job;
  const said = [workplace, ...typesOf(job), ...levelsOf(job), location.text, ...places.map(({ city }) => city)];
  return [...new Set(said.filter((fact) => fact !== null))];
}

/** The index words for the stated facts of a job, its skills and its company's facts; `[]` = none. */
function factTermsOf({
  stated,
  remoteRegions,
  company,
  skills = [],
}: Stating & Pick<HeldJob, 'company' | 'skills'>): string[] {
  const homes = remoteRegions.length > 0 ? remoteRegions : (stated?.remoteFrom ?? []);
  const others = [...new Set(homes.flatMap(homeTerms))];
  const { industry, size } = company;
  others.push(...(!industry ? [] : industryKeys(industry).map(industryTerm)));
  if (size) others.push(sizeTerm(size));
  others.push(...skills.map(skillTerm));
  if (stated === undefined) return others;
  const { visaSponsorship, securityClearance, degree, yearsOfExperience, language, postedBy } = stated;
  return [
    ...(visaSponsorship === undefined ? [] : [factTerm('visa', yesOrNo(visaSponsorship))]),
    ...(securityClearance === undefined ? [] : [factTerm('clearance', yesOrNo(securityClearance))]),
    ...(degree === undefined ? [] : [factTerm('degree', degree)]),
    ...(yearsOfExperience === undefined || yearsOfExperience.min === null
      ? []
      : [factTerm('years', String(Math.min(mostYears, yearsOfExperience.min)))]),
    ...(language === undefined ? [] : [factTerm('language', language)]),
    ...(postedBy === undefined ? [] : [factTerm('agency', yesOrNo(postedBy === 'agency'))]),
    ...others,
  ];
}

/** An entire country is one word; a part of it another, and a third stands for "some part of it". */
function homeTerms({ area, country, region }: RemoteHome): string[] {
  if (area !== null) return [factTerm('remotefrom', area)];
  if (country === null) return [];
  if (region === null) return [factTerm('remotefrom', country)];
  return [factTerm('remotefrom', partOf(country)), factTerm('remotefrom', country + region)];
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

/**
 * Writes a source's postings as a segment: one block of memory that is searched in place (`open-segment.ts`), one
 * posting per step. The cost is linear in their text. `skip`: steps, from 1, whose postings are left out. Throws when
 * there are more than `maxEntries`.
 */
export function* writingSegment(
  source: string,
  jobs: readonly HeldJob[],
  skip: ReadonlySet<number> = nothing,
): Task<Uint8Array<ArrayBuffer>> {
  const writer = new SegmentWriter(source);
  for (const [at, listed] of joinExactRepeats(jobs).entries()) {
    if (!skip.has(at + 1)) writer.add(listed);
    yield;
  }
  return writer.finish();
}

const nothing: ReadonlySet<number> = new Set();

type Draft = Listed & {
  locationSet: number;
  print: JobFingerprint;
  keys: readonly number[];
  sketch: TextSketch | null;
  roles: TitleVector;
};

/** Words of a title part that are compared. */
const wordsOfPart = 32;

/** A class: V8 keeps the optimised code of methods, but drops that of closures with the last writer. */
class SegmentWriter {
  readonly #source: string;
  readonly #builder = createIndexBuilder();
  readonly #locationSets: LocationSet[] = [];
  readonly #locationSetNumbers = new Map<string, number>();
  readonly #drafts: Draft[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  add({ job, repeats }: Listed): void {
    const builder = this.#builder;
    const title = titlePartsOf(job.title);
    const tags = job.tags.map((tag) => markNames(tag, 'tag'));
    const text = markNames(markNegations(markClockTimes(job.description)), 'text');
    builder.add(title);
    builder.add([job.company.name ?? '']);
    builder.add(tags);
    builder.add([...factsOf(job), ...factTermsOf(job)]);
    builder.add([text, ...unmarkedNames(job.skills ?? [], [...title, ...tags, text])]);
    const sketch = sketchOf(builder.endEntry());
    const roles = vectorOf(
      titleModel(),
      title.map((part) => tokensOf(part).slice(0, wordsOfPart)),
    );
    const { keys, ...print } = fingerprintOf(job);
    this.#drafts.push({ job, repeats, locationSet: this.#locationSetNumber(job), print, keys, sketch, roles });
  }

  finish(): Uint8Array<ArrayBuffer> {
    const drafts = this.#drafts;
    const locationSets = this.#locationSets;
    const index = this.#builder.finish();
    const companies = packCompanyFacts(drafts.map(({ job }) => job.company));
    const skills = packSkills(drafts.map(({ job }) => job));
    const meta: SegmentMeta = {
      source: this.#source,
      size: drafts.length,
      steps: index.steps,
      locationSets: locationSets.length,
      companyFacts: companies.known,
      skills: skills.known,
    };
    const sketches = packSketches(drafts.map(({ sketch }) => sketch));
    const records = packRecords(drafts.map(recordOf));
    const keys = packKeys(drafts.map((draft) => draft.keys));
    return packSections(meta, {
      hot: {
        ...index.sections,
        ...packFacts(drafts),
        ...companies.sections,
        ...skills.sections,
        ...keys,
        ...sketches.hot,
        ...records.hot,
        ...packRoles(drafts.map(({ roles }) => roles)),
      },
      cold: { ...index.cold, ...sketches.cold, ...records.cold, locationSets: asBytes(locationSets) },
    });
  }

  #locationSetNumber(job: HeldJob): number {
    const key = locationKey(job);
    const number = this.#locationSetNumbers.get(key) ?? this.#locationSets.push(locationSetOf(job)) - 1;
    this.#locationSetNumbers.set(key, number);
    return number;
  }
}

/** A value as JSON. */
const asBytes = (value: unknown): Uint8Array => new Uint8Array(Buffer.from(JSON.stringify(value)));

function recordOf({ job: held, print }: { job: HeldJob; print: JobFingerprint }): PackedRecord {
  const { description: _indexed, ...job } = held;
  return { job, print };
}
