import { anyOf } from '../languages/language-tables.js';
import type { PayFound } from './pay-found.js';

/** Names that make a range or an amount unambiguously pay. */
const called =
  '(?:base|basic|salary|pay|hiring|wage|hourly|compensation|remuneration|earnings|rate)(?: (?:base|basic|salary|pay|wage|hourly|compensation|cash|rate))?[ /-](?:ranges?|bands?|scales?|brackets?|salary|wage|pay|rates?|compensation)|(?:salary|wage|remuneration)';
/** The person and place of the pay, up to twelve words: "for this position in our food markets". */
const word = "[\\p{L}\\d'’()/,&.-]+";
const belonging = `(?: (?:for|in|of|at|on|within|across|to) ${word}(?: ${word}){0,11}?)?`;
const approximately =
  '(?: ?(?:currently|presently|estimated|expected|anticipated|projected|reasonably|approximately|about|around|roughly|set|listed|generally|typically|normally|from|between|to be|to range|at|of|up to|upto|max\\.?|maximum|minimum|as follows|in the range of|a|an|:))*';
const stated = new RegExp(
  `(?<![\\p{L}-])(?:${called})${belonging},?(?: (?:is|are|will be|would be|ranges?|starts?|falls?)${approximately}| (?:of|from|between)| ?:${approximately}) ?$`,
  'iu',
);

/** The same in other languages: a word for pay directly before its amount. */
const elsewhere =
  /(?<!\p{L})(?:(?:(?:brutto|netto|monats|jahres|grund|einstiegs|ziel)?gehalt(?:sspanne|srahmen)?|(?:bruto|maand|uur|jaar)?(?:salaris|loon)(?:indicatie)?|salaire|rémunération|salario|sueldo|salário|stipendio|retribuzione|wynagrodzenie)(?: (?:brut|bruto|brutto|mensuel|mensual|lordo))?)(?: (?:ligt |liegt )?(?:van|tussen|von|zwischen|entre|de|tra|da|od)(?: de)?| ?:) ?$/iu;

/** "薪资范围：", "Salari:": a word for pay of any language, before a colon. */
const labelled = new RegExp(`(?<!\\p{L})(?:${anyOf('pay')})\\p{L}{0,3} ?[:：] ?$`, 'iu');

/** Things other than pay that also have a rate or range, and words such as "for each referral". */
const beside =
  /(?<!\p{L})(?:per|each|every|bonus(?:es)?|stipends?|allowances?|reimburse\p{L}{0,6}|referrals?|price|cost|insurance|coverage|overtime|on[- ]call|not|no|equity|commission)(?!\p{L})/iu;

/** "26k basic salary". */
const statedBehind =
  /^ (?:basic|base|gross|net) (?:monthly |annual |yearly )?(?:salary|pay|wage)(?!\p{L}| (?:review|increase))/iu;

/** Maximum characters between the start of the name and its amount. */
const leadAtMost = 160;

/**
 * Whether the words directly before an amount call it pay, or a country uses its form only for pay; then words for
 * other things in the sentence do not count. `line`: of the amount, in plain signs; `from`: the start of its sentence.
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

/**
 * A form that a country uses only for pay: the text directly before or after an amount, examples with their result, and
 * the source of the form. To add a country's form, add a row; its examples are its test.
 */
export type NationalForm = {
  country: string;
  before?: RegExp;
  behind?: RegExp;
  source: string;
  examples: readonly string[];
};

export const nationalForms: readonly NationalForm[] = [
  {
    country: 'FR',
    before: /(?:^|[:;|(-]) ?(?:horaire|mensuel|annuel)(?: brut)? de ?$/iu,
    source: 'offers of the French employment service: period, amount or range, number of monthly payments a year',
    examples: [
      'Horaire de 12,10 Euros à 13,40 Euros sur 12 mois = 12.1-13.4 EUR/hour',
      'Mensuel de 1850 Euros à 2050 Euros sur 13 mois + primes = 1850-2050 EUR/month',
      'Mensuel de 2140,50 Euros, primes et mutuelle = 2140.5-2140.5 EUR/month',
      'Annuel de 27000.0 Euros à 31000.0 Euros sur 12.0 mois = 27000-31000 EUR/year',
    ],
  },
  {
    country: 'FR',
    behind: /^ ?(?:euros? )?bruts? (?:par mois )?sur 1[2-6](?:[.,]\d+)? mois(?!\p{L})/iu,
    source: 'monthly payments a year, as French offers name them behind an amount',
    examples: ['Salaire mensuel 2 300 € brut sur 13 mois, mutuelle et primes = 2300-2300 EUR/month'],
  },
  {
    country: 'AT',
    behind: /^ ?(?:brutto)?[ ,(]{0,2}(?:x ?1[45]|1[45] ?x|1[45] ?mal)(?: (?:jährlich|p\.a\.|pro jahr))?(?!\p{L}|\d)/iu,
    source: 'collective agreements of Austria: minimum pay by the month, fourteen times a year',
    examples: [
      'Mindestgehalt ab EUR 2.640 brutto/Monat (14x jährlich), Bonus und Essenszuschuss = 2640-null EUR/month',
      'Wir bieten ein Gehalt von EUR 3.150 x 14, Bonus und Zuschuss = 3150-3150 EUR/month',
    ],
  },
  {
    country: 'DE',
    behind: /^ ?(?:euro )?(?:brutto)?[ ,(x]{0,3}1[2-4] (?:gehälter|monatsgehälter)(?!\p{L})/iu,
    source: 'monthly salaries a year, as German offers name them behind an amount',
    examples: ['3.400 € brutto im Monat (13 Gehälter), Bonus möglich = 3400-3400 EUR/month'],
  },
  {
    country: 'IT',
    before: /(?:^|[^\p{L}])RAL(?: (?:di|da|fino a|tra|compresa tra))?:? ?$/u,
    source: 'retribuzione annua lorda, the gross yearly pay of Italian offers',
    examples: ['RAL 28.500 - 33.500 €, buoni pasto e premio = 28500-33500 EUR/year'],
  },
  {
    country: 'ES',
    behind: /^ ?(?:€ |euros )?(?:b\/a|brutos? (?:al año|anuales)|en 1[24] pagas)(?!\p{L})/iu,
    source: 'brutos al año and pagas, gross yearly pay and its payments in Spanish offers',
    examples: ['26.500€ - 31.000€ b/a + tarjeta restaurante = 26500-31000 EUR/year'],
  },
  {
    country: 'IN',
    before: /(?:^|[^\p{L}])CTC(?: of| up to| upto)?:? ?$/iu,
    source: 'cost to company, the yearly pay of Indian offers',
    examples: ['CTC: 7 - 9 LPA plus medical insurance = 700000-900000 INR/year'],
  },
];
