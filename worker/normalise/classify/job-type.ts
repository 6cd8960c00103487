import { type JobType, jobTypes } from '../../../shared/words/words.js';
import { readProse } from '../languages/prose.js';
import { patternOf } from '../languages/read-table.js';
import { readShort, readTitle, type Statement } from '../languages/statements.js';
import { readOnce } from '../text/read-once.js';
import type { Evidence } from './evidence-sentences.js';
import { createEvidenceReader } from './evidence-sentences.js';
import { anyWord, foldForMatching } from './fold-for-matching.js';
import { type Engagement, engagements, typeOf } from './job-type-words.js';
import { mayName } from './title-stems.js';

/** Every word for an engagement in a field or label value. */
const patterns = engagements.map((engagement) => ({
  engagement,
  word: new RegExp(anyWord(patternOf(`field ${engagement}`)), 'u'),
}));

/** Fields have a few words; longer texts are sentences in the wrong field and are read as such. */
const fieldAtMost = 120;

/** The types of a job; `value` is the first of `types`. */
export type JobTypes = Evidence<JobType> & { types: readonly JobType[] };

/**
 * The job types: as stated, or else by the title, or else by explicit sentences of the description; never a default.
 * The kind of contract comes before the hours, and full time before part time.
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

/** The job types of engagements, in order; a permanent job is full time unless stated otherwise. */
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

/** The text in brackets after the title where the description repeats it: "Associate Dentist (part time)". */
function restatedTitle({ title, description }: { title: string; description: string }): JobTypes | null {
  const at = description.indexOf(title);
  if (title === '' || at === -1) return null;
  const behind = description.slice(at + title.length, at + title.length + fieldAtMost);
  const [, aside = ''] = /^ ?[([]([^\n()[\]]{2,60})[)\]]/.exec(behind) ?? [];
  const found = aside === '' ? [] : titleEngagements(`${title} (${aside})`);
  return typed(found, { inferred: true, evidence: `${title} (${aside})` });
}

/** The engagements in a field or label value, in order of precedence; `null` = none. */
function foundIn(phrase: string): Engagement[] | null {
  if (phrase === '') return null;
  const named = patterns.filter(({ word }) => word.test(phrase)).map(({ engagement }) => engagement);
  const share = named.length > 0 ? null : shareOf(phrase);
  return share === null ? (named.length > 0 ? named : null) : [share];
}

