import { type Workplace, workplaces } from '../../../shared/words/words.js';
import { entriesOf } from '../languages/language-tables.js';
import { readProse } from '../languages/prose.js';
import { patternOf } from '../languages/read-table.js';
import { limitOf, readShort, type Statement, workplaceOf } from '../languages/statements.js';
import { readOnce } from '../text/read-once.js';
import { createEvidenceReader, type Evidence } from './evidence-sentences.js';
import { anyWord, foldForMatching } from './fold-for-matching.js';
import { remoteRefused, type WorkplaceStatement, workplaceLabel, workplaceStatements } from './workplace-phrases.js';
import {
  notWholly,
  otherThings,
  thingsOnSite,
  titleWords,
  withinRefusals,
  workplaceFieldWords,
} from './workplace-words.js';

/** Fields have a few words; longer texts are read as descriptions. */
const fieldAtMost = 120;

/** The workplace: as stated, else by the location, the title, or an explicit sentence; never a default. */
export function readWorkplace(evidence: {
  stated: readonly string[];
  location: Workplace | null;
  title: string;
  description: string;
  hasRemoteRegions: boolean;
}): Evidence<Workplace> | null {
  const short = evidence.stated.filter((text) => text.length <= fieldAtMost);
  const stated = inField(short);
  if (stated !== null) return { value: stated, inferred: false, evidence: short.join(', ') };
  if (evidence.location !== null) return { value: evidence.location, inferred: false, evidence: 'location' };
  if (evidence.hasRemoteRegions) return { value: 'remote', inferred: true, evidence: 'where applicants may live' };
  const rawTitle = unspaced.test(evidence.title) ? evidence.title : '';
  const title = foldForMatching(evidence.title).replace(otherThings, ' ');
  const named = titleWords.find(({ word }) => word.test(title));
  const limited = limitOf(title) ?? named?.workplace ?? workplaceOf(readShort(rawTitle))?.value;
  if (limited !== undefined) return { value: limited, inferred: true, evidence: evidence.title };
  const long = evidence.stated.filter((text) => text.length > fieldAtMost);
  return inSentences([...long, evidence.description].join('\n'));
}

/** Scripts whose marks are lost by folding. */
const unspaced = /[\u2e80-\ud7af]/;

/** The workplace from the words of the field, or else from the API's vocabulary. */
function inField(stated: readonly string[]): Workplace | null {
  const limit = stated.map(limitOf).find((each) => each !== undefined);
  if (limit !== undefined) return limit;
  const text = stated.map(foldForMatching).join(' | ');
  const found = workplaceFieldWords.find(({ word }) => word.test(text));
  if (found !== undefined) return found.workplace;
  const [known] = stated.map((each) => workplaces.read(each)).filter((word) => word !== null);
  return known ?? workplaceOf(stated.flatMap(readShort))?.value ?? null;
}

const evidenceIn = createEvidenceReader('workplace', (sentence) => isWorkplaceAside(withinRefusals(sentence)));

/** The workplace in a sentence: by its label, by statements, by a refusal of remote work. */
type SentenceReading = {
  labelled: Evidence<Workplace> | null;
  stated: readonly { of: WorkplaceStatement['of']; workplace: Workplace; evidence: string }[];
  refusal: string | undefined;
};

const readSentence = readOnce(
  (sentence): SentenceReading => {
    const text = withinRefusals(sentence).replace(otherThings, ' ').replace(thingsOnSite, ' ').replace(notWholly, ' ');
    const stated = workplaceStatements.flatMap((statement) => {
      const evidence = evidenceOf(statement, text);
      return evidence === undefined ? [] : [{ of: statement.of, workplace: statement.workplace, evidence }];
    });
    return { labelled: inLabel(text), stated, refusal: remoteRefused.exec(text)?.[0] };
  },
  { most: 1500, longest: 1000 },
);

function evidenceOf({ words, other }: WorkplaceStatement, text: string): string | undefined {
  const found = words.exec(text);
  const days = other?.(text) ?? null;
  return days !== null && (found === null || days.at <= found.index) ? days.phrase : found?.[0];
}

/** The workplace from labels, else from sentences about the job, else from sentences about the company. */
function inSentences(description: string): Evidence<Workplace> | null {
  const { statements } = readProse(description);
  const said = workplaceOf(statements.filter(isOfJob));
  const foreign = said ? { ...said, inferred: true } : null;
  if (statements.some((each) => each.fact === 'workplace' && each.value === 'refused')) return foreign;
  const readings = evidenceIn(description).map(readSentence);
  for (const { labelled: found } of readings) if (found !== null) return found;
  for (const kind of ['job', 'work', 'company'] as const) {
    const settled = settle(readings, kind);
    if (settled !== undefined) return settled ?? foreign;
  }
  return foreign;
}

/** Whether a foreign-language statement passes the general aside rules: "remote ou depuis nos bureaux". */
const isOfJob = (each: Statement): boolean =>
  each.fact === 'workplace' && (each.isLimit || !isWorkplaceAside(foldForMatching(each.evidence)));

function inLabel(text: string): Evidence<Workplace> | null {
  if (!text.includes(':')) return null;
  for (const match of text.matchAll(workplaceLabel)) {
    const workplace = labelled(match[0], match.groups?.said ?? '');
    if (workplace !== null) return { value: workplace, inferred: true, evidence: match[0] };
  }
  return null;
}

