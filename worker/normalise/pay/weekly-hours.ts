import type { Salary } from '../../../shared/search/job.js';
import { type JobType, payPeriods } from '../../../shared/words/words.js';
import { readStems } from '../classify/description-stems.js';
import { yearlyPay } from './resolve-pay.js';

/** The weekly hours stated in a posting; `null` = that end is not stated ("up to 25", "from 10"). */
export type WeeklyHours = { min: number | null; max: number | null };

/** From this many weekly hours, pay counts as full-time pay. */
const fullTimeFrom = 30;

/** Weekly hours of full-time work, as used for yearly pay. */
const fullHours = payPeriods.hour / payPeriods.week;

/** Fewer weekly hours belong to a meeting or a course, not to a job. */
const leastHours = 4;

/** Characters read around hours to find their meaning. */
const around = 100;

const number = '\\d{1,2}(?:[.,]\\d{1,2})?';
const week =
  '(?:work ?)?weeks?|wk|woche|semaine|sem|semana|settimana|vecka|veckan|uge|ugen|tydzień|weekly|wöchentlich|hebdomadaires?|semanales|semanais|settimanali';
const hoursAWeek = new RegExp(
  `(?<![\\d.,$€£:/])(?<low>${number})(?: ?h)? ?(?:(?:-|–|to|bis|à|a|tot|und|or) ?(?<high>${number}))? ?(?<plus>\\+|or more)?[ -]?(?:hours?|hrs?|h|std|stunden|heures?|horas?|ore|uur|uren|timmar|timer|godzin)\\.?(?: of (?:work|availability))? ?(?:\\/|per|a|an|each|every|pro|in der|par|por|a la|alla|al|i|om|-)? ?(?:${week})(?!\\p{L})`,
  'giu',
);
const labelled = new RegExp(
  `(?<!\\p{L})(?:weekly hours|hours (?:per|a|\\/) week|hours\\/week|wochenarbeitszeit|wochenstunden|(?:std\\.?|stunden) ?(?:pro|\\/) ?woche|wöchentlich) ?:? ?(?<low>${number})(?: ?(?:-|–|to|bis) ?(?<high>${number}))?(?<plus>\\+)?(?![\\d.,%:])`,
  'giu',
);
/** "(20h)", "20 Std.": bare hours, which in the title of a part-time job are weekly. */
const hoursAlone = new RegExp(
  `(?<![\\d.,$€£:/])(?<low>${number})(?: ?h)?(?: ?(?:-|–|to|bis|à|/) ?(?<high>${number}))?(?<plus>\\+)?[ -]?(?:hours?|hrs?|h|std|stunden|uur|heures)\\.?(?![\\p{L}/]| ?(?:shifts?|nights?|days?|per)(?!\\p{L}))`,
  'giu',
);

/** Hours that are not those of the job: conditions of benefits, leave, overtime, a part of the work. */
const ofAnother =
  /benefit|eligib|insur|accru|vacation|holiday|(?<!\p{L})pto(?!\p{L})|leave|overtime|if (?:you )?work|who work|more than|less than|fewer than|training|learning|meeting|travel|volunteer|urlaub|anspruch|on[- ]call|24 ?\/ ?7|spend/iu;
/** Words in sentences about the hours of the job. */
const ofJob =
  /part[- ]?time|teilzeit|temps partiel|tiempo parcial|deeltijd|hours ?:|schedule|position|(?<!\p{L})role|(?<!\p{L})job|contract|commitment|availab|arbeitszeit|stelle|poste|werkstudent|student/iu;
const upTo = /(?:up to|maximum(?: of)?|max\.?|bis zu|höchstens|jusqu'à|hasta|at most) ?$/i;
const atLeast = /(?:at least|minimum(?: of)?|min\.?|mindestens|au moins|from|ab) ?$/i;

/** The texts of a posting that state hours. `fields`: its pay and contract types in the source's words. */
export type HoursInput = { title: string; fields: readonly string[]; description: string; jobType: JobType | null };

/**
 * The weekly hours of a job below `fullTimeFrom`, from its title, fields or description; `null` = none stated, more, or
 * several that differ.
 */
export function readWeeklyHours({ title, fields, description, jobType }: HoursInput): WeeklyHours | null {
  const isPartTime = jobType === 'part time';
  for (const text of [title, ...fields]) {
    const [stated] = [...hoursIn(text, [hoursAWeek, labelled]), ...(isPartTime ? hoursIn(text, [hoursAlone]) : [])];
    if (stated !== undefined) return partOf(stated.hours);
  }
  if (jobType === 'full time') return null;
  const lines = linesAboutWeeks(description);
  const statedHours = [hoursAWeek, labelled]
    .flatMap((pattern) => lines.flatMap((line) => hoursIn(line, [pattern])))
    .filter(({ sentence }) => !ofAnother.test(sentence) && (isPartTime || ofJob.test(sentence)));
  const [first] = statedHours;
  if (first === undefined || statedHours.some(({ hours }) => hours.max !== first.hours.max)) return null;
  return partOf(first.hours);
}

const partOf = (hours: WeeklyHours): WeeklyHours | null =>
  hours.max !== null && hours.max < fullTimeFrom && hours.max >= leastHours ? hours : null;

/** The lines of a description with a digit and a word for a week, in lower case; hours never span two lines. */
function linesAboutWeeks(description: string): string[] {
  const { lower, hits } = readStems(description);
  const lines: string[] = [];
  let end = -1;
  for (const at of hits.hours) {
    if (at < end) continue;
    const next = lower.indexOf('\n', at + 1);
    end = next < 0 ? lower.length : next;
    const line = lower.slice(lower.lastIndexOf('\n', at) + 1, end);
    if (/\d/.test(line)) lines.push(line);
  }
  return lines;
}

/** All hours stated in a text, each with the sentence around it. */
function hoursIn(text: string, patterns: readonly RegExp[]): { hours: WeeklyHours; sentence: string }[] {
  return patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), (match) => {
      const end = match.index + match[0].length;
      const before = lastPart(text.slice(Math.max(0, match.index - around), match.index));
      const [after = ''] = text.slice(end, end + around).split(sentenceEnd, 1);
      return { hours: asHours(match, before), sentence: before + match[0] + after };
    }),
  );
}

