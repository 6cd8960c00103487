import { z } from 'zod';
import { degrees } from '../words/degrees.js';
import { cutText } from '../words/text.js';

/** The most characters of a sentence that proves a fact. */
export const evidenceAtMost = 240;

/** Where a remote worker may live; `area` is a group of countries ("EMEA", "worldwide"). */
export const homeSchema = z.strictObject({
  text: z.string(),
  region: z.string().nullable(),
  country: z.string().length(2).nullable(),
  area: z.string().nullable(),
});
export type RemoteHome = z.infer<typeof homeSchema>;

const sentence = z.string().max(evidenceAtMost);

/** The sentence that proves each fact of a job; for `label`, the observation. */
export const evidenceSchema = z
  .strictObject({
    remoteFrom: sentence,
    visaSponsorship: sentence,
    securityClearance: sentence,
    degree: sentence,
    yearsOfExperience: sentence,
    language: sentence,
    postedBy: sentence,
    label: sentence,
  })
  .partial();

/** The facts of a job that are `null` unless its posting states them, and the sentence that proves each. */
export const statedFactsShape = {
  remoteFrom: z.array(homeSchema).nullable().describe('Where a remote worker must live, as stated; at most 60 places.'),
  visaSponsorship: z.boolean().nullable().describe('Whether a visa or work permit is sponsored.'),
  securityClearance: z.boolean().nullable().describe('Whether a security clearance is required.'),
  degree: z
    .enum(degrees)
    .nullable()
    .describe('The lowest degree that is accepted; `none` = the posting says that none is needed.'),
  yearsOfExperience: z
    .strictObject({ min: z.int().nullable(), max: z.int().nullable() })
    .nullable()
    .describe('The years of experience that are required.'),
  language: z.string().length(2).nullable().describe('The language of the posting (ISO 639-1).'),
  postedBy: z
    .enum(['employer', 'agency'])
    .nullable()
    .describe('`agency` = it recruits for a client; `employer` = it takes no candidates from agencies.'),
  evidence: evidenceSchema.describe(
    'The sentence of the posting that proves each of these facts; for `label`, the observation.',
  ),
} as const;

const statedFactsSchema = z.strictObject(statedFactsShape);

/** The stated facts of a record, with all keys. */
export type StatedFacts = z.infer<typeof statedFactsSchema>;

/** A fact that is `null` unless the posting states it. */
export type StatedField = Exclude<keyof StatedFacts, 'evidence'>;

/** The stored form: only stated facts, so that a record without any takes no more memory. */
export type StoredFacts = { [Field in StatedField]?: NonNullable<StatedFacts[Field]> } & {
  evidence: StatedFacts['evidence'];
};

/** Nothing stated. */
export const noStatedFacts: StatedFacts = {
  remoteFrom: null,
  visaSponsorship: null,
  securityClearance: null,
  degree: null,
  yearsOfExperience: null,
  language: null,
  postedBy: null,
  evidence: {},
};

/** A place as the record states where a remote worker must live. */
export const homeOf = ({ text, region, country, area }: RemoteHome): RemoteHome => ({ text, region, country, area });

/** A sentence within the limit of the record. */
export const boundedEvidence = (text: string): string =>
  text.length <= evidenceAtMost ? text : `${cutText(text, evidenceAtMost - 2)} …`;

/** The most places in a list of a record: some boards name every country but a few. */
export const placesListed = 60;

/** The statements of a stored job: its facts, if any, and its source's field for remote workers' residence. */
export type Stating = { stated?: StoredFacts | undefined; remoteRegions: readonly RemoteHome[] };

/** The stated facts of a stored job, with all keys. Its source's field for remote residence comes first. */
export function statedFactsOf({ stated, remoteRegions }: Stating): StatedFacts {
  const facts = { ...noStatedFacts, ...stated };
  if (remoteRegions.length === 0) return facts;
  const remoteFrom = remoteRegions.slice(0, placesListed).map(homeOf);
  const said = boundedEvidence(remoteFrom.map(({ text }) => text).join('; '));
  return { ...facts, remoteFrom, evidence: { ...facts.evidence, remoteFrom: said } };
}

/** Joins the statements of several postings of one opening; the first that states a fact counts. */
export function joinStatedFacts(all: readonly (StoredFacts | undefined)[]): StoredFacts | undefined {
  const stated = all.filter((each) => each !== undefined);
  if (stated.length < 2) return stated[0];
  const reversed = stated.toReversed();
  return Object.assign({}, ...reversed, { evidence: Object.assign({}, ...reversed.map(({ evidence }) => evidence)) });
}