/**
 * The workplace by statements of one kind; `null` when they disagree (except for days on site in a hybrid job),
 * `undefined` if there are none.
 */
function settle(
  readings: readonly SentenceReading[],
  kind: WorkplaceStatement['of'],
): Evidence<Workplace> | null | undefined {
  const found = readings.flatMap(({ stated }) => stated.filter(({ of }) => of === kind));
  const kinds = new Set(found.map(({ workplace }) => workplace));
  const refusal = kind === 'job' ? readings.find((each) => each.refusal !== undefined)?.refusal : undefined;
  if (refusal !== undefined) {
    kinds.delete('remote');
    kinds.add('on site');
    found.push({ of: kind, workplace: 'on site', evidence: refusal });
  }
  if (kinds.has('hybrid')) kinds.delete('on site');
  if (kinds.has('hybrid') && kind === 'work') kinds.delete('remote');
  const [workplace] = kinds;
  if (workplace === undefined || kinds.size > 1) return workplace === undefined ? undefined : null;
  const evidence = found.find((each) => each.workplace === workplace)?.evidence ?? '';
  return { value: workplace, inferred: true, evidence };
}

/** "Remote (occasional travel)": travel next to a workplace does not make it partial. */
const travel = /(?:[(,;+]|-|with|\band\b) ?(?:[\p{L}\p{N}%]+ ){0,4}(?:travel|trips|visits)[^\n]*/u;

/** "Remote: yes", "Workplace: Hybrid", "Location: Austin office": only explicit words count after a label. */
function labelled(whole: string, said: string): Workplace | null {
  if (
    /^(?:fully )?(?:remote|home ?office|telecommut|telework|teletravail|teletrabajo|praca zdalna)[^:]*: ?(?:yes|ja|oui|si|sim|tak|true)\b/.test(
      whole,
    )
  )
    return 'remote';
  if (
    /^(?:remote|home ?office|telecommut|telework|teletravail|teletrabajo|praca zdalna)[^:]*: ?(?:no|nein|non|nao|nie|false|none)\b/.test(
      whole,
    )
  )
    return 'on site';
  const phrase = whole.replace(travel, ' ');
  const found = workplaceFieldWords.find(({ word }) => word.test(phrase));
  const sure =
    /remot|anywhere|worldwide|work from home|telecommut|telework|home based|hybrid|hibrid|ibrid|hybryd|on ?site|home ?office|telet|presenc|presentiel|vor ort|in person|in office|work from (?:the )?office|office based|in sede|op kantoor|op locatie|stacjonarn|zdaln|thuis/;
  const isSentence = /^(?:you|we|our|your|employees|some|all)(?!\p{L})/u.test(said);
  return found !== undefined && sure.test(said) && !isSentence ? found.workplace : null;
}

/**
 * Sentences that mention a workplace other than the job's own: conditions, other people's work, skills, interviews, a
 * few weeks of the year, products. All patterns apply to one sentence or line as `foldForMatching` writes it.
 */

const whole = (source: string): RegExp => new RegExp(`(?<!\\p{L})(?:${source})(?!\\p{L})`, 'u');
const pattern = (name: string): RegExp => new RegExp(patternOf(`workplace aside ${name}`), 'u');

/** Other remote parts of a job: interviews, onboarding. */
const otherSubject = new RegExp(anyWord(entriesOf('other subject').join('|')), 'u');
/** A condition, or a rule for several kinds of jobs. */
const condition = pattern('condition');
/** Conditions that may also be about the pay next to a plain statement of the workplace. */
const dependence = pattern('dependence');
const pay = pattern('pay');
/** The applicant's experience. */
const skill = pattern('skill');
const away = pattern('away');
/** Occasional events on site. */
const occasion = pattern('occasion');
const onSite = pattern('onSite');
/** Statements about a part of the year, or about the past. */
const partOfYear = pattern('partOfYear');
/** Products and customers. */
const product = pattern('product');
/** Remote work refused only from some places. */
const fromPlace = pattern('fromPlace');
/** A statement about the job itself. */
const aboutThisJob = pattern('aboutThisJob');
/** Offers that leave the choice open; then neither place is the job's workplace. */
const choice = pattern('choice');

const modes = [
  whole('remote(?:ly)?|remot[oa]|home ?office|from home'),
  whole('hybrid\\p{L}*|hibrid\\p{L}*'),
  whole('on ?site|in office|office|in person|presencial|vor ort|sur site'),
];
const measured = whole(
  '\\p{N}|days?|one|two|three|four|this (?:role|position|job) (?:is|will)|hybrid (?:role|position|schedule|(?:working |work )?model)|arrangement ?: ?hybrid',
);

/** Whether a sentence does not state the job's workplace, whatever words it contains. */
export function isWorkplaceAside(sentence: string): boolean {
  if (condition.test(sentence) || partOfYear.test(sentence) || fromPlace.test(sentence) || choice.test(sentence))
    return true;
  if (dependence.test(sentence) && !pay.test(sentence)) return true;
  if (modes.every((one) => one.test(sentence)) && !measured.test(sentence)) return true;
  if (aboutThisJob.test(sentence)) return false;
  if (skill.test(sentence) && away.test(sentence)) return true;
  return otherSubject.test(sentence) || product.test(sentence) || (occasion.test(sentence) && onSite.test(sentence));
}
