import { type JobType, jobTypes } from '../../../shared/words/words.js';
import { readProse } from '../languages/prose.js';
import { patternOf } from '../languages/read-table.js';
import { readShort, readTitle, type Statement } from '../languages/statements.js';
import { readOnce } from '../text/read-once.js';
import type { Evidence } from './evidence.js';
import { createEvidenceReader } from './evidence-sentences.js';
import { anyWord, foldForMatching } from './fold-for-matching.js';
import { isEngagementAside, withoutProspects } from './job-type-asides.js';
import { alternative, titleEngagements } from './job-type-in-title.js';
import { engagementPhrases, phraseMarks } from './job-type-phrases.js';
import { type Engagement, engagements, typeOf } from './job-type-words.js';

/** Every word of an engagement that a field or a label's value may have. */
const patterns = engagements.map((engagement) => ({
  engagement,
  word: new RegExp(anyWord(patternOf(`field ${engagement}`)), 'u'),
}));

/** Fields have a few words; longer texts are sentences in the wrong field and are read like sentences. */
const fieldAtMost = 120;

/** The types of a job; `value` is the first of `types`. */
export type JobTypes = Evidence<JobType> & { types: readonly JobType[] };

/**
 * The job types: as stated, or else by the title, or else by explicit sentences of the description; never a default. The
 * kind of contract comes before the hours, and full time before part time.
 */
export function readJobType(evidence: {
  stated: readonly string[];
  title: string;
  description: string;
}): JobTypes | null {
  const short = evidence.stated.filter((text) => text.length <= fieldAtMost);
  const stated = foundIn(short.map(foldForMatching).join(' | ')) ?? short.flatMap(shortTypes);
  const known = stated.length > 0 ? stated : knownWord(short);
  if (known.length > 0) return typed(known, { inferred: false, evidence: short.join(', ') });
  const inTitle = titleEngagements(evidence.title);
  const title = alternative.test(evidence.title)
    ? inTitle
    : [...inTitle, ...typesOf(readTitle(evidence.title)).map(({ engagement }) => engagement)];
  if (title.length > 0) return typed(title, { inferred: true, evidence: evidence.title });
  const long = evidence.stated.filter((text) => text.length > fieldAtMost);
  return inSentences([...long, evidence.description].join('\n')) ?? restatedTitle(evidence);
}

/** The types of engagements, in their order; a permanent job is full time unless something else is said. */
function typed(found: readonly Engagement[], how: { inferred: boolean; evidence: string }): JobTypes | null {
  const kinds = engagements.filter((engagement) => found.includes(engagement));
  const timed = kinds.filter((kind) => kind !== 'permanent');
  const types = (timed.length > 0 ? timed : kinds).map(typeOf);
  const [value] = types;
  return value === undefined ? null : { value, types, ...how };
}

const typesOf = (statements: readonly Statement[]): Stated[] =>
  statements.flatMap((each) => (each.fact === 'type' ? [{ engagement: each.value, evidence: each.evidence }] : []));
const shortTypes = (text: string): Engagement[] => typesOf(readShort(text)).map(({ engagement }) => engagement);

/** What stands in brackets behind the title where the description repeats it: "Associate Dentist (part time)". */
function restatedTitle({ title, description }: { title: string; description: string }): JobTypes | null {
  const at = description.indexOf(title);
  if (title === '' || at === -1) return null;
  const behind = description.slice(at + title.length, at + title.length + fieldAtMost);
  const [, aside = ''] = /^ ?[([]([^\n()[\]]{2,60})[)\]]/.exec(behind) ?? [];
  const found = aside === '' ? [] : titleEngagements(`${title} (${aside})`);
  return typed(found, { inferred: true, evidence: `${title} (${aside})` });
}

/** The engagements that a field or a label's value names, in order of precedence; `null` = none. */
function foundIn(phrase: string): Engagement[] | null {
  if (phrase === '') return null;
  const named = patterns.filter(({ word }) => word.test(phrase)).map(({ engagement }) => engagement);
  const share = named.length > 0 ? null : shareOf(phrase);
  return share === null ? (named.length > 0 ? named : null) : [share];
}

/** "80-100 %", "Pensum: 60 %": a share of full time by itself, as Swiss and German postings state it. */
function shareOf(phrase: string): Engagement | null {
  const [, most] =
    /(?:^|\| ?)(?:ca\.? |mind\.? )?(?:[2-9][05] ?%? ?(?:-|bis|to|a|\/)? ?)?(100|[2-9][05]) ?%(?= ?(?:$|[|,(]|pensum|stelle))/.exec(
      phrase,
    ) ?? [];
  return most === undefined ? null : most === '100' ? 'full time' : 'part time';
}

const partTime = patterns.find(({ engagement }) => engagement === 'part time')?.word;
const fullTime = patterns.find(({ engagement }) => engagement === 'full time')?.word;

/** "Part-time, permanent contracts": a sentence that names the hours of a permanent job. */
const isPartTime = (text: string): boolean => partTime?.test(text) === true && fullTime?.test(text) !== true;

/** The job type that a field states in the vocabulary of requests. */
const knownWord = (stated: readonly string[]): JobType[] =>
  stated.map((text) => jobTypes.read(text)).filter((word) => word !== null);

const evidenceIn = createEvidenceReader('jobType', isEngagementAside);

type Stated = { engagement: Engagement; evidence: string };

/** What the labels ("Job type: …") and phrases of a sentence state about the job itself. */
const readSentence = readOnce(
  (sentence): readonly Stated[] => {
    const text = withoutProspects(sentence);
    // "Remote | Full-time | Days"
    const parts = text.replace(/ ?[|·] ?/g, '\n');
    const found: Stated[] = [];
    for (const { mark, reads, needs } of phraseMarks) {
      if (needs !== undefined && !needs.test(parts)) continue;
      for (const match of parts.matchAll(mark)) {
        const phrase = match.groups?.said ?? match[0];
        const named = reads === 'title' ? titleEngagements(phrase) : (foundIn(phrase) ?? []);
        for (const engagement of named) found.push({ engagement, evidence: match[0] });
      }
    }
    for (const { engagement, phrase } of engagementPhrases) {
      const match = phrase.exec(text);
      if (match !== null) found.push({ engagement, evidence: match[0] });
    }
    const permanent = found.find(({ engagement }) => engagement === 'permanent');
    if (permanent !== undefined && isPartTime(text)) found.push({ ...permanent, engagement: 'part time' });
    return found;
  },
  { most: 1500, longest: 1000 },
);

/** The job types that the sentences of a description state. */
function inSentences(description: string): JobTypes | null {
  const tuned = evidenceIn(description).flatMap(readSentence);
  const found = tuned.length > 0 ? tuned : typesOf(readProse(description).statements);
  const first = engagements.map((each) => found.find(({ engagement }) => engagement === each)).find(Boolean);
  const named = found.map(({ engagement }) => engagement);
  return typed(named, { inferred: true, evidence: first?.evidence ?? '' });
}
