/** Characters read before and after a mention. */
const around = 48;

const wordsOf = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Beginnings of words about knowing something, in the most frequent languages of postings. */
const knowing = [
  ...'proficien experien skill familiar fluen competen certif program knowledge expertise literacy background'.split(
    ' ',
  ),
  ...'connaissance maîtrise conocimiento manejo dominio formación kenntnis erfahrung pengalaman menguasai kemampuan'.split(
    ' ',
  ),
  ...'bilgisi deneyim znajomość code coding written train qualification'.split(' '),
];

/** Words directly before a skill; `weak` ones only if the skill ends its part of the sentence. */
const direct = wordsOf(
  'using use advanced intermediate basic microsoft ms apache adobe google tools software languages language as',
);
const weak = wordsOf('uses with via in strong like including mit avec con dengan dan de en di bidang');

/** Words directly after a skill. */
const behind = wordsOf(
  'skill skills experience proficiency knowledge expertise background certification certifications certified qualification qualifications license licence spreadsheet spreadsheets programming programmer programmers developer developers development engineer engineers language languages framework frameworks script scripts scripting code codebase macro macros formula formulas functions kenntnisse erfahrung entwickler entwicklerin entwicklung techniques principles methodology methodologies software systems tools specialist',
);

/** Where a part of a sentence or of a title ends, and where one begins. */
const partEnds = /^(?: ?$| ?[,.;:)\]|/•·\n]| (?:and|or|und|oder|et|ou|y|o|dan|e|is|for|to|&)(?!\p{L}))/u;
const partBegins = /(?:^|[(,/|-] ?)$/u;

/** The first word after a mention, one space or hyphen apart. */
const nextWord = /^[ -](\p{L}+)/u;

/** `isWord`: an ordinary word in any letter case ("sales"), not a name ("Go"). */
type Place = { from: number; to: number; isTitle: boolean; isWord: boolean };

/** Whether the context of a mention shows that it is a skill. In a title, the word or a name with it is enough. */
export function speaksOfSkill(text: string, { from, to, isTitle, isWord }: Place): boolean {
  if (isTitle && isWord) return true;
  const after = text.slice(to, to + around);
  const next = nextWord.exec(after)?.[1];
  if (next !== undefined && behind.has(next.toLowerCase())) return true;
  const lead = text.slice(Math.max(0, from - around), from);
  if (isTitle) return partEnds.test(after) && partBegins.test(lead);
  return followsKnowing(lead, partEnds.test(after));
}

/** Maximum words between one about knowing and the skill: "experience in the field of sales". */
const wordsBetween = 3;

/** Whether the last words of a text, separated only by spaces, express knowledge of what follows. */
function followsKnowing(lead: string, isEnd: boolean): boolean {
  const words = lead.toLowerCase().split(' ');
  // The first word may be cut off; after a space, an empty word follows.
  if (words.pop() !== '') return false;
  for (let back = 0; back <= wordsBetween; back++) {
    const word = words.pop();
    if (word === undefined) return false;
    const plain = word.replace(/^[(/,-]|:$/g, '');
    if (knowing.some((stem) => plain.startsWith(stem))) return true;
    if (back === 0 && (direct.has(plain) || (isEnd && weak.has(plain)))) return true;
    if (/[^\p{L}]/u.test(plain) || word !== plain) return false;
  }
  return false;
}

/** Words that a following single letter belongs to: "Series C", "vitamin C", "Driver (C)", "P&C", "A/R". */
const letterBefore =
  /(?:(?:^|[^\p{L}])(?:series|round|vitamins?|hepatitis|class|klasse|classe|types?|typ|levels?|grade|groups?|gruppe|band|category|kategorie|tier|schedule|phase|stage|form|plan|part|appendix|annex|option|zone|division|section|units?|building|block|room|licen[cs]es?|permis|führerschein|driver|fahrer|chauffeur|certificate|certification|zertifikat|dr\.|mr\.|ms\.) \(?|(?:^|[^\p{L}])(?:\p{L} ?[&+] ?|[^\P{L}CRcr]\/|\p{L}\.)|[’'])$/iu;

/**
 * The same after it: "R&D", "R & D", "R 42", "R.N.", "C-level", "C corporation", "C licence". A language is compounded
 * only with words about programs ("C-Entwickler"), and only "s" follows its apostrophe.
 */
const letterBehind =
  /^(?: ?[&+] ?\p{L}(?!\p{L})| ?\d|\.\p{L}|[’'](?!s(?!\p{L}))\p{L}|[-‐‑](?!based|style|programm|entwickl|kenntnis|develop|engineer|cod(?:e|ing)|software|sprache|s[ck]ript|compiler|api|librar)\p{L}| (?:level|suite|corps?|corporations?|section|arm|driver|driving|licen[cs]es?|permit|class|drive)(?!\p{L}))/iu;

/** After "with", a letter with a dot before another name is an initial ("with R. Smith"), unless a sentence begins. */
const initial =
  /^\. (?!(?:you|we|the|our|your|this|a|an|in|as|if|it|experience|knowledge|ability|strong|must|familiarity|familiar|proficiency|proficient|excellent|good|please|bonus|nice|preferred|required|working|understanding)(?!\p{L}))\p{L}/iu;

/** Whether a single letter is not a language but part of another name: "R&D", "C-level", "vitamin C", an initial. */
export const isOtherLetter = (before: string, after: string): boolean =>
  letterBehind.test(after) || letterBefore.test(before) || (before.endsWith('with ') && initial.test(after));

/** The same for a mention in a text. */
export const isOtherLetterAt = (text: string, { from, to }: Pick<Place, 'from' | 'to'>): boolean =>
  to - from === 1 && isOtherLetter(text.slice(Math.max(0, from - around), from), text.slice(to, to + around));

/** Marks between two list items, and the word before the last. */
const between =
  /^[\s,;/&+|•·()–-]{1,4}(?:(?:and|or|und|oder|et|ou|y|o|e|dan|i|ve|và|&|and\/or)[\s,;/]{1,2})?(?:MS |Microsoft |Adobe |Apache )?$/u;

/** Whether two mentions are neighbours in a list: separated only by marks, or "and". */
export function beginsList(text: string, end: number, start: number): boolean {
  if (start <= end || start - end > 20) return false;
  const gap = text.slice(end, start);
  return /[^\s-]|\n/.test(gap) && between.test(gap);
}
