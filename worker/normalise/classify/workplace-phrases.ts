import type { Workplace } from '../../../shared/words/words.js';
import { patternOf } from '../languages/read-table.js';
import { anyWord } from './fold-for-matching.js';
import { range } from './workplace-words.js';

const sentence = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patternOf(`workplace ${name}`)})(?!\\p{L})`, 'u');

/** Labels of the workplace within a description, before a colon; the text after them is read as the field. */
export const workplaceLabel = new RegExp(
  `${anyWord(
    '(?:work|working|job|office|workplace|location|role|position)? ?(?:locations?|arrangements?|model|modality|mode|setting|environment|setup|style|policy|pattern|category)(?: type)?|workplace(?: type)?|location type|(?:work|job|position|role|employment) type|remote(?: work| status| option| type)?|work(?:ing)? from|onsite remote|where you.ll work|arbeitsmodell|arbeitsort|einsatzort|dienstort|arbeitsweise|arbeitsform|home ?office|mobiles arbeiten|remote arbeit|mode de travail|teletravail|lieu(?: de travail| du poste)?|modalidad(?: de trabajo| laboral)?|ubicacion|teletrabajo|telecommut(?:e|ing)|telework|lugar de trabajo|modelo(?: de trabalho| de trabajo)?|regime(?: de trabalho)?|local(?: de trabalho)?|modalita(?: di lavoro| lavorativa)?|sede(?: di lavoro)?|luogo di lavoro|werkplek|werklocatie|werkvorm|standplaats|thuiswerken|tryb(?: pracy)?|model pracy|miejsce pracy|praca zdalna',
  )} ?: ?(?<said>[^\\n|.;•]{2,60})`,
  'gu',
);

/**
 * A statement of a workplace: about the job, about how the work is done (work from home and on site are parts of hybrid
 * work too), or about the entire company.
 */
export type WorkplaceStatement = {
  workplace: Workplace;
  of: 'job' | 'work' | 'company';
  words: RegExp;
  /** Further statements of the same workplace; if both match, the earlier one is the evidence. */
  other?: (text: string) => Phrase | null;
};

/** Remote work is not possible: the job is on site, unless another statement says that it is hybrid. */
export const remoteRefused = sentence('refused');

const kinds = [
  ['hybrid', 'job'],
  ['remote', 'job'],
  ['on site', 'job'],
  ['remote', 'work'],
  ['hybrid', 'work'],
  ['on site', 'work'],
  ['remote', 'company'],
] as const;

export const workplaceStatements: readonly WorkplaceStatement[] = kinds.map(([workplace, of]) => ({
  workplace,
  of,
  words: sentence(`${workplace} of ${of}`),
  ...(workplace === 'hybrid' && of === 'job' && { other: hybridDays }),
}));

/** A part of a text, and where it begins. */
export type Phrase = { at: number; phrase: string };

/** Words for a place of the employer, as a part of patterns. */
const office = patternOf('workplace office');
const home =
  '(?:remote(?:ly)?|remote work|from home|home ?office|mobile[sn]? arbeiten|mobil|teletravail|tele travail|a distance|teletrabajo|en remoto|em casa|remoto|thuis|thuiswerken|vanuit huis|smart ?working|da casa|da remoto|zdaln\\p{L}*|z domu)';
const weekly =
  '(?:(?: (?:a|per|each|every|pro|par|a la|al|por|in der|na|w)|/)? ?(?:week|wk|woche|semaine|semana|settimana|tygodniu|tydzien)|/w|(?<=x) weekly)?';

/** "2 days", "three to four Tage", "3x": number words start at a word boundary. */
const daysInText = new RegExp(
  `(?:(?=[1-4])|(?<!\\p{L}))${range} ?-?(?:days?|tagen?|tage|journees?|jours?|dias?|dagen?|giorni|giorno|dni|dzien|x)`,
  'gu',
);

/** A placeholder for a number of days. */
const sign = '\u0001';
const days = `${sign}x?`;

/** Days on site or at home, with a placeholder for the number: spelling it out here dominated compile time. */
const daysInContext = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    `(?:at least |minimum(?: of)? )?${days}${weekly}(?: of)?(?: work(?:ing)?| presence| attendance)? (?:in|at|from|on|im|vor ort|au|en|op|in het|na|no|in|working from) (?:the |our |an? |der |unserem |la |het |ons |one of our )?(?:\\p{L}+ ){0,2}${office}`,
    `${days}${weekly}(?: de presence| de travail)? (?:sur site|au bureau|au siege|en presentiel|dans nos (?:bureaux|locaux))|${home}[^.\\n]{0,40} jusqu'a ${days}`,
    `${days}${weekly} (?:on ?site|in office|in person)|(?:on ?site|in office|in person|office) (?:at least |for |a minimum of |minimum |about |around |attendance:? ){0,3}${days}`,
    `(?:in|at|from|attend|visit) (?:the|our) (?:\\p{L}+ ){0,2}${office} (?:at least |for |a minimum of |minimum |about |around ){0,3}${days}`,
    `${days}${weekly}(?: de| of| im| di| in| en| da| van| na| w| pracy| a la semana| por semana| auf| work| working)? ?${home}`,
    `${home}(?: is| ist| work| work is| :)?(?: ?:)?(?: up to| at least| an| a| bis zu| jusqu'a| hasta| tot| do| ate| fino a){0,3} ?${days}`,
  ].join('|')})(?!\\p{L})`,
  'u',
);

/** The position at which a text, as `foldForMatching` writes it, states the days per week on site or at home. */
export function hybridDays(text: string): Phrase | null {
  const cuts: { at: number; cut: number }[] = [];
  let before = 0;
  const short = text.replace(daysInText, (found: string, at: number) => {
    const written = found.endsWith('x') ? `${sign}x` : sign;
    cuts.push({ at: at - before, cut: found.length - written.length });
    before += found.length - written.length;
    return written;
  });
  if (cuts.length === 0) return null;
  const found = daysInContext.exec(short);
  if (found === null) return null;
  const original = (index: number): number => cuts.reduce((sum, { at, cut }) => (at < index ? sum + cut : sum), index);
  const at = original(found.index);
  return { at, phrase: text.slice(at, original(found.index + found[0].length)) };
}
