import type { PayPeriod } from '../../../shared/words/words.js';
import { readOnce } from '../text/read-once.js';

/** Units after "per", "/", "a", "pro", "par", "al" …, in the languages of postings. */
const units: Record<PayPeriod, string> = {
  hour: 'hours?|hrs?|h|stunde|std|heure|hora|ora|uur|u|tunti|tunnissa|ώρα|год(?:ину)?|giờ|godz(?:in[aęy])?|hod(?:in[auy]|\\.)?|óra|小时|時(?!間)|tim(?:me|men|e|en|ar|er)?|час|saat|jam|時間|시간',
  day: 'days?|d|tag|jour|j|d[íi]a|giorno|dag|dzień|(?<!kr\\.? ?/ ?)md(?!\\.)|man-?day|день|日|天',
  week: 'weeks?|wk|w|woche|semaine|semana|settimana|tydzień|vecka|veckan|uken?|ugen?|недел[юя]|周',
  month:
    'months?|mos?|mon|mth|m|monat|mois|m[eê]s|mese|maand|mnd|mies(?:iąc)?|mc|msc|månad(?:en)?|mån|måned(?:en)?|md\\.|(?<=kr\\.? ?/ ?)md|měsíc|měs|hó(?:nap)?|lun[ăa]|mesiac|mes\\.|kk|kuukau(?:si|dessa)|месяц|мес|міс(?:яць)?|месец|μήνα|bulan|bln|ay|tháng|เดือน|月|월|m[ēė]n\\.?',
  year: 'years?|yrs?|y|annum|a|jahr|ann[ée]e|an|a[ñn]o|anno|jaar|jr|rok|året?|год|рік|yıl|vuosi|vuodessa|an(?:io|ul)|năm|ปี|年|년',
};

/** Words that name the period by themselves. */
const adverbs: Record<PayPeriod, string> = {
  hour: 'hourly|tunnissa|stündlich|horaires?|p\\.h\\.|ph',
  day: 'tagessatz|day rate|dagtarief|stawka dzienna|daily|täglich|journaliers?|dziennie|diarios?|p\\.d\\.|pd',
  week: 'weekly|wöchentlich|hebdomadaires?|semanal(?:es)?|tygodniowo|p\\.w\\.|pw',
  month:
    'monthly|monatlich|μηνιαίως|شهري[اً]*|mensuel(?:le)?s?|mensual(?:es)?|mensal|mensais|mensil[ei]|maandelijks|miesięcznie|mies\\.|měsíčně|mesačne|lunar|månedlig|aylık|ежемесячно|щомісяця|ต่อเดือน|månatligen|kuukaudessa|mtl\\.?|monatl\\.?|mese[čc]no|havonta|kuus|monatsbrutto|mjese[čc]no|pcm|p\\.m\\.|pm|月薪|月給|월급|[·・x×*，,] ?1\\d ?薪|[x×] ?1[34](?![\\p{L}\\d ])|[x×] ?1[2-6] (?:meses|mois|mesi|mensilit\\p{L}+|months|pagas|monate)',
  year: 'annually|annualized|annual|yearly|jährlich|annuel(?:le)?s?|anual(?:es)?|anuais|annu[aoei]|annual[ei]|ral|jaarlijks|årligt?|jahresbrutto|rocznie|ročně|p\\. ?a\\.?|p\\.a|pa|lpa|b/a|年薪|年収|연봉',
};

/** Nouns and adjectives before an amount that name its period. */
const leads: Record<PayPeriod, string> = {
  hour: 'hourly|horaire(?= (?:brut )?de )|\\p{L}*stundenlohn|stündlich\\p{L}*|\\p{L}*stundensatz|taux horaire|salaire horaire|uurloon|uurtarief|timel[øö]nn?|stawka godzinowa|por hora|paga oraria|valor(?: da)? hora|precio hora|timlön|tuntipalkka|时薪|時給|時薪|시급',
  day: 'day rate|daily|tagessatz|tjm|dagtarief|stawka dzienna|tarif journalier|taux journalier|日給|日薪|日当',
  week: 'weekly|wochenlohn|wöchentlich\\p{L}*|semanal',
  month:
    'monthly|\\p{L}*monats\\p{L}*|monatlich\\p{L}*|mensuel\\p{L}*|mensual\\p{L}*|mensal|mensile|maandsalaris|miesięczn\\p{L}*|aylık|månadslön|månedsl[øö]nn?|kuukausipalkka|月収|基本給|底薪|月给|月(?= ?$)|(?<!\\d)월(?= ?$)|月給|月薪|월급',
  year: 'annual(?:ized)?|annually|yearly|p\\.a\\.|\\p{L}*jahres\\p{L}*|jährliche?s?|annuel\\p{L}*|anual|annu[ao]|ral|ctc|roczn\\p{L}*|jaarsalaris|yıllık|årslön|årsl[øö]nn?|vuosipalkka|年俸|年収|年薪|연봉',
};

const periods = Object.keys(units) as PayPeriod[];
const named = (words: Record<PayPeriod, string>): string =>
  periods.map((period) => `(?<${period}>${words[period]})`).join('|');

/** Nouns after such a word which show that it does not describe the amount. */
const otherNoun =
  '(?!\\p{L})(?!\\s(?:bonus|bonuses|commission|incentives?|allowance|review|reviews|stipend|profit|budget|equity|performance))';
