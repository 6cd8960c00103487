import { patternOf } from '../languages/read-table.js';
import { anyWord } from './fold-for-matching.js';
import { type Engagement, engagements } from './job-type-words.js';

const noun =
  '(?:role|position|job|opportunity|opening|vacancy|contract|internship|placement|apprenticeship|traineeship|post|assignment|engagement|gig|appointment|employment)';
const few = "(?:[\\p{L}\\p{N}'%/+&-]+,? ){0,6}?";
/** Words of one noun phrase. */
const attributes = patternOf('phrase attributes');

/** Sentences of a description about the job's own engagement; the group `said` is read like a field or a title. `needs`: what every match contains. */
export const phraseMarks: readonly { mark: RegExp; reads: 'field' | 'title'; needs?: RegExp }[] = [
  // A sentence, line or part of a line of nothing else: "Full-time, permanent.", "Part-time (about 20 hours per week)"
  {
    mark: new RegExp(
      `(?<=^|\\n)[-*•· ]*(?<said>(?:${anyWord(`${patternOf('phrase alone')}|remote|hybrid|on ?site|exempt|non exempt|salaried|hourly|w2|direct|regular|paid`)}[ ,/.|&+()·•-]*)+)(?:(?:approximately|approx\\.?|about|around|ca\\.?|up to|~) ?)?(?:\\p{N}+(?:[.,]\\p{N})?(?: ?(?:-|to)? ?\\p{N}+)? ?\\+? ?(?:hours|hrs|h|std|stunden|uur|heures|horas|months?|monate|mois|mesi|maanden|years?)[^\\n]{0,50})?(?=\\n|$)`,
      'gu',
    ),
    reads: 'field',
  },
  // The same with a further word: "CDI - Temps plein - Paris", "Maternity cover until June"
  {
    mark: /(?<=^|\n)[-*• ]*(?<said>(?:full time|part time|fulltime|parttime|vollzeit|teilzeit|cdi|cdd)(?= - [^\n]{1,40}(?:\n|$))|(?:정규직|계약직)(?= ?\()|(?:maternity|paternity|parental)(?: leave)? cover(?=[^\n]{0,40}(?:\n|$)))/gu,
    reads: 'field',
  },
  {
    mark: new RegExp(
      `${patternOf('phrase labels')} ?(?:: ?| - )-? ?(?<said>(?:[^\\n|.;•]|(?<=\\p{N})\\.(?=\\p{N})){2,80})`,
      'gu',
    ),
    reads: 'field',
    needs: /:| - /,
  },
  {
    mark: new RegExp(
      `(?<!\\p{L})(?:this|it)(?: ${noun})?(?:'s| is)(?: currently| initially)? (?:for )?(?:an? |our )?(?<said>${few}${noun})(?!\\p{L})`,
      'gu',
    ),
    reads: 'title',
  },
  {
    mark: new RegExp(
      `(?<!\\p{L})(?<!(?:for|of|in|to|with|on|at|from) )(?:the|this|our) ${attributes}(?:role|position|job|post|vacancy|opportunity|contract) (?:is|will be) (?<said>(?!responsible|part of|accountable|expected|required|designed|critical|ideal|key|to |about|focused|perfect|suited|eligible|located|reporting)(?:an? )?(?:[\\p{L}\\p{N}'/-]+,? ?){1,5})`,
      'gu',
    ),
    reads: 'title',
  },
  {
    mark: /(?<!\p{L})(?<!(?:any|some|every)(?:one|body) |those |people |someone |you're |you are |if you're )(?:hiring|looking for|seeking|recruiting|searching for|in search of|we need|suchen|recherchons|recrutons|buscamos|zoeken|cerchiamo|procuramos|szukamy|poszukujemy)(?: (?:for|an?|eine[n]?|une?|una?|een|um|uma|nowego|immediately))* (?<said>(?:(?!(?:with|to|who|that|as|for|from|whose)(?!\p{L}))[\p{L}\p{N}'/-]+ ?){1,6})/gu,
    reads: 'title',
  },
];

/** Phrases that are about the job itself wherever they are. */
export const engagementPhrases: readonly { engagement: Engagement; phrase: RegExp }[] = engagements.map(
  (engagement) => ({
    engagement,
    phrase: new RegExp(patternOf(`phrase ${engagement}`), 'u'),
  }),
);