const sentenceEnd = /[.!?](?= )|[\n•|]/;

const lastPart = (text: string): string => text.split(sentenceEnd).at(-1) ?? '';

function asHours({ groups }: RegExpMatchArray, before: string): WeeklyHours {
  const { low, high, plus } = groups ?? {};
  const first = Number(low?.replace(',', '.'));
  if (high !== undefined) return { min: first, max: Number(high.replace(',', '.')) };
  if (plus !== undefined || atLeast.test(before)) return { min: first, max: null };
  return upTo.test(before) ? { min: null, max: first } : { min: first, max: first };
}

/** Marks pay as stated for full-time work although the job is part time. */
const proRata = /pro[ -]?rat(?:a|ed)(?![a-z])|zeitanteilig|anteilig(?:es)? gehalt/i;
/** "0.6 FTE", "FTE: 0.6", "60 % FTE": the fraction of full-time work. */
const partOfFull =
  /(?<![\d.,])(?:(0?[.,]\d{1,2})|(\d{2}) ?%) ?(?:fte|wte)(?!\p{L})|(?<!\p{L})(?:fte|wte) ?:? ?(0?[.,]\d{1,2})(?!\d)/iu;

/** On-call work, for which no yearly pay can be computed. */
const onCall =
  /(?<!\p{L})(?:bank (?:contract|basis|staff|nurse|worker|role|position|shifts?)|zero[ -]?hours?|as and when|per diem|casual (?:contract|basis|role|position|shifts?)|auf abruf|(?:oproep|nul ?uren)(?:kracht|contract|basis)|contrat de vacation|vacataire)(?!\p{L})/iu;

/** Longer texts are descriptions, in which only the line with the pay counts. */
const fieldAtMost = 200;

/** The words of a posting which say that its pay is pro rata; `null` = none. */
function proRataWords({ min, max }: Salary, texts: readonly string[]): string | null {
  const amount = String(max ?? min ?? '');
  for (const text of texts) {
    if (!proRata.test(text)) continue;
    const hasAmount = (line: string): boolean => line.replace(/[,.\s](?=\d{3})/g, '').includes(amount);
    const line = text.split('\n').find((each) => proRata.test(each) && (text.length <= fieldAtMost || hasAmount(each)));
    if (line !== undefined) return line;
  }
  return null;
}

/** Pro rata pay, with yearly pay for the job's fraction of full-time work; `null` if that is not stated. */
function payPart(salary: Salary, { words, hours }: { words: string; hours: WeeklyHours | null }): Salary {
  const [, share, percent, other] = partOfFull.exec(words) ?? [];
  const part = percent === undefined ? Number((share ?? other ?? '0').replace(',', '.')) : Number(percent) / 100;
  const parts = part > 0 ? { min: part, max: part } : { min: partOf(hours?.min), max: partOf(hours?.max) };
  const end = (amount: number | null | undefined, by: number | null): number | null =>
    amount === null || amount === undefined || by === null ? null : Math.round(amount * by);
  const yearly = { min: end(salary.yearly?.min, parts.min ?? parts.max), max: end(salary.yearly?.max, parts.max) };
  return { ...salary, proRata: true, yearly: yearly.min === null && yearly.max === null ? null : yearly };

  function partOf(count: number | null | undefined): number | null {
    return count === null || count === undefined ? null : count / fullHours;
  }
}

/** Periods for which part-time work lowers the yearly pay. */
const isByTime = ({ per }: Salary): boolean => per === 'hour' || per === 'day';

/**
 * Pay with the yearly pay for the job's hours. `isGuessed`: hourly or daily pay of a part-time job with unknown hours,
 * whose yearly pay is for full-time work. `texts`: they may state that pay is pro rata, or that work is on call, which
 * has no yearly pay.
 */
export function payForHours(
  salary: Salary,
  { hours, jobType, texts }: { hours: WeeklyHours | null; jobType: JobType | null; texts: readonly string[] },
): { salary: Salary; isGuessed: boolean } {
  const words = proRataWords(salary, texts);
  if (words !== null && !isByTime(salary)) return { salary: payPart(salary, { words, hours }), isGuessed: false };
  if (salary.yearly === null || !isByTime(salary)) return { salary, isGuessed: false };
  if (hours === null && onCall.test(texts.join('\n'))) return { salary: { ...salary, yearly: null }, isGuessed: false };
  if (hours === null) return { salary, isGuessed: jobType === 'part time' };
  const min = hours.min === null ? null : (yearlyPay(salary, hours.min)?.min ?? null);
  const max = hours.max === null ? null : (yearlyPay(salary, hours.max)?.max ?? null);
  const yearly = min === null && max === null ? null : { min, max };
  return { salary: { ...salary, yearly }, isGuessed: false };
}
