import type { Workplace } from '../../../shared/words/words.js';
import { anyWord } from './fold-for-matching.js';
import { hybridDays, office, type Phrase } from './workplace-days.js';

const job = '(?:role|position|job|opportunity|opening|vacancy|post|internship|contract|gig|engagement|assignment)';
const whole =
  '(?:fully|100 ?%|completely|entirely|totally|permanently|vollstandig|komplett|voll|rein|ausschliesslich|full|totalement|entierement|totalmente|completamente|integralmente|volledig|helemaal|calkowicie|w pelni|w 100 ?%)';
/** Words between "the role is" and its workplace. */
const quality =
  "(?:(?:a|an|our|full time|part time|fulltime|permanent|temporary|contract|freelance|paid|salaried|exempt|new|exciting|fantastic|great|unique|stable|long term|online|u\\.?s\\.?|uk|us|based|fully|100 ?%|completely|entirely|primarily|predominantly|mostly|mainly|currently|offered|available|open to|being|considered|designated|classified|listed|as|'|independent|contractor),? ){0,6}'?";
const weekday = '(?:mon|tues|wednes|thurs|fri)days?';
const company =
  '(?:company|team|organi[sz]ation|startup|start up|business|employer|workplace|culture|approach|environment|workforce|collective|mindset|philosophy)';