/** "80-100 %", "Pensum: 60 %": a bare share of full time, as Swiss and German postings state it. */
function shareOf(phrase: string): Engagement | null {
  const [, most] =
    /(?:^|\| ?)(?:ca\.? |mind\.? )?(?:[2-9][05] ?%? ?(?:-|bis|to|a|\/)? ?)?(100|[2-9][05]) ?%(?= ?(?:$|[|,(]|pensum|stelle))/.exec(
      phrase,
    ) ?? [];
  return most === undefined ? null : most === '100' ? 'full time' : 'part time';
}

const partTime = patterns.find(({ engagement }) => engagement === 'part time')?.word;
const fullTime = patterns.find(({ engagement }) => engagement === 'full time')?.word;

/** "Part-time, permanent contracts": a sentence that states the hours of a permanent job. */
const isPartTime = (text: string): boolean => partTime?.test(text) === true && fullTime?.test(text) !== true;

/** The job type that a field states in the API's vocabulary. */
const knownWord = (stated: readonly string[]): JobType[] =>
  stated.map((text) => jobTypes.read(text)).filter((word) => word !== null);

const evidenceIn = createEvidenceReader('jobType', isEngagementAside);

type Stated = { engagement: Engagement; evidence: string };

/** The engagements that labels ("Job type: …") and phrases of a sentence state about the job itself. */
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

const isOfHours = ({ engagement }: Stated): boolean => engagement === 'full time' || engagement === 'part time';

/** A permanent job is full time by itself. */
const isOfTime = (stated: Stated): boolean => isOfHours(stated) || stated.engagement === 'permanent';

/** The job types stated in the sentences of a description. */
function inSentences(description: string): JobTypes | null {
  const tuned = evidenceIn(description).flatMap(readSentence);
  const inTables = typesOf(readProse(description).statements);
  const hours = inTables.filter(isOfHours);
  // The hours may be stated only in words of the tables: "CDD de 6 mois à temps partiel", "unbefristet, in Voll- oder Teilzeit".
  const isEither = new Set(hours.map(({ engagement }) => engagement)).size === 2;
  const found = tuned.length === 0 ? inTables : isEither || !tuned.some(isOfTime) ? [...tuned, ...hours] : tuned;
  const first = engagements.map((each) => found.find(({ engagement }) => engagement === each)).find(Boolean);
  const named = found.map(({ engagement }) => engagement);
  return typed(named, { inferred: true, evidence: first?.evidence ?? '' });
}

/**
 * Sentences that mention an engagement other than the job's own: other people's, possible later ones, the right to
 * work, studies, experience, negations. All patterns apply to one sentence or line as `foldForMatching` writes it.
 */

const pattern = (name: string, flags = 'u'): RegExp => new RegExp(patternOf(`type aside ${name}`), flags);
/** The right to work, studies, and the applicant's history. */
const applicant = pattern('applicant');
/** Benefits, and the people who receive them. */
const others = pattern('others');
/** A possible later engagement: "with the chance to go full-time", "may lead to a permanent position". */
const later = pattern('later', 'gu');
/** "Regular travel", "regular hours": not regular employment. */
const often = pattern('often', 'gu');
/** Statements that the job is not of some kind. */
const negated = pattern('negated');
/** A statement about the job itself. */
const aboutThisJob = pattern('aboutThisJob');

/** Whether a sentence does not state the job's engagement, whatever words it contains. */
export function isEngagementAside(sentence: string): boolean {
  if (negated.test(sentence)) return true;
  if (aboutThisJob.test(sentence)) return false;
  return applicant.test(sentence) || others.test(sentence);
}

/** Removes possible later engagements from a text: "with the chance of a permanent contract". */
export const withoutProspects = (text: string): string => text.replace(later, ' ').replace(often, ' ');

const noun =
  '(?:role|position|job|opportunity|opening|vacancy|contract|internship|placement|apprenticeship|traineeship|post|assignment|engagement|gig|appointment|employment)';
const few = "(?:[\\p{L}\\p{N}'%/+&-]+,? ){0,6}?";
/** Attributes within one noun phrase. */
const attributes = patternOf('phrase attributes');

/** Patterns for the job's own engagement; `said` is read like a field or a title. `needs`: text in every match. */
export const phraseMarks: readonly { mark: RegExp; reads: 'field' | 'title'; needs?: RegExp }[] = [
  // A sentence, line or part of a line with nothing else: "Full-time, permanent.", "Part-time (about 20 hours/week)"
  {
    mark: new RegExp(
      `(?<=^|\\n)[-*•· ]*(?<said>(?:${anyWord(`${patternOf('phrase alone')}|remote|hybrid|on ?site|exempt|non exempt|salaried|hourly|w2|direct|regular|paid`)}[ ,/.|&+()·•-]*)+)(?:(?:approximately|approx\\.?|about|around|ca\\.?|up to|~) ?)?(?:\\p{N}+(?:[.,]\\p{N})?(?: ?(?:-|to)? ?\\p{N}+)? ?\\+? ?(?:hours|hrs|h|std|stunden|uur|heures|horas|months?|monate|mois|mesi|maanden|years?)[^\\n]{0,50})?(?=\\n|$)`,
      'gu',
    ),
    reads: 'field',
  },
  // The same followed by other words: "CDI - Temps plein - Paris", "Maternity cover until June"
  {
    mark: /(?<=^|\n)[-*• ]*(?<said>(?:full time|part time|fulltime|parttime|vollzeit|teilzeit|cdi|cdd)(?= - [^\n]{1,40}(?:\n|$))|(?:정규직|계약직)(?= ?\()|(?:maternity|paternity|parental)(?: leave)? cover(?=[^\n]{0,40}(?:\n|$)))/gu,
    reads: 'field',
  },
  {
    mark: new RegExp(
      `${patternOf('phrase labels')} ?(?:: ?| - )-? ?(?<said>(?:[^\\n|.;•]|(?<=\\p{N})\\.(?=\\p{N})){2,80})`,
      'gu',
    ),
    reads: 'field',
    needs: /:| - /,
  },
  {
    mark: new RegExp(
      `(?<!\\p{L})(?:this|it)(?: ${noun})?(?:'s| is)(?: currently| initially)? (?:for )?(?:an? |our )?(?<said>${few}${noun})(?!\\p{L})`,
      'gu',
    ),
    reads: 'title',
  },
  {
    mark: new RegExp(
      `(?<!\\p{L})(?<!(?:for|of|in|to|with|on|at|from) )(?:the|this|our) ${attributes}(?:role|position|job|post|vacancy|opportunity|contract) (?:is|will be) (?<said>(?!responsible|part of|accountable|expected|required|designed|critical|ideal|key|to |about|focused|perfect|suited|eligible|located|reporting)(?:an? )?(?:[\\p{L}\\p{N}'/-]+,? ?){1,5})`,
      'gu',
    ),
    reads: 'title',
  },
  {
    mark: /(?<!\p{L})(?<!(?:any|some|every)(?:one|body) |those |people |someone |you're |you are |if you're )(?:hiring|looking for|seeking|recruiting|searching for|in search of|we need|suchen|recherchons|recrutons|buscamos|zoeken|cerchiamo|procuramos|szukamy|poszukujemy)(?: (?:for|an?|eine[n]?|une?|una?|een|um|uma|nowego|immediately))* (?<said>(?:(?!(?:with|to|who|that|as|for|from|whose)(?!\p{L}))[\p{L}\p{N}'/-]+ ?){1,6})/gu,
    reads: 'title',
  },
];

/** Phrases that are about the job itself in any position. */
export const engagementPhrases: readonly { engagement: Engagement; phrase: RegExp }[] = engagements.map(
  (engagement) => ({
    engagement,
    phrase: new RegExp(patternOf(`phrase ${engagement}`), 'u'),
  }),
);

/** Words for an engagement in titles, in order of precedence. */
const inTitle = engagements.map((engagement) => ({
  engagement,
  word: new RegExp(patternOf(`title ${engagement}`), 'u'),
}));

/** "A great alternative to part-time work". */
export const alternative = /(?<!\p{L})(?:alternative to|instead of|better than|not an?) /iu;

const juniors =
  '(?:early (?:careers?|talents?)|interns|internships|apprentices(?:hips)?|trainees|graduates|ausbildung|azubis)';
/** "Recruiter, Internships", "Trainee Program Manager": people who hire or supervise juniors. */
const recruits = new RegExp(
  `(?<!\\p{L})(?:(?<who>(?:recruit(?:er|ing|ment)|talent acquisition|talent partner|personalreferent(?:in)?)(?!\\p{L})[^\\n]{0,30}?)[ ,(&/-]+${juniors}(?: ?[&,] ?${juniors})*|(?:early careers?|trainee|intern(?:ship)?|apprentice(?:ship)?)(?= (?:partner|recruiter|program(?:me)? (?:manager|lead|coordinator|director|officer|specialist))))(?!\\p{L})`,
  'gu',
);

/** Removes from a folded title the juniors that the job hires or supervises. */
export const withoutRecruits = (folded: string): string => folded.replace(recruits, '$<who> role');

/** The engagements in a title, in order of precedence; none for "Contract Manager", "Internship Coordinator". */
export const titleEngagements = readOnce(
  (title): readonly Engagement[] => {
    const text = withoutRecruits(foldForMatching(title));
    if (!mayName('engagement', text) || alternative.test(text)) return [];
    return inTitle.filter(({ word }) => word.test(text)).map(({ engagement }) => engagement);
  },
  { most: 1000, longest: 300 },
);
