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

const isOfHours = ({ engagement }: Stated): boolean => engagement === 'full time' || engagement === 'part time';

/** A permanent job is full time by itself. */
const isOfTime = (stated: Stated): boolean => isOfHours(stated) || stated.engagement === 'permanent';

/** The job types that the sentences of a description state. */
function inSentences(description: string): JobTypes | null {
  const tuned = evidenceIn(description).flatMap(readSentence);
  // The hours of a contract that ends may be said in words of the tables alone: "CDD de 6 mois à temps partiel".
  const inTables = tuned.some(isOfTime) ? [] : typesOf(readProse(description).statements);
  const found = tuned.length > 0 ? [...tuned, ...inTables.filter(isOfHours)] : inTables;
  const first = engagements.map((each) => found.find(({ engagement }) => engagement === each)).find(Boolean);
  const named = found.map(({ engagement }) => engagement);
  return typed(named, { inferred: true, evidence: first?.evidence ?? '' });
}

/**
 * Sentences that name a kind of engagement and do not state that of the job: other people's, what may follow, the right to
 * work, studies, experience, negations. All patterns are for one sentence or line as `foldForMatching` writes it.
 */

const pattern = (name: string, flags = 'u'): RegExp => new RegExp(patternOf(`type aside ${name}`), flags);
/** The right to work, studies, and what an applicant has done. */
const applicant = pattern('applicant');
/** Benefits, and the people who have them. */
const others = pattern('others');
/** What may follow the engagement: "with the chance to go full-time", "may lead to a permanent position". */
const later = pattern('later', 'gu');
/** "Regular travel", "regular hours": not regular employment. */
const often = pattern('often', 'gu');
/** Statements that the job is not of a kind. */
const negated = pattern('negated');
/** A statement about the job itself. */
const aboutThisJob = pattern('aboutThisJob');

/** Whether a sentence says nothing about the engagement of the job, whatever words it has. */
export function isEngagementAside(sentence: string): boolean {
  if (negated.test(sentence)) return true;
  if (aboutThisJob.test(sentence)) return false;
  return applicant.test(sentence) || others.test(sentence);
}

/** A text without what may follow the engagement: "with the chance of a permanent contract". */
export const withoutProspects = (text: string): string => text.replace(later, ' ').replace(often, ' ');

const noun =
  '(?:role|position|job|opportunity|opening|vacancy|contract|internship|placement|apprenticeship|traineeship|post|assignment|engagement|gig|appointment|employment)';
const few = "(?:[\\p{L}\\p{N}'%/+&-]+,? ){0,6}?";
/** Words of one noun phrase. */
const attributes = patternOf('phrase attributes');

/** Sentences of a description about the job's own engagement; the group `said` is read like a field or a title. `needs`: what every match contains. */
export const phraseMarks: readonly { mark: RegExp; reads: 'field' | 'title'; needs?: RegExp }[] = [
  // A sentence, line or part of a line of nothing else: "Full-time, permanent.", "Part-time (about 20 hours per week)"
  {
    mark: new RegExp(
      `(?<=^|\\n)[-*•· ]*(?<said>(?:${anyWord(`${patternOf('phrase alone')}|remote|hybrid|on ?site|exempt|non exempt|salaried|hourly|w2|direct|regular|paid`)}[ ,/.|&+()·•-]*)+)(?:(?:approximately|approx\\.?|about|around|ca\\.?|up to|~) ?)?(?:\\p{N}+(?:[.,]\\p{N})?(?: ?(?:-|to)? ?\\p{N}+)? ?\\+? ?(?:hours|hrs|h|std|stunden|uur|heures|horas|months?|monate|mois|mesi|maanden|years?)[^\\n]{0,50})?(?=\\n|$)`,
      'gu',
    ),
    reads: 'field',
  },
  // The same with a further word: "CDI - Temps plein - Paris", "Maternity cover until June"
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

/** Phrases that are about the job itself wherever they are. */
export const engagementPhrases: readonly { engagement: Engagement; phrase: RegExp }[] = engagements.map(
  (engagement) => ({
    engagement,
    phrase: new RegExp(patternOf(`phrase ${engagement}`), 'u'),
  }),
);

/** Words of titles for an engagement, in order of precedence. */
const inTitle = engagements.map((engagement) => ({
  engagement,
  word: new RegExp(patternOf(`title ${engagement}`), 'u'),
}));

/** "A great alternative to part-time work". */
export const alternative = /(?<!\p{L})(?:alternative to|instead of|better than|not an?) /iu;

const juniors =
  '(?:early (?:careers?|talents?)|interns|internships|apprentices(?:hips)?|trainees|graduates|ausbildung|azubis)';
/** "Recruiter, Internships", "Trainee Program Manager": people who hire or look after juniors. */
const recruits = new RegExp(
  `(?<!\\p{L})(?:(?<who>(?:recruit(?:er|ing|ment)|talent acquisition|talent partner|personalreferent(?:in)?)(?!\\p{L})[^\\n]{0,30}?)[ ,(&/-]+${juniors}(?: ?[&,] ?${juniors})*|(?:early careers?|trainee|intern(?:ship)?|apprentice(?:ship)?)(?= (?:partner|recruiter|program(?:me)? (?:manager|lead|coordinator|director|officer|specialist))))(?!\\p{L})`,
  'gu',
);

/** A folded title without the juniors for whom its job is. */
export const withoutRecruits = (folded: string): string => folded.replace(recruits, '$<who> role');

/** The engagements that a title names, in order of precedence; none of "Contract Manager", "Internship Coordinator", "Stage Manager". */
export const titleEngagements = readOnce(
  (title): readonly Engagement[] => {
    const text = withoutRecruits(foldForMatching(title));
    if (!mayName('engagement', text) || alternative.test(text)) return [];
    return inTitle.filter(({ word }) => word.test(text)).map(({ engagement }) => engagement);
  },
  { most: 1000, longest: 300 },
);
