import { parse as parseText } from 'chrono-node';

/** A moment and how exactly it was told. */
export type Instant = { at: string; precision: 'instant' | 'day' };

const dayMs = 86_400_000;

/** Earlier than any live posting; what looks older is a placeholder such as 1970-01-01. */
const earliest = Date.UTC(2000, 0, 1);

/** Relative words of the boards' languages: a count and a unit, or a word that stands for both. */
const units: readonly { unit: RegExp; ms: number }[] = [
  { unit: /^(?:s|sec\w*|sekund\w*|segund\w*)$/iu, ms: 1000 },
  { unit: /^(?:min\w*|m)$/iu, ms: 60_000 },
  { unit: /^(?:h|hr|hrs|hour\w*|stunden?|heures?|horas?|uur|uren|or[ae]|godzin\w*)$/iu, ms: 3_600_000 },
  { unit: /^(?:d|days?|tag\w*|jours?|días?|dias?|dag\w*|giorn[oi]|dni|dzień)$/iu, ms: dayMs },
  { unit: /^(?:w|wk|wks|weeks?|wochen?|semaines?|semanas?|weken|settiman[ae]|tygod\w*|tydzień)$/iu, ms: 7 * dayMs },
  { unit: /^(?:mo|mos|months?|monat\w*|mois|mes(?:es)?|mês|maand\w*|mes[ei]|miesi\w*)$/iu, ms: 30 * dayMs },
];

const today = /^(?:just (?:posted|now)|now|new|today|posted today|heute|gerade eben|aujourd['’]hui|hoy|vandaag|hoje|oggi|dzisiaj|dziś)$/iu;
const yesterday = /^(?:posted )?(?:yesterday|gestern|hier|ayer|gisteren|ontem|ieri|wczoraj)$/iu;
const relative =
  /^(?:posted|veröffentlicht|publié\w*|publicado|geplaatst|pubblicato)?\s*(?:vor|il y a|hace|há|ha|fa|over|more than|about|etwa)?\s*(\d{1,3}|an?|one|eine?[mnr]?|une?|un[ao]?)\s*\+?\s*([\p{L}]+)\.?\s*\+?\s*(?:ago|geleden|atrás|fa|temu|old)?$/iu;

/**
 * Reads when a posting was made: ISO 8601, RFC 822, epochs in seconds or milliseconds, relative text. `null` when it
 * says nothing, lies before 2000, or more than two days ahead of `now` (unless `future` is meant, as for a deadline).
 */
export function readInstant(
  stated: string | number | null,
  now: Date,
  { future = false }: { future?: boolean } = {},
): Instant | null {
  if (stated === null) return null;
  const read = typeof stated === 'number' ? epoch(stated) : fromText(stated.trim(), now);
  if (read === null || Number.isNaN(read.at)) return null;
  const latest = now.getTime() + (future ? 3650 : 2) * dayMs;
  if (read.at < earliest || read.at > latest) return null;
  return { at: new Date(read.at).toISOString(), precision: read.precision };
}

type Read = { at: number; precision: Instant['precision'] };

function epoch(value: number): Read {
  return { at: value < 100_000_000_000 ? value * 1000 : value, precision: 'instant' };
}

const startOfDay = (at: number): number => at - (at % dayMs);

function fromText(text: string, now: Date): Read | null {
  if (text === '') return null;
  if (/^\d{9,14}(?:\.\d+)?$/.test(text)) return epoch(Number(text));
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { at: Date.parse(`${text}T00:00:00Z`), precision: 'day' };
  const sql = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i.exec(text);
  if (sql) {
    const zone = sql[3] === undefined || /^utc$/i.test(sql[3]) ? 'Z' : sql[3].toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
    return { at: Date.parse(`${sql[1]}T${sql[2]}${zone}`), precision: 'instant' };
  }
  return fromRelative(text, now) ?? fromDate(text, now);
}

function fromRelative(text: string, now: Date): Read | null {
  if (today.test(text)) return { at: startOfDay(now.getTime()), precision: 'day' };
  if (yesterday.test(text)) return { at: startOfDay(now.getTime() - dayMs), precision: 'day' };
  const [, count = '', word = ''] = relative.exec(text) ?? [];
  const unit = units.find((each) => each.unit.test(word));
  if (unit === undefined) return null;
  const many = /^\d/.test(count) ? Number(count) : 1;
  const at = now.getTime() - many * unit.ms;
  return { at: unit.ms >= dayMs ? startOfDay(at) : at, precision: unit.ms >= dayMs ? 'day' : 'instant' };
}

/** Numeric dates by what they can only be; named months and RFC 822 by chrono. An ambiguous 03/04/2026 says nothing. */
function fromDate(text: string, now: Date): Read | null {
  const numeric = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text);
  if (numeric) {
    const [, one = '', mark = '', two = '', year = ''] = numeric;
    const dayFirst = mark === '.' || Number(one) > 12;
    if (!dayFirst && Number(two) <= 12 && one !== two) return null;
    const [day, month] = dayFirst ? [one, two] : [two, one];
    return { at: Date.UTC(Number(year), Number(month) - 1, Number(day)), precision: 'day' };
  }
  const [found] = parseText(text, { instant: now, timezone: 'UTC' });
  if (found === undefined || found.text.length < text.length / 2 || !found.start.isCertain('day')) return null;
  const exact = found.start.isCertain('hour');
  const at = found.start.date().getTime();
  return { at: exact ? at : startOfDay(at), precision: exact ? 'instant' : 'day' };
}
