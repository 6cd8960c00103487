import { isCalledPay } from './explicit-pay.js';
import type { PayFound } from './pay-found.js';
import { firmNotPayWords, foreignWords, notPayWords, payWords, taxWord, type WordAt } from './pay-words.js';

/** The position of an amount: its line in plain signs, and the heading or line above it (`''` = none). */
export type PayPlace = { line: string; above: string };

/** How likely an amount is the pay of the job. */
export type PayScore = {
  score: number;
  /** Whether it includes performance pay; base pay next to it is preferred. */
  onTarget: boolean;
  /** Whether it is called base pay. */
  base: boolean;
  /** The number of words in the same part of the sentence that are unrelated to pay. */
  foreign: number;
};

/** Maximum characters read before and after an amount in a line. */
const looksBack = 400;
const looksOn = 300;

const sentenceEnd = /[.!?;](?= +["'(\p{Lu}$£€])|[|•·。；]| = | \/\/ |(?<=\)):/gu;
const partEnd =
  /[,+&()[\]（）、，]|(?<!\p{L})(?:plus(?! de )|and|with|as well as|excl|excluding|exclusive|ekskl|exkl|hors|before|incl|including|inclusive|inclusief|not including|ohne|sans|uden|bez|in addition|und|sowie|zzgl|inkl|mit|et|avec|con|más|e|oraz|met|och|som|but|then)(?!\p{L})/giu;
/** Benefits that offers list with pay; they do not count against a range of the size of yearly pay. */
const besidePay =
  /(?<!\p{L})(?:stock options|options|equity|bonus(?:es)?|40[13] ?_?[kb]_?|medical|dental|health|pension|matching|match|insurance|benefits|travel|training|learning|education|conferences?|courses?|budgets?|stipends?|wellness|gym|phone|perks?|sign(?:ing|[- ]on)|relocation|visa|allowances?|car|commission)(?!\p{L})/giu;
/** Ambiguous words for pay: they count only without other evidence. */
const offers = /(?:offer(?:ing|s)?|pay(?:ing|s)?|get|receive)(?: up to| from| between)? ?¤/iu;
/** A sentence about any of these contains no pay, unless it has a range or a period. */
const givenAway =
  /(?<!\p{L})(?:refer(?:ring)? (?:a |an |your |us )?(?:friends?|colleagues?|candidates?|someone)|donat\p{L}+|vouchers?|gift ?cards?|raffle|prize|lottery|cooptation|empfehl\p{L}+|polec\p{L}+|indique um)(?!\p{L})/u;
/** Customers of the company; "companies with 1,000 seats pay $20,000" is a price. */
const buyers =
  /(?<!\p{L})(?:companies|customers|clients|businesses|organi[sz]ations|users|members|subscribers|patients)(?!\p{L})/u;
/** People other than the employee who earn or receive money. */
const othersEarn =
  /(?<!\p{L})(?:(?:famil(?:y|ies)|households?|borrowers?|americans?|residents?|consumers?|shoppers?|tenants?|patients?|customers?|clients?|citizens?|voters?|homeowners?|taxpayers?|population|median (?:household|family|home))(?: \p{L}+){0,3} (?:earn(?:s|ing)?|incomes?|mak(?:es?|ing)|salary|salaries|wages?|living on)|help(?:s|ing|ed)?(?: \p{L}+){1,4} (?:earn|make|save)|our (?:sellers|hosts|creators|merchants|makers|artists|partners)(?: \p{L}+){0,2} (?:earn|make)|incomes? (?:below|under|above|over|less|up to))(?!\p{L})/u;

/** The penalty of a plain range in a sentence about something else: more than its form gains, in a pay field too. */
const proseCosts = 4.5;

/** Scores an amount by the text around it; the higher, the more likely it is pay. Below 2.5 it must not be used. */
export function scorePay(found: PayFound, { line, above }: PayPlace): PayScore {
  const near = { start: Math.max(0, found.start - looksBack), end: Math.min(line.length, found.end + looksOn) };
  const sentence = cut(line, found, { separators: sentenceEnd, within: near });
  const part = cut(line, found, { separators: partEnd, within: sentence });
  const behind = line.slice(found.end, part.end).search(/ - |:/);
  if (behind >= 0) part.end = found.end + behind;
  const around = `${line.slice(part.start, found.start)}¤${line.slice(found.end, part.end)}`;
  const isSegment = isOwnSegment(found, line);
  const plain = isSegment || isPlainRange(found, line);
  const lead = line.slice(sentence.start, found.start);
  const { inPart, cost } = calledBy(found, { line, sentence, around, plain });
  const foreign = foreignWords(around);
  const rest = `${line.slice(sentence.start, part.start)}¤${line.slice(part.end, sentence.end)}`;
  const label = labelScore(above, plain);
  let score = shapeScore(found, line) - cost;
  if (inPart === 'pay') score += 3;
  else if (inPart === 'not pay' || bracketed(lead, plain) === 'not pay') score -= 6;
  else if (label !== 0) score += label;
  else if (plain && foreign > 0 && payWords(rest).length === 0 && isProse(lead)) score -= proseCosts;
  else
    score +=
      (offers.test(around) && isWageLike(found) ? 1.5 : 0) +
      restScore(rest, { alone: foreign <= 1, yearly: isSegment || isYearlyRange(found), plain });
  return { score, onTarget: isOnTarget(around, line.slice(sentence.start, part.start)), base: isBase(around), foreign };
}

/**
 * How the words around an amount (`around`: its part of the sentence) classify it, and the penalty for people in the
 * sentence who are not employees; no penalty if the amount is called pay.
 */
function calledBy(
  found: PayFound,
  { line, sentence, around, plain }: { line: string; sentence: Span; around: string; plain: boolean },
): { inPart: 'pay' | 'not pay' | null; cost: number } {
  const sure = isSaidOfPay(line, found) && (plain || isWageLike(found));
  const lead = line.slice(sentence.start, found.start);
  const cost = othersCost(found, { sentence: line.slice(sentence.start, sentence.end), lead });
  const inPart = sure ? 'pay' : governing(around, plain || isPaidByPeriod(found, around));
  if (inPart === 'pay' && cost === 0) return { inPart, cost };
  return isCalledPay(found, line, sentence.start) ? { inPart: 'pay', cost: 0 } : { inPart, cost };
}

/** The penalty of an amount in a sentence about people who are not employees. */
function othersCost(found: PayFound, { sentence, lead }: { sentence: string; lead: string }): number {
  const before = lead.slice(-90).toLowerCase();
  const lower = sentence.toLowerCase();
  const bought = / pay(?:s|ing)?(?: (?:between|from|up to|over|around|about))? ?$/.test(before) && buyers.test(before);
  const given = found.per === null && !found.range && givenAway.test(lower);
  return (othersEarn.test(lower) ? 10 : 0) + (bought ? 10 : 0) + (given ? 6 : 0);
}

/** An amount of the size of hourly pay, "per hour", after words for pay in its part of the sentence. */
function isPaidByPeriod({ min, max, per, marks }: PayFound, around: string): boolean {
  const value = max ?? min ?? 0;
  return (
    per === 'hour' &&
    marks.length > 0 &&
    value >= 5 &&
    value <= 400 &&
    payWords(around.slice(0, around.indexOf('¤'))).length > 0
  );
}

/** "LPA", and "depending on experience" after an amount, are only used for pay. */
function isSaidOfPay(line: string, { start, end }: PayFound): boolean {
  return /lpa$/i.test(line.slice(start, end)) || byExperience.test(line.slice(end, end + 40));
}

const byExperience =
  /^[ ,;(-]*(?:doe|(?:depend(?:ing|ent|s)|based|commensurate) (?:up)?(?:on|with) (?:your |candidate )?(?:experience|exp|skills?|seniority|qualifications?))(?!\p{L})/iu;

/** The kind of word before an amount in brackets: "life insurance ($25,000)". */
function bracketed(lead: string, plain: boolean): 'pay' | 'not pay' | null {
  if (!/[([] ?$/.test(lead)) return null;
  const words = lead.replace(/[([] ?$/, '');
  return governing(`${words.slice(words.search(/(?<![^,;])[^,;]*$/))}¤`, plain);
}

type Span = { start: number; end: number };

/** The part of the line around an amount up to the next separator on either side. */
function cut(line: string, found: Span, { separators, within }: { separators: RegExp; within: Span }): Span {
  const span = { ...within };
  // One more character, because a separator pattern may look ahead.
  for (const match of line.slice(within.start, found.start + 1).matchAll(separators)) {
    const end = within.start + match.index + match[0].length;
    if (end <= found.start) span.start = end;
  }
  separators.lastIndex = 0;
  const next = separators.exec(line.slice(found.end, within.end));
  separators.lastIndex = 0;
  if (next !== null) span.end = found.end + next.index;
  return span;
}

/** The score of the line above: "Salary range" indicates pay, "Sign-on bonus" something else. */
function labelScore(above: string, plain: boolean): number {
  if (above === '' || above.length > 90 || /[.!?]$/.test(above)) return 0;
  const pay = payWords(above).length;
  const other = (plain ? firmNotPayWords(above) : notPayWords(above)).length;
  if (pay > 0) return other > 0 || /benefit/i.test(above) ? 1.5 : 3;
  return other > 0 && above.length <= 45 ? -3 : 0;
}

/** The score of the rest of the sentence, used when the amount's own part has no evidence. */
function restScore(
  rest: string,
  { alone, yearly, plain }: { alone: boolean; yearly: boolean; plain: boolean },
): number {
  const pay = payWords(rest).length;
  const others = yearly ? rest.replace(besidePay, ' ') : rest;
  const other = (plain ? firmNotPayWords(others) : notPayWords(others)).length;
  return (pay > 0 ? 2 : 0) + (alone ? 1.5 : 0) - (other === 0 ? 0 : pay > 0 ? 0.5 : 1.5);
}

/** Words that link an amount to the preceding text, in a sentence about something. */
const linked =
  /(?<!\p{L})(?:of|from|between|in(?: the)?|are|is|was|were|for|to|with|on|by|than|approximately|roughly|around|about|over|(?:valued|priced) at|von|zwischen|mit|ab|bis|de|entre|tussen|van|met|od|do|na|på|fra|från|mellan|mellem|di|da|tra|fino a) ?$/iu;

/** A lower-case word directly before an amount, such as a verb, but not the last word of a job title. */
const smallWord =
  /(?<!\p{L})(?!(?:engineer|developer|manager|analyst|designer|specialist|consultant|technician|assistant|representative|associate|director|lead|nurse|driver|teacher|scientist|architect|administrator|coordinator|officer|agent|clerk|operator|role|position|job|level|range|offer|offering|offers|expect|pay|pays|paying|earn|make|low|mid|high|circa|approx|nearly|starting|minimum|maximum|average|competitive)s?(?!\p{L}))\p{Ll}{3,} ?$/u;

/**
 * Whether the text before an amount is a sentence that leads to it ("projects range from", "the fund invests"), and not
 * a label ("Product Manager:", "Zone 1 -", "Engineer II").
 */
export function isProse(lead: string): boolean {
  const words = lead.slice(lead.search(/(?<![^:|()[\]])[^:|()[\]]*$/));
  if (!/\p{L}{3}/u.test(words.replace(linked, ''))) return false;
  // "$190,000 - $233,000 all other states ": after another amount, words are the label of the next one.
  return linked.test(words) || (smallWord.test(words) && !/[$€£] ?\d/.test(words));
}

const base = /(?<!\p{L})(?:base|basic|fixed|fixe|fix|grundgehalt)(?!\p{L})/iu;
const target =
  /\b(?:ote|ttc|on[- ]target|total (?:comp|cash|target|earnings|direct|on[- ]target)|target (?:earnings|cash|total))/i;

/** Whether an amount (marked by "¤" in its part of the sentence) is called base pay. */
export const isBase = (around: string): boolean => base.test(around);

/**
 * Whether an amount includes performance pay: its part of the sentence says so, and does not call it base pay closer to
 * it ("the OTE includes a base of ¤"). A part that mentions neither follows `lead`, the sentence before it, up to
 * another amount ("on-target earnings (OTE) for this job: ¤").
 */
export function isOnTarget(around: string, lead: string): boolean {
  if (!target.test(around)) return !base.test(around) && endsOnTarget(lead);
  if (!base.test(around)) return true;
  const before = around.slice(0, around.indexOf('¤'));
  return base.test(before) && endsOnTarget(before);
}

/** Whether a text names a target after its last number and its last word for base pay. */
function endsOnTarget(text: string): boolean {
  const last = text.slice(text.search(/(?<!\D)\D*$/));
  return target.test(last.split(base).at(-1) ?? '');
}

/**
 * The kind of the word nearest to the amount (marked by "¤") in its part of the sentence. A plain range is ruled out as
 * pay only by firm words, and by others that refer to the amount itself ("loans of ¤").
 */
export function governing(around: string, plain: boolean): 'pay' | 'not pay' | null {
  const at = around.indexOf('¤');
  const distance = (words: readonly WordAt[]): number =>
    Math.min(...words.map(({ start, end }) => (end <= at ? at - end : start - at - 1)), Number.POSITIVE_INFINITY);
  const words = payWords(around);
  const toPay = distance(words);
  // "Welcome bonus of ¤ gross": words for taxes do not turn other amounts into pay.
  const isTaxed = words.length > 0 && words.every(({ start, end }) => taxWord.test(around.slice(start, end)));
  const kindOf = (others: readonly WordAt[]): 'pay' | 'not pay' | null => {
    if (words.length === 0 && others.length === 0) return null;
    return toPay < distance(others) && !(isTaxed && others.length > 0) ? 'pay' : 'not pay';
  };
  if (!plain) return kindOf(notPayWords(around));
  const byFirm = kindOf(firmNotPayWords(around));
  if (byFirm !== null) return byFirm;
  if (soldAfter.test(around)) return 'not pay';
  return notPayWords(around).some((word) => refersTo(around, word, at)) ? 'not pay' : null;
}

/** Things whose size or price is given by a range directly before them. */
const soldAfter =
  /¤ (?:contracts?|projects|accounts|campaigns|programs?|programmes?|tickets|cases|policies|purchases|in (?:\p{L}+ ){0,2}(?:sales|revenues?|savings|losses|transactions|claims))(?!\p{L})/iu;

/** "manage ¤", "loans of ¤", "¤ in assets", "¤ homes": whether a word is linked to the amount at `at`. */
function refersTo(around: string, { start, end }: WordAt, at: number): boolean {
  if (end <= at) {
    const gap = around.slice(end, at);
    const isVerb = /^(?:manag|handl|oversee|process|refer)/i.test(around.slice(start, end));
    return (isVerb && gap.length <= 1) || /^ (?:of|from|between|worth|averaging|ranging from|up to|over) ?$/i.test(gap);
  }
  const gap = around.slice(at + 1, start);
  if (/^ (?:in|of|worth of|towards?) (?:\p{L}+ )?$/iu.test(gap)) return true;
  return gap === ' ' && /(?:s|industry|market|sector|economy|grant)$/iu.test(around.slice(start, end));
}

/** A range of the size of pay whose ends are close together, written as money. */
export function isPlainRange(found: PayFound, line: string): boolean {
  const { min, max, range, marks, moneylike, millions, per } = found;
  if (!range || !moneylike || millions || min === null || max === null || max > min * 3.2) return false;
  if (marks.length === 0 && countsAfter.test(line.slice(found.end, found.end + 30))) return false;
  const western = marks.some((mark) => /^(?:[$€£]|USD|EUR|GBP|CAD|AUD|CHF)$/.test(mark));
  if (per === null || per === 'year') return min >= 10_000 && max <= (western ? 1_200_000 : 50_000_000);
  return per === 'hour' && western && min >= 5 && max <= 400;
}

/** "50k-100k requests": a range without a currency counts the noun after it. */
const countsAfter =
  /^ (?!(?:per|a|an|plus|base|basic|gross|net|brutto|bruto|brut|doe|depending|dep|annual|annually|yearly|salary|and|or|for|with|in|equity|stock|bonus|pa|p|negotiable|range|total|ote|based)(?!\p{L}))\p{Ll}{3,}/u;

/** Words that offers put directly after pay. */
const besideOffer =
  /^ ?(?:\+|plus|and|&|,|\() ?(?:\p{L}+ ){0,2}(?:equity|stock|options|shares|bonus|benefits|commission|doe|depending)(?!\p{L})/iu;

/** "| $40K + equity", "Support -- $80k", "[$36k]": an isolated amount of the size of yearly pay between separators. */
export function isOwnSegment(found: PayFound, line: string): boolean {
  const { start, end, min, max, range, marks, moneylike, millions, per } = found;
  const value = min ?? max ?? 0;
  if (range || millions || !moneylike || marks.length === 0 || (per !== null && per !== 'year')) return false;
  if (value < 15_000 || value > 700_000 || !/[,.kK ]/.test(line.slice(start, end))) return false;
  const rest = after(found, line);
  const lead = line.slice(Math.max(0, start - 12), start);
  if (start === 0) return besideOffer.test(rest);
  return /(?:[|[]| --?) ?(?:up to |from )?$/i.test(lead) && /^ ?(?:$|[|\],+&(]|and |plus |base|OTE)/i.test(rest);
}

/** The text after an amount; the "+" of "$130k+ benefits" belongs to it too. */
function after({ end }: PayFound, line: string): string {
  const from = line[end - 1] === '+' ? end - 1 : end;
  return line.slice(from, from + 30);
}

/** The score of the form: ranges, periods and amounts of the size of yearly pay are likely pay. */
export function shapeScore(found: PayFound, line: string): number {
  const isSegment = isOwnSegment(found, line);
  return (
    (isYearlyRange(found) ? 1 : 0) +
    (found.range ? 0.25 : 0) +
    (found.per === null ? 0 : 1) +
    (isSegment || isPlainRange(found, line) ? 1.5 : 0) +
    (isSegment && besideOffer.test(after(found, line)) ? 1 : 0)
  );
}

/** Whether an amount has a period or the size of yearly pay. */
export function isWageLike({ min, max, per }: PayFound): boolean {
  return per !== null || (max ?? min ?? 0) >= 15_000;
}

/** Whether it is a range whose size only fits yearly pay. */
export function isYearlyRange({ min, max, range, moneylike }: PayFound): boolean {
  return range && (max ?? 0) >= 15_000 && (moneylike || (min ?? 0) >= 10_000);
}
