import { anyOf } from '../languages/language-tables.js';
import { nationalForms } from './national-pay.js';
import type { PayFound } from './pay-found.js';

/** What a range or an amount is called when it can only be pay. */
const called =
  '(?:base|basic|salary|pay|hiring|wage|hourly|compensation|remuneration|earnings|rate)(?: (?:base|basic|salary|pay|wage|hourly|compensation|cash|rate))?[ /-](?:ranges?|bands?|scales?|brackets?|salary|wage|pay|rates?|compensation)|(?:salary|wage|remuneration)';
/** Whose pay it is and where, up to twelve words: "for this position in our food markets". */
const word = "[\\p{L}\\d'’()/,&.-]+";
const belonging = `(?: (?:for|in|of|at|on|within|across|to) ${word}(?: ${word}){0,11}?)?`;
const approximately =
  '(?: ?(?:currently|presently|estimated|expected|anticipated|projected|reasonably|approximately|about|around|roughly|set|listed|generally|typically|normally|from|between|to be|to range|at|of|up to|upto|max\\.?|maximum|minimum|as follows|in the range of|a|an|:))*';
const stated = new RegExp(
  `(?<![\\p{L}-])(?:${called})${belonging},?(?: (?:is|are|will be|would be|ranges?|starts?|falls?)${approximately}| (?:of|from|between)| ?:${approximately}) ?$`,
  'iu',
);

/** The same in other languages: a word for pay right before its amount. */
const elsewhere =
  /(?<!\p{L})(?:(?:(?:brutto|netto|monats|jahres|grund|einstiegs|ziel)?gehalt(?:sspanne|srahmen)?|(?:bruto|maand|uur|jaar)?(?:salaris|loon)(?:indicatie)?|salaire|rémunération|salario|sueldo|salário|stipendio|retribuzione|wynagrodzenie)(?: (?:brut|bruto|brutto|mensuel|mensual|lordo))?)(?: (?:ligt |liegt )?(?:van|tussen|von|zwischen|entre|de|tra|da|od)(?: de)?| ?:) ?$/iu;

/** "薪资范围：", "Salari:": a word for pay of any language, before a colon. */
const labelled = new RegExp(`(?<!\\p{L})(?:${anyOf('pay')})\\p{L}{0,3} ?[:：] ?$`, 'iu');

/** Things next to pay that have a rate or a range too; what a range "for each referral" is. */
const beside =
  /(?<!\p{L})(?:per|each|every|bonus(?:es)?|stipends?|allowances?|reimburse\p{L}{0,6}|referrals?|price|cost|insurance|coverage|overtime|on[- ]call|not|no|equity|commission)(?!\p{L})/iu;

/** "26k basic salary". */
const statedBehind =
  /^ (?:basic|base|gross|net) (?:monthly |annual |yearly )?(?:salary|pay|wage)(?!\p{L}| (?:review|increase))/iu;

/** Characters before an amount in which its name must begin. */
const leadAtMost = 160;

/**
 * Whether the words right before an amount call it pay, or it is written in a form that a country uses for pay alone: words for
 * other things elsewhere in the sentence then say nothing of it. `line`: of the amount, in plain signs; `from`: where its sentence begins.
 */
export function isCalledPay(found: PayFound, line: string, from: number): boolean {
  if (isNationalForm(found, line) || statedBehind.test(line.slice(found.end, found.end + 40))) return true;
  const lead = line.slice(Math.max(from, found.start - leadAtMost), found.start);
  const ownWords = lead.slice(lead.search(/(?<!\D)\D*$/));
  if (elsewhere.test(ownWords) || labelled.test(ownWords)) return true;
  const name = stated.exec(ownWords);
  return name !== null && !beside.test(name[0]);
}

function isNationalForm({ start, end, marks, indian }: PayFound, line: string): boolean {
  if (marks.length === 0 && !indian) return false;
  const before = line.slice(Math.max(0, start - 40), start);
  const behind = line.slice(end, end + 40);
  return nationalForms.some((form) => form.before?.test(before) === true || form.behind?.test(behind) === true);
}
