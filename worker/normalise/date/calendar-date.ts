/** A calendar date that exists; `day` is `null` if only a month is named. */
export type CalendarDate = { year: number; month: number; day: number | null };

/** The first letters of month names in the languages of the boards, without accents, from January. */
const monthNames: RegExp[] = [
  /^(?:jan|janvier|enero|ene|gennaio|gen|styczen|stycznia|sty)/,
  /^(?:feb|fev|febr|luty|lutego|lut)/,
  /^(?:mar(?!e)|maerz|mrt|maart|marzec|marca|mrz)/,
  /^(?:apr|avr|abr|kwi)/,
  /^(?:may|mai|mei|maj|mayo|maio|mag)/,
  /^(?:jun|juin|giu|cze)/,
  /^(?:jul|juil|lug|lip)/,
  /^(?:aug|aou|ago|sie)/,
  /^(?:sep|set|wrz)/,
  /^(?:oct|okt|out|ott|paz)/,
  /^(?:nov|lis)/,
  /^(?:dec|dez|dic|gru)/,
];

/** The number of a month by its full or abbreviated name in lower case; 0 for any other word. */
export const monthNamed = (name: string): number => monthNames.findIndex((names) => names.test(plain(name))) + 1;

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ź/g, 'z');

/**
 * Weekday names in the languages of the boards, in full or abbreviated; any other word before a date changes its
 * meaning.
 */
const weekday =
  '(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?|mo|di|mi|do|fr|sa|so|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|lun|mar|mer|jeu|ven|sam|dim|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|mie|miercoles|jue|jueves|vie|viernes|sab|sabado|domingo|dom|ma|wo|woe|don|vr|vrij|za|zat|zo|zon|(?:maan|dins|woens|donder|vrij|zater|zon)dag|seg|ter|qua|qui|sex|(?:segunda|terca|quarta|quinta|sexta)(?:-feira)?|gio|(?:lune|marte|mercole|giove|vener)di|sabato|domenica|pon|wt|sr|czw|pt|sob|niedz|poniedzialek|wtorek|sroda|czwartek|piatek|sobota|niedziela)';
const dayFirst = new RegExp(
  `^(?:${weekday}\\.?,? )?(\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?[ -](?:de |of )?(\\p{L}{3,12})\\.?(?:[ ,-]+(?:de |del )?(\\d{4}|\\d{2}(?!.)))?$`,
  'u',
);
const monthFirst = new RegExp(
  `^(?:${weekday}\\.?,? )?(\\p{L}{3,12})\\.?[ -](\\d{1,2})(?:st|nd|rd|th)?(?:,? +(\\d{4}))?$`,
  'u',
);
const dayAndMonth = /^(\d{1,2})\. ?(\d{1,2})\.?$/;
const monthOnly = /^(\p{L}{3,12})\.? (?:de )?(\d{4})$/u;
const yearFirst = /^(\d{4})[-/.年] ?(\d{1,2})[-/.月] ?(\d{1,2})[.日]?(?:z|[+-]\d{2}:?\d{2})?$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const numeric = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})$/;

/** The context of a date: in the future (a deadline), a day without a year is the next such day, not the last. */
export type DateContext = { now: Date; country: string | null; future: boolean };

/** Countries that write the month before the day. */
const monthFirstCountries = new Set(['US', 'PH', 'PR', 'GU']);

/**
 * Reads a written date: month names in eight languages, `18.11.2026`, `11/18/2026`, `20261118`, `2026-11`. A date
 * without a year is the nearest such day. "03/04/2026" is read as the country writes it; without a country, only if the
 * other reading is after `now` or the same day. `null` for anything else and for days that do not exist.
 */
export function readCalendarDate(lowered: string, context: DateContext): CalendarDate | null {
  const iso = yearFirst.exec(lowered) ?? compact.exec(lowered);
  if (iso !== null) return existing(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const month = /^(\d{4})-(\d{2})$/.exec(lowered);
  if (month !== null) return existing(Number(month[1]), Number(month[2]), null);
  const short = dayAndMonth.exec(lowered);
  if (short !== null) return nearest({ month: Number(short[2]), day: Number(short[1]) }, context);
  return readNumeric(lowered, context) ?? readNamed(plain(lowered), context);
}

function readNumeric(text: string, { now, country, future }: DateContext): CalendarDate | null {
  const match = numeric.exec(text);
  if (match === null) return null;
  const [, one = '', mark, two = '', written = ''] = match;
  const year = written.length === 2 ? 2000 + Number(written) : Number(written);
  const european = existing(year, Number(two), Number(one));
  const american = mark === '.' ? null : existing(year, Number(one), Number(two));
  if (european === null || american === null) return european ?? american;
  if (one === two) return european;
  if (country !== null) return monthFirstCountries.has(country) ? american : european;
  if (future) return null;
  const past = [european, american].filter((date) => dayNumber(date) <= dayNumber(dateOf(now)));
  return past.length === 1 ? (past[0] ?? null) : null;
}

function readNamed(text: string, context: DateContext): CalendarDate | null {
  const first = dayFirst.exec(text);
  if (first !== null) return named({ name: first[2], day: Number(first[1]), year: first[3] }, context);
  const second = monthFirst.exec(text);
  if (second !== null && Number(second[2]) <= 31)
    return named({ name: second[1], day: Number(second[2]), year: second[3] }, context);
  const only = monthOnly.exec(text);
  return only === null ? null : named({ name: only[1], day: null, year: only[2] }, context);
}

function named(
  { name, day, year }: { name: string | undefined; day: number | null; year: string | undefined },
  context: DateContext,
): CalendarDate | null {
  const month = monthNamed(name ?? '');
  if (month === 0) return null;
  if (year === undefined) return nearest({ month, day }, context);
  return existing(year.length === 2 ? 2000 + Number(year) : Number(year), month, day);
}

/** The date of a day without a year: the last such day, or for a deadline the next. */
function nearest(
  { month, day }: { month: number; day: number | null },
  { now, future }: DateContext,
): CalendarDate | null {
  const today = dateOf(now);
  const thisYear = existing(today.year, month, day);
  if (future)
    return thisYear !== null && dayNumber(thisYear) >= dayNumber(today)
      ? thisYear
      : existing(today.year + 1, month, day);
  if (thisYear !== null && dayNumber(thisYear) <= dayNumber(today) + 2) return thisYear;
  return existing(today.year - 1, month, day);
}

const dateOf = (at: Date): CalendarDate => ({
  year: at.getUTCFullYear(),
  month: at.getUTCMonth() + 1,
  day: at.getUTCDate(),
});

const dayNumber = ({ year, month, day }: CalendarDate): number => (year * 12 + month) * 31 + (day ?? 1);

function existing(year: number, month: number, day: number | null): CalendarDate | null {
  const at = new Date(Date.UTC(year, month - 1, day ?? 1));
  const same = at.getUTCMonth() === month - 1 && at.getUTCFullYear() === year;
  return same && month >= 1 && month <= 12 ? { year, month, day } : null;
}