const sentence = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?!\\p{L})`, 'u');

/** Labels of the field within a description, before a colon; the text after them is read as the field. */
export const workplaceLabel = new RegExp(
  `${anyWord(
    '(?:work|working|job|office|workplace|location|role|position)? ?(?:locations?|arrangements?|model|modality|mode|setting|environment|setup|style|policy|category)(?: type)?|workplace(?: type)?|location type|(?:work|job|position|role|employment) type|remote(?: work| status| option| type)?|work(?:ing)? from|onsite remote|where you.ll work|arbeitsmodell|arbeitsort|arbeitsweise|arbeitsform|home ?office|mobiles arbeiten|remote arbeit|mode de travail|teletravail|lieu(?: de travail| du poste)?|modalidad(?: de trabajo| laboral)?|ubicacion|teletrabajo|telecommut(?:e|ing)|telework|lugar de trabajo|modelo(?: de trabalho| de trabajo)?|regime(?: de trabalho)?|local(?: de trabalho)?|modalita(?: di lavoro| lavorativa)?|sede(?: di lavoro)?|luogo di lavoro|werkplek|werklocatie|werkvorm|standplaats|thuiswerken|tryb(?: pracy)?|model pracy|miejsce pracy|praca zdalna',
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

const region =
  '(?:us|usa|u\\.s\\.|uk|eu|europe|emea|latam|apac|americas|north america|canada|mexico|brazil|argentina|colombia|chile|india|pakistan|philippines|germany|france|spain|portugal|italy|poland|romania|netherlands|ireland|united states|united kingdom|australia|new zealand|singapore|japan|israel|south africa|kenya|nigeria|egypt|worldwide|global|globally|anywhere)';

/**
 * A short line of which one part is nothing but the workplace: "Remote", "Lisbon (Hybrid)", "Fully Remote | Full-Time",
 * "Remote Germany".
 */
const line = (words: string): string =>
  `(?<=^|\\n)(?=[^\\n]{2,70}(?:\\n|$))(?:[^\\n]*?(?:[|·•(,/[] ?|[-:] |(?<!\\p{L})(?:or|and) ))?[-*•· ]*${words}(?= ?(?:$|\\n|[|·•),/\\]:(]| - |(?:or|and) |-? ?${region}(?:$|[\\n.,)/ ])|(?:in|within|from) (?:the )?${region}))|(?<=^|\\n)[-*•· ]*${words}\\.(?=\\n|$)|(?<=^|\\n)[-*•#· ]*(?:the )?${region}(?: only)?,? (?:- )?${words}(?=\\n|$)`;

/** Remote work is not possible: the job is on site, unless something says that it is hybrid. */
export const remoteRefused = sentence(
  [
    `${job} (?:is|will be) not (?:a |an )?(?:eligible for )?remote|not (?:currently )?eligible for (?:\\p{L}+ )?remote|not a remote ${job}|(?:is|are) not (?:a )?remote|not available (?:for|as) remote`,
    "(?:cannot|can not|can't|may not) be (?:done|performed|worked|carried out) remotely|(?:cannot|can not|can't|will not|won't|may not) be (?:fully )?remote|no (?:remote(?: work)?(?! teams)|wfh|work(?:ing)? from home)|(?:wfh|work(?:ing)? from home) is not|non remote",
    'remote (?:work|working|candidates?|applicants?|applications?|employment|options?|arrangements?)(?: \\p{L}+){0,3}? (?:not|unavailable|none)|remote work ?: ?(?:no|none)|remote or hybrid (?:work |working |arrangements? |options? |candidates? |applicants? )?(?:is|are|will) not',
    "(?:not able|unable) to (?:offer|accommodate|support|allow|consider) (?:\\p{L}+ )?remote|(?:do not|don't|does not|cannot|can't) (?:offer|support|allow|accommodate|provide) (?:\\p{L}+ )?remote",
  ].join('|'),
);

/** "Remote · Full-time" and "Full-time / Hybrid" within other text: the workplace and the hours that a list of facts names. */
const besideHours = (words: string): string =>
  `(?:${words}) ?[·|/•] ?(?:full|part) ?time(?!\\p{L})|(?<!\\p{L})(?:full|part) ?time ?[·|/•] ?(?:${words})`;

export const workplaceStatements: readonly WorkplaceStatement[] = [
  {
    workplace: 'hybrid',
    of: 'job',
    words: sentence(
      [
        `(?:role|position|job) (?:is|will be) eligible for (?:our |a |the )?hybrid|hybrid remote(?= in|\\n|$)|hybrid (?:remote |work |working )?${job}(?!,? (?:that )?(?:combin|blend|mix|bridg|span|between|across|of |where you (?:combine|mix)))|${job} (?:is|will be|can be) ${quality}hybrid(?! (?:of|between|mix|blend))|this is ${quality}hybrid(?= \\p{L}+ ${job}|[,.]|$)|hybrid (?:in office|office|work|working)? ?(?:schedule|basis|workweek)|in a hybrid (?:work(?:ing)? )?(?:capacity|setting|arrangement|manner|fashion|way|format|mode)|#\\p{L}{2} ?hybrid`,
        `(?:work|working) hybrid|(?:remote|remot[oa]|zdaln\\p{L}*|teletravail) (?:oder|ou|o|lub|of) (?:hybrid\\p{L}*|hibrid\\p{L}*|hybryd\\p{L}*)|(?:hybrid\\p{L}*|hibrid\\p{L}*|hybryd\\p{L}*) (?:oder|ou|o|lub|of) (?:fully )?(?:remote|remot[oa])|partly remote|partially remote|(?<![\\p{N}.,])[1-9]\\d ?% (?:remote|telecommut\\p{L}*|telework\\p{L}*|home ?office|work(?:ing)? from home|teletravail|on ?site|in office|(?:of (?:the|your|their) (?:\\p{L}+ )?time )?(?:in (?:the |our )?office|on ?site|from home))|hybrid,? (?:-|:|\\(|with|at least|\\d)`,
        `(?:office|hq|studio|on ?site) (?:\\p{L}+ ){0,3}(?:once|twice|[23] ?(?:x|times)|(?:two|three) times) (?:a|per|each|every) week|(?:once|twice|[23] ?(?:x|times)|(?:two|three) times) (?:a|per|each|every) week (?:in|from|at|on) (?:the |our )?(?:\\p{L}+ )?${office}`,
        `(?!monday ?(?:-|to|through) ?friday)(?<!(?:-|to|through|mondays? (?:and|or)) ?)${weekday}(?:,? ?(?:,|and|&|to|through|-|or) ?${weekday}){0,3},? (?:in|at|from) (?:the |our |an )?(?:\\p{L}+ )?${office}|(?:in|to|at|from) (?:the |our |an )?(?:\\p{L}+ )?${office}(?: every| each)? on ${weekday}(?:,? ?(?:,|and|&|or) ?${weekday}){0,3}|(?:in|at) (?:the |our )?${office} (?:at least |about |around |for )?(?:half|[1-9]\\d ?%) (?:of )?(?:the |your |their )?(?:time|week)`,
        line('(?:hybrid(?: work(?:ing)?| model)?|hibrid[oa]|ibrid[oa])'),
        besideHours('hybrid'),
      ].join('|'),
    ),
    other: hybridDays,
  },
  {
    workplace: 'remote',
    of: 'job',
    words: sentence(
      [
        `${whole} (?:en |in |im |am |da |em )?(?:remote(?:ly(?! distributed))?(?!,? (?:first )?${company}|-?first|\\p{L})|home ?office(?! (?:setup|set up|ausstattung|budget|moglich))|im home ?office|aus dem home ?office|teletravail|a distance|remot[oa]|en remoto|da remoto|teletrabajo|op afstand|thuis\\p{L}*|vanuit huis|zdaln\\p{L}*)`,
        `remote (?:only|${job}|arbeiten|stelle)|remote eligible ${job}|${job} is (?:remote eligible|eligible for (?:full time |fully )?remote)|home ?based ${job}|virtual (?:position|role|opportunity)|permanent(?:ly)? remote|remote,? (?:full time|part time|permanent|contract|freelance),? (?:\\p{L}+ )?${job}|(?:${job}|this) (?:is|will be|can be|may be|is open to) ${quality}(?:remote|telework|home ?based)(?!ly)(?! (?:friendly|first|until))|(?:${job}|this) (?:is|can be|may be) (?:done |performed |worked |based )?remotely|remotely join|(?:be|is) (?:based|located) remotely|(?:designated|classified) as .?(?:remote|telework)|#\\p{L}{2} ?remote`,
        line(
          '(?:fully |100 ?% |full |completely )?(?:remote(?: work| job)?|work from home|wfh|remot[oa]|trabalho remoto|trabajo remoto)',
        ),
        besideHours('remote'),
      ].join('|'),
    ),
  },
  {
    workplace: 'on site',
    of: 'job',
    words: sentence(
      [
        `(?:${job}|this) (?:is|will be|must be|is based) ${quality}(?:on ?site|in office|in person|office based|site based)(?! (?:\\p{N}|one|two|three|four|interview|or|hybrid))|(?:on ?site|in office|in person|office based) (?:${job}|only)|(?:full time|daily) (?:in office|on ?site|in person) (?:attendance|presence|work|role|position)|(?:work|${job}|this) (?:is|will be|must be) (?:performed|done|conducted|worked) (?:\\p{L}+ )?(?:on ?site|in office|in person)|based (?:fully |entirely )?on ?site(?: (?:at|in|from)|[.,]|$)|(?:fully|100 ?%|entirely|designated) (?:as )?(?:on ?site|in office|in person)|#\\p{L}{2} ?(?:on ?site|in ?office)`,
        `(?:in|at|from) (?:the|our) (?:\\p{L}+ ){0,2}${office},? (?:every day|daily|full time|five days|5 days|monday to friday|each day)|(?:five|5) days?(?: (?:a|per) week|/week)? (?:in|at|from|on) (?:the |our )?(?:\\p{L}+ )?${office}|(?:five|5) days?(?: a week| per week|/week)? (?:on ?site|in office|in person)|(?:on ?site|in office|in person),? (?:five|5) days|(?:requires?|required) (?:you )?(?:to be |being |to work )?(?:fully )?on ?site`,
        line('(?:fully |100 ?% )?(?:on ?site|in office|presencial)'),
        besideHours('on ?site|in office'),
      ].join('|'),
    ),
  },
  {
    workplace: 'remote',
    of: 'work',
    words: sentence(
      [
        "(?:you|you'll|you will|candidates?|hire|can|to|will|may)(?: \\p{L}+){0,3} (?:work(?:ing)?|based|join us|(?<=join (?:our|the|a) (?:\\p{L}+ )?)team) remotely(?! (?:\\p{N}|one|two|three|four|a few|up to|some|occasional|sometimes|when|as needed|or from|or on|and (?:on|in)))|(?:working|based|located) (?:full time )?remote(?:ly)? (?:from|within|in|out|across)|working remotely (?:for|and)|remotely from (?:anywhere|home|their|your)|work(?:ing)? (?:full time )?from (?:home|your home)(?! (?:office on|office (?:on|when|if)|(?:mon|tues|wednes|thurs|fri)days?|on|two|one|three|\\d|a few|a couple|up to|several|some|sometimes|occasionally|friendly|flexib\\p{L}*|options?|as needed|when|whenever|if|or whatever|or in|or a|day|days|policy|allowance|stipend|equipment|setup|budget|month))",
        '(?:you|candidates?) (?:can|may|could|will)(?: \\p{L}+){0,3} (?:work|located|based) (?:from )?anywhere|(?:can|may|could) (?:be )?(?:located|based|work) (?:from )?anywhere|work from anywhere(?! (?:\\p{N}|two|four|for))|primary (?:work )?(?:environment|location|place of work) is (?:from )?(?:a |your )?home|(?:work|based) (?:out )?(?:of|from) (?:their|your|a) (?:own )?home ?office(?! (?:on|when|if|some|one|two|up))',
      ].join('|'),
    ),
  },
  {
    workplace: 'hybrid',
    of: 'work',
    words: sentence(
      `hybrid (?:(?:and|&) flexible )?(?:remote )?(?:workplaces?|work|working|work(?:ing)? model|model|set ?up|arrangement|policy|pattern|environment|way of working|office)|(?:we|you|team) (?:are|operate|work|operates|works) (?:as |in |on )?(?:a )?hybrid`,
    ),
  },
  {
    workplace: 'on site',
    of: 'work',
    words: sentence(
      '(?:work|working|works) (?:fully |entirely |full time )?(?:on ?site|in person)(?: (?:at|in|from|every|five)|[.,]|$)',
    ),
  },
  {
    workplace: 'remote',
    of: 'company',
    words: sentence(
      `(?<!temporarily )remote(?: first| only)? ${company}|(?:we're|(?:we|company|team) (?:are|is|operates?|work|works)) (?:a |as a |an )?(?:fully |100 ?% |completely |proudly |entirely |all )*remote(?: first| only)?(?:,|\\.| across| but| (?!friendly)\\p{L}+ ${company}|$)|(?:fully |100 ?% )(?:remote|distributed),? (?:\\p{L}+ )?${company}|remote first(?!,? but)|(?:we're|we are|company|team is|as) (?:a |an )?(?:fully |100 ?% |globally |completely )*distributed(?: and remote)?(?:,| and remote| (?:remote )?(?:company|organi[sz]ation|startup))`,
    ),
  },
];
