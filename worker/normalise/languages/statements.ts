/** Reads sentences in any language: a mention of a fact, its negation, its share of the work, and its subject. */
import type { Degree } from '../../../shared/words/degrees.js';
import type { Level, Workplace } from '../../../shared/words/words.js';
import { type Engagement, engagements } from '../classify/job-type-words.js';
import { readOnce } from '../text/read-once.js';
import { findWords, type Mention } from './find-words.js';
import { languageTables, type WordKey } from './language-tables.js';

/** A workplace; `refused` = no remote work. `isLimit`: words for remote work that exclude or restrict it. */
type WorkplaceStatement = { fact: 'workplace'; value: Workplace | 'refused'; isLimit: boolean };

/** A fact stated in a sentence. `language`: of its words. */
export type Statement = { evidence: string } & (
  | WorkplaceStatement
  | { fact: 'type'; value: Engagement; language: string }
  | { fact: 'degree'; value: Degree }
  | { fact: 'level'; value: Level; language: string }
  | { fact: 'agency' }
);

const degreeKeys: Partial<Record<WordKey, Degree>> = {
  school: 'school',
  vocational: 'vocational',
  'associate degree': 'associate',
  bachelor: 'bachelor',
  master: 'master',
  doctorate: 'doctorate',
};
const levelKeys = ['executive', 'director', 'senior', 'entry level', 'associate'] as const;

/** The text of one sentence, with its mentions. `isShort`: a title or a field, in which any word is a statement. */
type Sentence = { text: string; mentions: readonly Mention[]; isShort: boolean };

/** Maximum distance between a statement and its "not": in words, or in characters for scripts without spaces. */
const refusalWords = 4;
const refusalCharacters = 10;
const unspaced = /[\u2e80-\ud7af]/;

