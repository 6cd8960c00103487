import { cutText } from '../words/text.js';
import { beginsList, isOtherLetterAt, speaksOfSkill } from './skill-context.js';
import { mostSkills, skillKey } from './skill-names.js';
import { type Spelling, skillTable } from './skill-table.js';

/** The texts of a posting that skills are read from. */
export type SkillTexts = { title: string; description: string; tags: readonly string[]; company: string | null };

/** Maximum characters of a sentence that proves a skill. */
const evidenceAtMost = 240;

type Mention = { from: number; to: number; spelling: Candidate };

/** Where a text of a posting names a skill of the table. */
type Named = { skill: string; text: string; from: number; to: number };

/**
 * The skills that a posting names in its title, its source's tags and its text, each once, in this order, by their
 * names in the table. Linear in the length of the texts.
 */
export const findSkills = (texts: SkillTexts): string[] => namedIn(texts).map(({ skill }) => skill);

/** The sentence or tag of a posting that names each of its skills. */
export const skillEvidence = (texts: SkillTexts): Record<string, string> =>
  Object.fromEntries(namedIn(texts).map(({ skill, ...named }) => [skill, sentenceOf(named)]));

function namedIn({ title, description, tags, company }: SkillTexts): Named[] {
  const found = new Map<string, Named>();
  const add = (named: Named): void => {
    if (found.size < mostSkills && !found.has(named.skill)) found.set(named.skill, named);
  };
  // A company with the name of a skill means itself.
  const own = company === null ? '' : skillKey(company);
  const read = (text: string, isTitle: boolean): void => {
    for (const { spelling, from, to } of mentionsIn(text, { isTitle, own }))
      add({ skill: spelling.skill, text, from, to });
  };
  read(title, true);
  for (const tag of tags) {
    const [mention] = matchesIn(tag);
    if (mention?.from === 0 && mention.to === tag.length)
      add({ skill: mention.spelling.skill, text: tag, from: 0, to: tag.length });
  }
  read(description, false);
  return [...found.values()];
}

function mentionsIn(text: string, { isTitle, own }: { isTitle: boolean; own: string }): Mention[] {
  const all = matchesIn(text).filter((mention) => !isOtherLetterAt(text, mention));
  if (all.length === 0) return all;
  const isOwnName = (key: string): boolean => own === key || (key.length > 3 && own.startsWith(key));
  const isSure = all.map(({ from, to, spelling }) => {
    if (spelling.kind === 'listed' || isOwnName(spelling.key)) return false;
    return spelling.kind !== 'doubtful' || speaksOfSkill(text, { from, to, isTitle, isWord: !spelling.isCased });
  });
  // Words listed next to a skill are skills: "Word, Excel, PowerPoint", read from both ends.
  const isBeside = (one: Mention | undefined, other: Mention | undefined): boolean =>
    one !== undefined && other !== undefined && beginsList(text, one.to, other.from);
  for (let at = 1; at < all.length; at++) isSure[at] ||= isSure[at - 1] === true && isBeside(all[at - 1], all[at]);
  for (let at = all.length - 2; at >= 0; at--) isSure[at] ||= isSure[at + 1] === true && isBeside(all[at], all[at + 1]);
  return all.filter((_, at) => isSure[at]);
}

const hashSeed = 0x811c9dc5 | 0;
const hashWith = (hash: number, code: number): number => Math.imul(hash ^ code, 16_777_619);

/** Latin and Greek letters without their marks and in lower case, by their code; other characters unchanged. */
const folded = Uint16Array.from({ length: 0x2000 }, (_, code) => {
  const plain = String.fromCharCode(code).normalize('NFD').charAt(0).toLowerCase();
  return plain.length === 1 ? plain.charCodeAt(0) : code;
});

const fold = (code: number): number => folded[code] ?? code;

const isCapital = (code: number): boolean => code >= 65 && code <= 90;
const isSmall = (code: number): boolean => code >= 97 && code <= 122;

/** A Latin or Greek letter, or a digit; other scripts end a word, since some use no spaces. */
const isWordCode = (code: number): boolean =>
  isSmall(code) ||
  (code >= 48 && code <= 57) ||
  isCapital(code) ||
  (code >= 0xc0 && code < 0x400 && code !== 0xd7 && code !== 0xf7) ||
  (code >= 0x1e00 && code < 0x2000);

/** The folded code of each word character; 0 = it ends a word. */
const wordSigns = folded.map((code, sign) => (isWordCode(sign) ? code : 0));

/** A spelling without a preceding dot (`lead`), its skill's key and first word's length; `isCased`: matches case. */
type Candidate = Spelling & { lead: '.' | ''; isCased: boolean; key: string; first: number };

let byFirstWord: ReadonlyMap<number, readonly Candidate[]> | null = null;

