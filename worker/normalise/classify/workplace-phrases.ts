import type { Workplace } from '../../../shared/words/words.js';
import { patternOf } from '../languages/read-table.js';
import { anyWord } from './fold-for-matching.js';
import { hybridDays, type Phrase } from './workplace-days.js';

const sentence = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${patternOf(`workplace ${name}`)})(?!\\p{L})`, 'u');

/** Labels of the field within a description, before a colon; the text after them is read as the field. */
export const workplaceLabel = new RegExp(
  `${anyWord(
    '(?:work|working|job|office|workplace|location|role|position)? ?(?:locations?|arrangements?|model|modality|mode|setting|environment|setup|style|policy|pattern|category)(?: type)?|workplace(?: type)?|location type|(?:work|job|position|role|employment) type|remote(?: work| status| option| type)?|work(?:ing)? from|onsite remote|where you.ll work|arbeitsmodell|arbeitsort|einsatzort|dienstort|arbeitsweise|arbeitsform|home ?office|mobiles arbeiten|remote arbeit|mode de travail|teletravail|lieu(?: de travail| du poste)?|modalidad(?: de trabajo| laboral)?|ubicacion|teletrabajo|telecommut(?:e|ing)|telework|lugar de trabajo|modelo(?: de trabalho| de trabajo)?|regime(?: de trabalho)?|local(?: de trabalho)?|modalita(?: di lavoro| lavorativa)?|sede(?: di lavoro)?|luogo di lavoro|werkplek|werklocatie|werkvorm|standplaats|thuiswerken|tryb(?: pracy)?|model pracy|miejsce pracy|praca zdalna',
  )} ?: ?(?<said>[^\\n|.;•]{2,60})`,
  'gu',
);

/**
 * A statement of a workplace: about the job, about how the work is done (work from home and on site are parts of hybrid work
 * too), or about the whole company.
 */
export type WorkplaceStatement = {
  workplace: Workplace;
  of: 'job' | 'work' | 'company';
  words: RegExp;
  /** Other statements of the same; where both are found, the earlier one is the evidence. */
  other?: (text: string) => Phrase | null;
};

/** Remote work is not possible: the job is on site, unless something says that it is hybrid. */
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
