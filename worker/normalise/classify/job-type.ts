import { type JobType, jobTypes } from '../../../shared/words/words.js';
import { readOnce } from '../text/read-once.js';
import type { Evidence } from './evidence.js';
import { createEvidenceReader } from './evidence-sentences.js';
import { anyWord, foldForMatching } from './fold-for-matching.js';
import { isEngagementAside, withoutProspects } from './job-type-asides.js';
import { titleEngagement } from './job-type-in-title.js';
import { engagementPhrases, phraseMarks } from './job-type-phrases.js';
import { type Engagement, engagements, engagementWords, typeOf } from './job-type-words.js';

const patterns = engagements.map((engagement) => ({
  engagement,
  word: new RegExp(anyWord(engagementWords[engagement]), 'u'),
}));

/** Fields have a few words; longer texts are sentences in the wrong field and are read like sentences. */
const fieldAtMost = 120;

/**
 * The job type: as stated, or else by the title, or else by an explicit sentence of the description; never a default. Of
 * several, the engagement takes precedence over hours, and full time over part time.
 */
export function readJobType(evidence: {
  stated: readonly string[];
  title: string;
  description: string;
}): Evidence<JobType> | null {
  const short = evidence.stated.filter((text) => text.length <= fieldAtMost);
  const stated = foundIn(short.map(foldForMatching).join(' | ')) ?? knownWord(short);
  if (stated !== null) return { value: typeOf(stated), inferred: false, evidence: short.join(', ') };
  const title = titleEngagement(evidence.title);
  if (title !== null) return { value: typeOf(title), inferred: true, evidence: evidence.title };
  const long = evidence.stated.filter((text) => text.length > fieldAtMost);
  return inSentences([...long, evidence.description].join('\n')) ?? restatedTitle(evidence);
}

/** What stands in brackets behind the title where the description repeats it: "Associate Dentist (part time)". */
function restatedTitle({ title, description }: { title: string; description: string }): Evidence<JobType> | null {
  const at = description.indexOf(title);
  if (title === '' || at === -1) return null;
  const behind = description.slice(at + title.length, at + title.length + fieldAtMost);
  const [, aside = ''] = /^ ?[([]([^\n()[\]]{2,60})[)\]]/.exec(behind) ?? [];
  const found = aside === '' ? null : titleEngagement(`${title} (${aside})`);
  return found === null ? null : { value: typeOf(found), inferred: true, evidence: `${title} (${aside})` };
}

/** The first engagement, in order of precedence, that a field or a label's value names. */
function foundIn(phrase: string): Engagement | null {
  return phrase === '' ? null : (patterns.find(({ word }) => word.test(phrase))?.engagement ?? shareOf(phrase));
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
function knownWord(stated: readonly string[]): JobType | null {
  for (const text of stated) {
    const word = jobTypes.read(text);
    if (word !== null) return word;
  }
  return null;
}

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
        const engagement = reads === 'title' ? titleEngagement(phrase) : foundIn(phrase);
        if (engagement !== null) found.push({ engagement, evidence: match[0] });
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

/** The job type that the sentences of a description state; the first in order of precedence wins. */
function inSentences(description: string): Evidence<JobType> | null {
  const found = evidenceIn(description).flatMap(readSentence);
  const first = engagements.map((each) => found.find(({ engagement }) => engagement === each)).find(Boolean);
  return first === undefined ? null : { value: typeOf(first.engagement), inferred: true, evidence: first.evidence };
}
