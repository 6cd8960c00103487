import { type Level, levels } from '../../../shared/words/words.js';
import { readProse } from '../languages/prose.js';
import { patternOf } from '../languages/read-table.js';
import { readTitle, type Statement } from '../languages/statements.js';
import { inOneByte } from '../text/one-byte.js';
import { readOnce } from '../text/read-once.js';
import type { Evidence } from './evidence-sentences.js';
import { createEvidenceReader } from './evidence-sentences.js';
import { foldForMatching } from './fold-for-matching.js';
import { titleEngagements, withoutRecruits } from './job-type.js';
import { mayName } from './title-stems.js';

/** Longer texts are not read as a field. */
const fieldAtMost = 80;

/**
 * The experience level: as stated, or else by the title, or else by a label or an explicit sentence of the description;
 * never a default. A title with several levels ("Mid/Senior") returns all of them, the highest first.
 */
export function readLevel(evidence: {
  stated: readonly string[];
  title: string;
  description: string;
}): (Evidence<Level> & { levels?: readonly Level[] }) | null {
  const fields = evidence.stated.filter((text) => text.length <= fieldAtMost);
  const stated = inField(fields);
  if (stated !== null) return { value: stated, inferred: false, evidence: fields.join(', ') };
  const several = severalIn(evidence.title);
  const [first] = several;
  if (first !== undefined) return { value: first, levels: several, inferred: true, evidence: evidence.title };
  const title = inTitle(evidence.title) ?? settle(levelsOf(readTitle(withoutRecruits(evidence.title.toLowerCase()))));
  if (title !== null) return { value: title, inferred: true, evidence: evidence.title };
  return inSentences(evidence.description) ?? inProse(evidence.description);
}

const levelsOf = (statements: readonly Statement[]): Level[] =>
  statements.flatMap((each) =>
    each.fact === 'level' ? [each.value] : each.fact === 'type' && each.value === 'internship' ? ['internship'] : [],
  );

/** "Опыт не требуется": the level from sentences in other languages that require no experience. */
function inProse(description: string): Evidence<Level> | null {
  for (const each of readProse(description).statements)
    if (each.fact === 'level') return { value: each.value, inferred: true, evidence: each.evidence };
  return null;
}

function inField(fields: readonly string[]): Level | null {
  const text = fields.map(foldForMatching).join(' | ');
  if (text === '' || /(?<!\p{L})(?:any|all|alle|tous|todos|open)(?!\p{L})/u.test(text)) return null;
  const found = fieldLevels.filter(({ word }) => word.test(text)).map(({ level }) => level);
  const [known] = fields.map((each) => levels.read(each)).filter((word) => word !== null);
  return found.length > 0 ? settle(found) : (known ?? null);
}

const inTitle = readOnce(readTitleLevel, { most: 2000, longest: 200 });

function readTitleLevel(title: string): Level | null {
  const folded = withoutRecruits(foldForMatching(title));
  const engagement = titleEngagements(title)[0] ?? null;
  if (!mayName('level', folded)) return engagement === 'internship' ? 'internship' : null;
  const text = folded.replace(servesSomebody, ' ').replace(occupations, 'role');
  const found = titleLevels.filter(({ word }) => word.test(text)).map(({ level }) => level);
  // "Graduate Trainee" is an entry-level title, "Trainee Accountant" an internship.
  if (!found.includes('entry level') && engagement === 'internship') return 'internship';
  return settle(found);
}

const between = / ?[/|] ?| (?:or|oder|ou|o|lub|of|eller|und|to|bis) /;
const ranked = ['executive', 'director', 'senior', 'associate', 'entry level', 'internship'] as const;

/** The levels of a title with several ("Junior or Senior Developer"), the best fit or highest first; else none. */
function severalIn(title: string): Level[] {
  if (!/[/|]|\s\p{L}{1,5}\s/u.test(title) || !mayName('level', foldForMatching(title))) return [];
  const parts = foldForMatching(title).split(between);
  const named = parts.length < 2 ? [] : parts.map(readTitleLevel);
  const levels = ranked.filter((level) => named.includes(level));
  const first = settle(levels);
  return levels.length < 2 ? [] : first === null ? levels : [first, ...levels.filter((level) => level !== first)];
}

/** One of the levels in a text: the higher of adjacent ones, `null` for opposite ones. */
function settle(found: readonly Level[]): Level | null {
  for (const level of ['internship', 'executive', 'director'] as const) if (found.includes(level)) return level;
  const [senior, entry, middle] = (['senior', 'entry level', 'associate'] as const).map((level) =>
    found.includes(level),
  );
  if (senior) return entry ? null : 'senior';
  return entry ? 'entry level' : middle ? 'associate' : null;
}

const pattern = (name: string, flags: string): RegExp => new RegExp(patternOf(`level ${name}`), flags);
const label = pattern('label', 'gu');
const statements = ['is', 'of', 'wanted'].map((verb) => pattern(`statement ${verb}`, 'gu'));

/** No experience is required: "no prior experience is needed", "débutants acceptés". */
const noExperience = pattern('no experience', 'u');

const evidenceIn = createEvidenceReader('level');

/** The level from a label ("Seniority: Lead") or a sentence about the job itself, not about other people. */
function inSentences(description: string): Evidence<Level> | null {
  const sentences = evidenceIn(description);
  if (sentences.length === 0) return null;
  const text = inOneByte(sentences.join('\n'));
  for (const { 0: evidence, groups } of text.matchAll(label)) {
    const level = inField([groups?.said ?? '']);
    if (level !== null) return { value: level, inferred: true, evidence };
  }
  const said = statements.flatMap((sentence) => Array.from(text.matchAll(sentence), (match) => match));
  const level = settle(said.map(({ groups }) => inField([groups?.said ?? ''])).filter((each) => each !== null));
  if (level !== null) return { value: level, inferred: true, evidence: said[0]?.[0] ?? '' };
  const [evidence] = said.length === 0 ? (noExperience.exec(text) ?? []) : [];
  return evidence === undefined ? null : { value: 'entry level', inferred: true, evidence };
}

/** Patterns for levels in titles and fields. */

/** People who assist, recruit or report to someone lack that person's level: the text after these words is cut. */
export const servesSomebody = new RegExp(patternOf('level of another'), 'u');

/** Titles in which a level word is part of the occupation's name; they are removed first. */
export const occupations = new RegExp(patternOf('level in occupations'), 'gu');

const patternsOf = (kind: string, levels: readonly Level[]): readonly { level: Level; word: RegExp }[] =>
  levels.map((level) => ({ level, word: new RegExp(patternOf(`level ${kind} ${level}`), 'u') }));

/** Title words by level, applied after occupations are removed. */
export const titleLevels = patternsOf('title', ['executive', 'director', 'senior', 'entry level', 'associate']);

/** Further level words, unambiguous only in a field or after a label. */
export const fieldLevels = patternsOf('field', [
  ...(['internship', 'executive', 'director', 'senior', 'entry level', 'associate'] as const),
]);