/** The spellings by the hash of their first word, longest first, so that no string per word is created. */
function candidates(): ReadonlyMap<number, readonly Candidate[]> {
  if (byFirstWord !== null) return byFirstWord;
  const all = new Map<number, Candidate[]>();
  for (const spelling of skillTable().spellings) {
    const lead = spelling.text.startsWith('.') ? '.' : '';
    const written = spelling.text.slice(lead.length);
    const isCased = spelling.kind === 'cased' || spelling.kind === 'listed' || written !== written.toLowerCase();
    const text = isCased ? written : String.fromCharCode(...Array.from(written, (sign) => fold(sign.charCodeAt(0))));
    let [hash, first] = [hashSeed, 0];
    for (; first < text.length && isWordCode(text.charCodeAt(first)); first++)
      hash = hashWith(hash, fold(text.charCodeAt(first)));
    all.set(hash, [
      ...(all.get(hash) ?? []),
      { ...spelling, text, lead, isCased, key: skillKey(spelling.skill), first },
    ]);
  }
  for (const list of all.values()) list.sort((one, other) => other.text.length - one.text.length);
  byFirstWord = all;
  return all;
}

/** All mentions in a text, in order, none within another. */
function matchesIn(text: string): Mention[] {
  const known = candidates();
  const found: Mention[] = [];
  let [hash, start] = [hashSeed, 0];
  for (let at = 0; at <= text.length; at++) {
    // Beyond the end, the code is NaN, which ends the last word.
    const sign = wordSigns[text.charCodeAt(at)] ?? 0;
    if (sign !== 0) {
      if (hash === hashSeed) start = at;
      hash = hashWith(hash, sign);
    } else if (hash !== hashSeed) {
      const list = known.get(hash);
      hash = hashSeed;
      const mention = list === undefined ? null : longestAt(text, start, list);
      if (mention === null) continue;
      found.push(mention);
      at = Math.max(at, mention.to) - 1;
    }
  }
  return found;
}

function longestAt(text: string, start: number, list: readonly Candidate[]): Mention | null {
  const before = start === 0 ? ' ' : (text[start - 1] ?? ' ');
  if (before === '@' || before === '_') return null;
  for (const spelling of list) {
    const { lead } = spelling;
    // "www.oracle" is an address; a sentence that begins without a space is not.
    if (lead === '.' ? before !== '.' : before === '.' && /[^\s.][.][a-z0-9]/.test(text.slice(start - 2, start + 1)))
      continue;
    const to = endOf(text, start, spelling);
    if (to > 0) return { from: start - lead.length, to, spelling };
  }
  return null;
}

/** The end of a spelling that begins at `start`; 0 = no match. */
function endOf(text: string, start: number, { text: written, isCased, first }: Candidate): number {
  // The hash has already compared the first word, ignoring case.
  const compared = isCased ? 0 : first;
  let at = start + compared;
  for (let index = compared; index < written.length; index++) {
    const wanted = written.charCodeAt(index);
    const code = text.charCodeAt(at);
    if (wanted === 32) {
      if (code !== 32 && code !== 45 && code !== 0xa0) return 0;
      at += 1;
    } else if (code === wanted || (!isCased && fold(code) === wanted)) at += 1;
    else return 0;
  }
  const next = text.charCodeAt(at);
  // Lists without spaces run together: "Google WorkspaceStrong".
  if (isCapital(next) && written.includes(' ') && isSmall(text.charCodeAt(at - 1))) return at;
  // Not if letters follow, "C" is "C++", or "sap.com" is an address.
  if (isWordCode(next) || next === 43 || next === 35 || next === 95 || next === 64) return 0;
  if (next === 46 && /^[a-z]/.test(text.charAt(at + 1))) return 0;
  return at;
}

/** Where a sentence, an item of a list or a line ends. */
const ends = /[\n•·]|[.!?;](?=\s)/g;

/** The sentence of a mention, or the part of a long one around it. */
function sentenceOf({ text, from, to }: Omit<Named, 'skill'>): string {
  const [back, ahead] = [Math.max(0, from - evidenceAtMost), Math.min(text.length, to + evidenceAtMost)];
  let [begin, end] = [back, ahead];
  for (const { index } of text.slice(back, ahead).matchAll(ends)) {
    const at = back + index;
    if (at < from) begin = at + 1;
    else if (at >= to) {
      end = at + (/[\n•·;]/.test(text.charAt(at)) ? 0 : 1);
      break;
    }
  }
  const sentence = text
    .slice(begin, end)
    .replace(/\s+/g, ' ')
    .replace(/^[-–— ]+/, '')
    .trim();
  if (sentence.length <= evidenceAtMost) return sentence;
  return cutText(
    text
      .slice(Math.max(begin, from - evidenceAtMost / 3), end)
      .replace(/\s+/g, ' ')
      .trim(),
    evidenceAtMost,
  );
}