const link =
  "/ ?|(?:p(?:er|ro|ar|or|r\\.?)|an?|each|every|om|al?|ao|na|за|на|в|po|τον|το|ανά|mỗi|pe|per|za|i|im|je|la|de la|le)[ -](?:1 )?|(?:period|frequency|interval|unit) ?[:=] ?|(?:de )?(?:all|à l|l)['’]|p/|(?<![\\p{L}])p(?=[hdwma](?!\\p{L}))|1 ";
const afterWord = new RegExp(`(?:${link})(?:${named(units)})${otherNoun}`, 'iuy');
const afterAdverb = new RegExp(`(?:${named(adverbs)})${otherNoun}`, 'iuy');
const before = new RegExp(`(?<!\\p{L})(?:${named(leads)})`, 'giu');

/** "Pay per hour: ", "Salary (per year) ": a unit before an amount counts only as part of a label. */
const perLabel = new RegExp(
  `(?:per|pro|par|por) (?:${named(units)})\\)? ?:? ?(?:(?:minimaa?l|min\\.?|minimum|between|tussen|zwischen|from|van|vanaf|von|ab|od|de|entre) )?[^\\p{L}\\d]{0,3}$`,
  'iu',
);

/** Words allowed between an amount and its period. */
const between =
  /[\s,()[\]+:*|]+|\/(?= ?(?:net|brut|gross|b2b|uop|period|frequency|interval|unit))|(?:(?:period|frequency|interval|unit)(?= ?[:=])|in thousands(?: of)?|gross|nett?o?|brutt?[oóa]s?|bruts?|brute|lord[io]|net(?:ti|os|as)|бруто|брутто|нето|нетто|l[ií]quidos?|base|basic|salary|pay|wage|fixed?|plus|super|vat|tax|b2b|uop|ote|total|ctc|fte|before|usd|cad|eur|euros?|gbp|aud|pln|us|b|pesos|reais|dollars|d[óo]lares|rupees|złotych|hrub\p{L}+|čist\p{L}+|bruttó|nettó|for|each|guaranteed|average|avg|minimum|min)(?![\p{L}\d])/iuy;

/** A period named after an amount, and the end of its words in the text. */
export type PeriodFound = { per: PayPeriod; end: number };

/** The periods of the last line, cached: an amount is checked as a single amount and as an end of a range. */
let lastRead: { text: string; found: Map<number, PeriodFound | null> } = { text: '', found: new Map() };

/** Reads the period named after an amount, from `at` on: "/hr", "brutto im Jahr", "p.a.". */
export function periodAfter(text: string, at: number): PeriodFound | null {
  if (lastRead.text !== text) lastRead = { text, found: new Map() };
  const before = lastRead.found.get(at);
  if (before !== undefined) return before;
  const found = readPeriodAfter(text, at);
  lastRead.found.set(at, found);
  return found;
}

const afterPatterns = [afterWord, afterAdverb];
const space = ' '.charCodeAt(0);

function readPeriodAfter(text: string, at: number): PeriodFound | null {
  let from = at;
  for (let step = 0; step < 12; step++) {
    // No period begins with a space.
    for (const pattern of text.charCodeAt(from) === space ? [] : afterPatterns) {
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      if (match !== null) return { per: periodOf(match), end: pattern.lastIndex };
    }
    between.lastIndex = from;
    if (!between.test(text)) return null;
    from = between.lastIndex;
  }
  return null;
}

/** Reads the period named before an amount ("Hourly rate:", "Monatsgehalt", "TJM"); the nearest one wins. */
export const periodBefore: (lead: string) => PayPeriod | null = readOnce(readPeriodBefore, { most: 1000, longest: 80 });

function readPeriodBefore(lead: string): PayPeriod | null {
  const label = perLabel.exec(lead);
  if (label !== null) return periodOf(label);
  let found: PayPeriod | null = null;
  for (const match of lead.matchAll(before)) found = periodOf(match);
  return found;
}

function periodOf(match: RegExpMatchArray): PayPeriod {
  const period = periods.find((each) => match.groups?.[each] !== undefined);
  if (period === undefined) throw new Error(`No period in "${match[0]}".`);
  return period;
}

/** Job boards' words for the unit of pay, reduced to letters: `HOUR`, `per-year-salary`, `1 YEAR`, `yearly`. */
const stated: [RegExp, PayPeriod | null][] = [
  [/bi-?week|fortnight|bi-?month|semi-?month|quarter|2 week|one-?time|once|piece|project|none|task/i, null],
  [/hour|\bhr|stunde|heure|hora\b|stündlich|godz|^h$/i, 'hour'],
  [/da(?:y|ily)|\btag|täglich|jour|d[ií]a|^d$/i, 'day'],
  [/week|woche|semain|seman|^w$/i, 'week'],
  [/month|monat|mois|mes\b|mensu|mensal|miesi|^mo?$/i, 'month'],
  [/year|annu|jahr|jährlich|\ban\b|anual|^y(?:r)?$|^p\.?a\.?$|rok|roczn/i, 'year'],
];

/** Reads a source's word for the period; `per` is `null` if the word names a period that we do not use. */
export function readPeriod(word: string | null): { said: boolean; per: PayPeriod | null } {
  const text = word?.trim() ?? '';
  const found = stated.find(([pattern]) => pattern.test(text));
  return found === undefined ? { said: false, per: null } : { said: true, per: found[1] };
}