/** Whether a word of the same language negates a mention: "kein Homeoffice", "ikke mulig", "Remote - No". */
function isRefused({ text, mentions }: Sentence, { key, from, to, language }: Mention): boolean {
  // A word shared by several languages has one mention for each.
  const languages = mentions.filter((each) => each.key === key && each.from === from).map((each) => each.language);
  return mentions.some((not) => {
    if (not.key !== 'not' || (!languages.includes(not.language) && language !== 'any' && not.language !== 'en'))
      return false;
    const isLimit = mentions.some((each) => each.key === 'only' && each.from >= not.to && each.to <= from);
    if (isLimit) return false;
    if (not.to <= from) return isNear(text.slice(not.to, from), /[,;:.!?(|\n]/);
    const gap = text.slice(to, not.from);
    return not.from >= to && (/^ ?(?:[:：]|-|–)? ?$/.test(gap) || isNear(gap, /[,;:.!?|\n]/));
  });
}

function isNear(gap: string, end: RegExp): boolean {
  if (end.test(gap)) return false;
  if (unspaced.test(gap)) return gap.length <= refusalCharacters;
  return gap.split(' ').filter((word) => word !== '').length <= refusalWords;
}

/** The days that a hybrid job is at the office or at home. */
const fewDays = languageTables().flatMap(({ rows }) =>
  (rows.get('numbers') ?? []).slice(0, 4).flatMap((each) => each.split(',')),
);
const dayCount = new RegExp(
  `(?:(?<!\\d)[1-4](?: ?(?:-|–|bis|à|a|to) ?[2-4])?|(?<!\\p{L})(?:${fewDays.join('|')})|[一二两三四])(?:st|:a|\\.)? ?$`,
  'u',
);

const share = /(\d{1,3}) ?%|% ?(\d{1,3})/g;
/** Maximum characters between a share and its word. */
const shareAtMost = 14;

/** The share of the work for a mention, in per cent; `null` = not stated. */
function shareOf(text: string, { from, to }: Mention): number | null {
  for (const match of text.matchAll(share)) {
    const end = match.index + match[0].length;
    if (end <= from ? from - end <= shareAtMost : match.index >= to ? match.index - to <= shareAtMost : true)
      return Number(match[1] ?? match[2]);
  }
  return null;
}

/** Maximum length of a line that counts as a single statement, in scripts with and without spaces. */
const shortLine = { spaced: 60, unspaced: 18 };
const isLine = ({ text, isShort }: Sentence): boolean =>
  isShort || text.trim().length <= (unspaced.test(text) ? shortLine.unspaced : shortLine.spaced);

/** Maximum characters between a word and its limitation. */
const besideAtMost = 32;

const distance = (one: Mention, other: Mention): number => Math.max(one.from - other.to, other.from - one.to, 0);

/** Whether two mentions are not separated by a list dash: "Télétravail partiel - poste complet". */
const isOneItem = (text: string, one: Mention, other: Mention): boolean =>
  !/ [-–—] ?\p{L}/u.test(text.slice(Math.min(one.to, other.to), Math.max(one.from, other.from) + 1));

type Said = Omit<WorkplaceStatement, 'fact'>;
const limit = (value: Workplace | 'refused'): Said => ({ value, isLimit: true });
const plain = (value: Workplace): Said => ({ value, isLimit: false });

/** Maximum characters between another subject and a word for the time after it: "nach der Einarbeitung". */
const afterAtMost = 20;

const isOtherSubject = ({ mentions }: Sentence, mention: Mention): boolean =>
  mention.key === 'other subject' &&
  !mentions.some((each) => each.key === 'after' && distance(each, mention) <= afterAtMost);

function workplacesIn(sentence: Sentence): Said[] {
  const { text, mentions, isShort } = sentence;
  if (mentions.some((each) => isOtherSubject(sentence, each) || (each.key === 'experience' && !isShort))) return [];
  const isByDays = mentions.some(
    ({ key, from }) => key === 'days' && dayCount.test(text.slice(Math.max(0, from - 14), from)),
  );
  const isNearby = (mention: Mention, key: WordKey): boolean =>
    mentions.some(
      (other) => other.key === key && distance(mention, other) <= besideAtMost && isOneItem(text, mention, other),
    );
  const found = mentions.map((mention): Said | null => {
    if (mention.key === 'office') return isByDays ? limit('hybrid') : null;
    const percent = shareOf(text, mention);
    const isWhole = percent === 100 || isNearby(mention, 'wholly');
    const extent = { percent, isByDays, isWhole, isPossible: isNearby(mention, 'possible') };
    if (mention.key === 'hybrid' || mention.key === 'on site') return atOffice(sentence, mention, extent);
    return mention.key === 'remote' || mention.key === 'away' ? elsewhere(sentence, mention, extent) : null;
  });
  return found.filter((each) => each !== null);
}

type Extent = { percent: number | null; isByDays: boolean; isWhole: boolean; isPossible: boolean };

/** The workplace for a mention of remote work, by its share of the work. */
function elsewhere(
  sentence: Sentence,
  mention: Mention,
  { percent, isByDays, isWhole, isPossible }: Extent,
): Said | null {
  if (isRefused(sentence, mention)) return isWhole && percent !== 100 ? null : limit('refused');
  if (isByDays || (percent !== null && percent > 0 && percent < 100)) return limit('hybrid');
  if (percent === 0) return limit('refused');
  if (!isWhole && isPossible) return limit('hybrid');
  return isWhole || mention.key === 'remote' || isLine(sentence) || isOfJob(sentence, mention) ? plain('remote') : null;
}

/** Maximum characters between the word for a job and its attribute: "una posición remota", "Die Stelle ist remote". */
const ofJobAtMost = 16;

const isOfJob = ({ text, mentions }: Sentence, { from }: Mention): boolean =>
  mentions.some(
    ({ key, to }) => key === 'job' && to <= from && from - to <= ofJobAtMost && !/[,;.:]/.test(text.slice(to, from)),
  );

/** The workplace for a mention of hybrid work or the office; "vor Ort" and the like count only by themselves. */
function atOffice(sentence: Sentence, mention: Mention, { isByDays, isWhole, isPossible }: Extent): Said | null {
  // "Kein mobiles Arbeiten möglich"
  if (isRefused(sentence, mention)) return mention.key === 'hybrid' && isPossible ? limit('refused') : null;
  if (mention.key === 'on site') {
    if (!isLine(sentence) && !isWhole && !isOfJob(sentence, mention)) return null;
    return isByDays ? limit('hybrid') : plain('on site');
  }
  const isPhrase =
    isLine(sentence) || isOfJob(sentence, mention) || /[ ・]/.test(sentence.text.slice(mention.from, mention.to));
  return isByDays || isPhrase ? plain('hybrid') : null;
}

/** Whether a line states nothing else, or a sentence begins so or names the job: "Poste à pourvoir en CDI". */
function isOfOpening(sentence: Sentence, mention: Mention): boolean {
  if (isLine(sentence) || mention.key === 'internship' || mention.key === 'volunteer') return isLine(sentence);
  if (isChoiceOfHours(sentence, mention)) return true;
  return /^\P{L}*$/u.test(sentence.text.slice(0, mention.from)) || isOfJob(sentence, mention);
}

/** Maximum characters between the two of "Vollzeit oder Teilzeit", which a sentence offers for its own job. */
const apartAtMost = 25;

const isChoiceOfHours = ({ mentions }: Sentence, { key, from, to }: Mention): boolean =>
  (key === 'full time' || key === 'part time') &&
  mentions.some(
    (other) =>
      other.key === (key === 'full time' ? 'part time' : 'full time') &&
      Math.max(other.from - to, from - other.to) <= apartAtMost,
  );

function* typesIn(sentence: Sentence): Generator<{ value: Engagement; language: string }> {
  const { text, mentions, isShort } = sentence;
  const isAside = ({ key, from, to }: Mention): boolean =>
    key === 'preferred' ||
    (key === 'experience' &&
      !mentions.some((each) => engagements.some((type) => type === each.key) && each.from <= from && each.to >= to));
  if (mentions.some(isAside)) return;
  const isOfOthers = mentions.some(({ key }) => key === 'others');
  const isOfPlace = mentions.some(({ key }) => key === 'remote' || key === 'away');
  for (const mention of mentions) {
    const type = engagements.find((key) => key === mention.key);
    if (type === undefined || !isOfOpening(sentence, mention) || isRefused(sentence, mention)) continue;
    // "Télétravail en full time"
    if (isOfPlace && !isShort && /^(?:full|part)/.test(text.slice(mention.from))) continue;
    if (!isOfOthers || (type !== 'internship' && type !== 'volunteer'))
      yield { value: type, language: mention.language };
  }
}

function* degreesIn(sentence: Sentence): Generator<Degree> {
  const { mentions } = sentence;
  if (mentions.some(({ key }) => key === 'no degree')) {
    yield 'none';
    return;
  }
  if (mentions.some(({ key }) => key === 'preferred')) return;
  const named = mentions.flatMap((mention) => {
    const degree = degreeKeys[mention.key];
    const isPart = mentions.some(
      (other) =>
        other !== mention &&
        degreeKeys[other.key] &&
        other.from <= mention.from &&
        other.to >= mention.to &&
        other.to - other.from > mention.to - mention.from,
    );
    return degree === undefined || isPart || isRefused(sentence, mention) ? [] : [degree];
  });
  const lowest = Object.values(degreeKeys).find((degree) => named.includes(degree));
  if (lowest !== undefined) yield lowest;
}

/** Maximum characters between a client and the object it seeks, and objects sought without recruiting. */
const soughtAtMost = 90;
const searchedThings =
  /lösung|solution|soluci|soluzion|soluç|oplossing|rozwiąza|angebot|offre|oferta|lieferant|fournisseur|proveedor/;

/** "Einer unserer Kunden aus der Industrie sucht …": an agency names its client's job. */
const isClientSeeking = ({ text, mentions }: Sentence): boolean =>
  mentions.some((client) => client.key === 'client' && mentions.some((each) => seeksFor(each, client))) &&
  !searchedThings.test(text);

const seeksFor = (each: Mention, client: Mention): boolean =>
  each.key === 'seeks' && each.language === client.language && distance(each, client) <= soughtAtMost;

function readMentions(sentence: Sentence): Statement[] {
  const { mentions, isShort } = sentence;
  const evidence = sentence.text.trim();
  const noExperience = mentions.some(({ key }) => key === 'no experience');
  const levels = mentions.flatMap(({ key, language }): Statement[] => {
    const value = isShort ? levelKeys.find((level) => level === key) : undefined;
    return value === undefined ? [] : [{ fact: 'level', value, language, evidence }];
  });
  const isAgency =
    isClientSeeking(sentence) || mentions.some((mention) => mention.key === 'agency' && !isRefused(sentence, mention));
  return [
    ...workplacesIn(sentence).map((said): Statement => ({ fact: 'workplace', ...said, evidence })),
    ...Array.from(typesIn(sentence), (said): Statement => ({ fact: 'type', ...said, evidence })),
    ...(isShort ? [] : Array.from(degreesIn(sentence), (value): Statement => ({ fact: 'degree', value, evidence }))),
    ...(noExperience ? [{ fact: 'level', value: 'entry level', language: 'any', evidence } as const] : []),
    ...levels,
    ...(isAgency ? [{ fact: 'agency', evidence } as const] : []),
  ];
}

/** The statements of a title, a field or another short text, in all languages. */
export const readShort = readOnce(
  (text: string): readonly Statement[] => readMentions({ text, mentions: findWords(text), isShort: true }),
  { most: 3000, longest: 200 },
);

/** Languages with separate rules for type and level in titles. */
const withTitleRules = new Set(['any', 'en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl']);

/** The types and levels that a title states, in languages without separate rules. */
export const readTitle = (title: string): readonly Statement[] =>
  readShort(title).filter((each) => 'language' in each && !withTitleRules.has(each.language));

/** Words of an English sentence that no other language spells the same. */
const english =
  /(?<!\p{L})(?:the|you|your|our|we're|with|and|this|that|will|from|work(?![- ]life)|role|must|degree|required|preferred|who|about)(?!\p{L})/u;

const isShared = ({ language }: Mention): boolean => language === 'en' || language === 'any';

/** The statements of a sentence in a language other than English, which has its own rules. */
export const readSentence = readOnce(
  (text: string): readonly Statement[] => {
    const mentions = findWords(text);
    const shared = new Set(mentions.filter(isShared).map(({ from, to }) => `${from} ${to}`));
    const isForeign = mentions.some((each) => !isShared(each) && !shared.has(`${each.from} ${each.to}`));
    if (mentions.length === 0 || (english.test(text) && !unspaced.test(text))) return [];
    const statements = readMentions({ text, mentions, isShort: false });
    // "Internship plătit": words shared by languages state a job's type, but "remote" has many other uses.
    return isForeign ? statements : statements.filter(({ fact }) => fact === 'type');
  },
  { most: 3000, longest: 600 },
);

/** The limits of remote work stated in a text: "Remote - No", "50 % remote". */
export const limitOf = (text: string): Workplace | undefined =>
  workplaceOf(readShort(text).filter((each) => each.fact === 'workplace' && each.isLimit))?.value;

/** The workplace by statements, with their words; `null` when contradictory, `undefined` if there are none. */
export function workplaceOf(
  statements: readonly Statement[],
): { value: Workplace; evidence: string } | null | undefined {
  const found = statements.flatMap((each) => (each.fact === 'workplace' ? [each] : []));
  if (found.length === 0) return undefined;
  const said = new Set(found.map(({ value }) => value));
  // Refused remote work means on site, unless the job is hybrid.
  if (said.delete('refused')) {
    said.delete('remote');
    said.add('on site');
  }
  const value = said.has('hybrid') ? 'hybrid' : said.size === 1 ? [...said][0] : undefined;
  if (value === undefined || value === 'refused') return null;
  return { value, evidence: (found.find((each) => each.value === value) ?? found[0])?.evidence ?? '' };
}
