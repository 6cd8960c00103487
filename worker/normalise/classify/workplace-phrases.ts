import type { Workplace } from '../../../shared/words/words.js';
import { anyWord } from './fold-for-matching.js';
import { anyStem } from './stem-index.js';
import { range } from './workplace-words.js';

const job = '(?:role|position|job|opportunity|opening|vacancy|post|work|internship|contract)';
const office =
  '(?:office|offices|studio|site|hq|headquarters|lab|campus|shop|plant|store|hub|buro|oficina|kantoor|biurze|bureau)';
const days = '(?: ?-?(?:days?|tagen?|tage|jours?|dias?|dagen?|giorni|giorno|dni|dzien))';
const weekly =
  '(?: (?:a|per|each|every|pro|par|a la|al|por|in der|na|w)? ?(?:week|woche|semaine|semana|settimana|tygodniu|tydzien))?';
const home =
  '(?:remote(?:ly)?|remote work|from home|home ?office|mobile[sn]? arbeiten|mobil|teletravail|tele travail|a distance|teletrabajo|en remoto|em casa|remoto|thuis|thuiswerken|vanuit huis|smart ?working|da casa|da remoto|zdaln\\p{L}*|z domu)';
const whole =
  '(?:fully|100 ?%|completely|entirely|totally|permanently|vollstandig|komplett|voll|rein|ausschliesslich|full|totalement|entierement|totalmente|completamente|integralmente|volledig|helemaal|calkowicie|w pelni|w 100 ?%)';
const sentence = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?!\\p{L})`, 'u');

/** Every label and sentence below contains one of these stems. */
export const workplaceStems = anyStem(
  (
    'remot hybrid hybryd híbrid hibrid ibrid site office home télét telet tele presenc présent present vor_ort sede presenz kantoor locatie afstand ' +
    'stacjonarn zdaln thuis huis smart_ smartwork agile mobil in_person in-person anywhere büro oficina wfh distan casa studio campus ' +
    'headquarters _hq _lab _hub präsenz plant store'
  )
    .split(' ')
    .map((stem) => stem.replace('_', ' ')),
);

/** Labels of the field within a description, before a colon; the text after them is read as the field. */
export const workplaceLabel = new RegExp(
  `${anyWord(
    '(?:work|working|job|office|workplace|location)? ?(?:location|arrangements?|model|modality|mode|setting|environment|setup|style|policy)(?: type)?|workplace(?: type)?|location type|(?:work|job|position|role|employment) type|remote(?: work| status| option| type)?|work(?:ing)? from|onsite remote|arbeitsmodell|arbeitsort|arbeitsweise|arbeitsform|home ?office|mobiles arbeiten|remote arbeit|mode de travail|teletravail|lieu(?: de travail)?|modalidad(?: de trabajo| laboral)?|ubicacion|teletrabajo|lugar de trabajo|modelo(?: de trabalho| de trabajo)?|regime(?: de trabalho)?|local(?: de trabalho)?|modalita(?: di lavoro| lavorativa)?|sede(?: di lavoro)?|luogo di lavoro|werkplek|werklocatie|werkvorm|standplaats|thuiswerken|tryb(?: pracy)?|model pracy|miejsce pracy|praca zdalna',
  )} ?: ?(?<said>[^\\n|.;•]{2,60})`,
  'gu',
);

/** Sentences about the job that decide its workplace. */
export const workplaceSentences: readonly { workplace: Workplace; sentence: RegExp }[] = [
  {
    workplace: 'on site',
    sentence: sentence(
      [
        `${job} (?:is|will be) not (?:a |an )?(?:eligible for )?remote|not a remote ${job}|(?:is|are) not (?:a )?remote|not available (?:for|as) remote`,
        "(?:cannot|can not|can't|may not) be (?:done|performed|worked|carried out) remotely|(?:cannot|can not|can't|will not|won't|may not) be (?:fully )?remote|no remote(?: work)?(?! teams)|non remote",
        'remote (?:work|working|candidates?|applicants?|applications?|employment|options?|arrangements?)(?: \\p{L}+){0,3}? (?:not|unavailable|none)|remote work ?: ?(?:no|none)',
        "(?:not able|unable) to (?:offer|accommodate|support|allow|consider) (?:\\p{L}+ )?remote|(?:do not|don't|does not|cannot|can't) (?:offer|support|allow|accommodate|provide) (?:\\p{L}+ )?remote",
        '(?:home ?office|remote arbeit|op afstand|thuiswerken|teletravail|praca zdalna|teletrabajo|teletrabalho)(?: werken)? (?:ist|is|wird|est|n.est|nie jest|no es|nao e) (?:\\p{L}+ )?(?:nicht|keine|niet|pas|mozliw\\p{L}*|posible|possivel)|kein home ?office|pas de teletravail|teletravail (?:non|impossible|pas)|sin teletrabajo|no (?:hay|se ofrece|es posible el) teletrabajo|geen thuiswerk|thuiswerken is niet|brak pracy zdalnej|nao (?:e|ha) (?:remoto|teletrabalho)',
      ].join('|'),
    ),
  },
  {
    workplace: 'hybrid',
    sentence: sentence(
      [
        `hybrid (?:remote )?(?:${job}|working|workplace|workplaces|model|schedule|set ?up|arrangement|policy|environment|basis|way|pattern|approach|remote|workweek|office|flexible)|(?:${job}|this) (?:is|will be) (?:a )?hybrid|(?:work|working) hybrid|(?:remote|remot[oa]|zdaln\\p{L}*|teletravail) (?:or|oder|ou|o|lub|of|/) (?:hybrid\\p{L}*|hibrid\\p{L}*|hybryd\\p{L}*)|(?:hybrid\\p{L}*|hibrid\\p{L}*|hybryd\\p{L}*) (?:or|oder|ou|o|lub|of|/) (?:fully )?(?:remote|remot[oa]|zdaln\\p{L}*)|in a hybrid|partly remote|partially remote`,
        `(?:at least |minimum(?: of)? )?${range}${days}${weekly} (?:in|at|from|on|im|vor ort|au|en|op|in het|na|no|in) (?:the |our |an? |der |unserem |la |het |ons )?(?:\\p{L}+ ){0,2}${office}`,
        `(?:in|at|from) (?:the|our) (?:\\p{L}+ )?${office} (?:at least |for |a minimum of |minimum |about |around )?(?:${range})${days}`,
        `${range}${days}${weekly}(?: de| of| im| di| in| en| da| van| na| w| pracy| a la semana| por semana| auf)? ?${home}`,
        `${home}(?: is| ist| work| work is| :)?(?: ?:)?(?: up to| at least| an| a| bis zu| jusqu'a| hasta| tot| do| ate| fino a)*(?: an)? ?${range}${days}`,
        'hybrid\\p{L}* (?:arbeit\\p{L}*|modell|stelle|zusammenarbeit)|mobile[sn]? arbeiten|mobile arbeit|home ?office(?:anteil|moglichkeit|option| moglich|regelung)|moglichkeit (?:zum|auf|fur) (?:home ?office|mobil\\p{L}*|remote)',
        'teletravail (?:partiel|possible|hybride|occasionnel)|(?:poste|travail|mode|organisation|rythme|format) hybride|possibilite de teletravail',
        '(?:modelo|trabajo|modalidad|formato|puesto|esquema|trabalho|regime|vaga|sistema) hibrid[oa]|(?:de forma|de manera|en formato|em formato|de modo) hibrid[oa]|teletrabajo parcial|posibilidad de teletrabajo|possibilidade de teletrabalho',
        '(?:modalita|lavoro|modello|contesto) ibrid[oa]|smart ?working|lavoro agile|hybride (?:werk\\p{L}*|functie|model|baan)|werk\\p{L}* hybride|(?:praca|pracy|tryb\\p{L}*|model\\p{L}*) hybrydow\\p{L}*|thuiswerken is (?:ook )?mogelijk|mozliwosc (?:czesciowej )?pracy zdalnej',
      ].join('|'),
    ),
  },
  {
    workplace: 'remote',
    sentence: sentence(
      [
        `${whole} (?:en |in |im |am |da |em )?(?:remote|im home ?office|aus dem home ?office|teletravail|a distance|remot[oa]|en remoto|da remoto|teletrabajo|op afstand|thuis\\p{L}*|vanuit huis|zdaln\\p{L}*)`,
        `remote (?:first|only|${job}|arbeiten|stelle)|(?:${job}|this) (?:is|will be|can be) (?:a |an )?(?:\\p{L}+ )?remote(?!ly)|(?:${job}|this) (?:is|can be) (?:done |performed |worked )?remotely`,
        "(?:you|you'll|you will|candidates?|can|to|may|employees)(?: \\p{L}+){0,3} work(?:ing)? remotely|working remotely (?:from|within|in|for)|remotely from (?:anywhere|home)|work(?:ing)? (?:full time )?from (?:home|anywhere|your home)(?! (?:on|two|one|three|\\d|a few|a couple|up to|several|some|sometimes|occasionally|friendly|flexib\\p{L}*|options?|as needed|when|whenever|if|or whatever|or in|day|days|policy|allowance|stipend|equipment|setup|budget))",
        'teletravail (?:complet|total|integral|a 100 ?%|100 ?%)|(?:poste|travail|emploi) (?:en |a )?(?:full )?(?:teletravail|distance|remote)(?! (?:partiel|possible))|(?:trabajo|puesto|posicion|modalidad|empleo|vacante|trabalho|vaga|posicao|oportunidade)(?: \\p{L}+)?(?: en)? remot[oa]|en remoto desde|(?:trabajar|trabajas|trabajaras) (?:en remoto|desde casa)',
        '(?:lavoro|posizione|lavorare) (?:\\p{L}+ )?(?:da|in) remoto|da remoto al 100 ?%|100 ?% da remoto|(?:prac[aey]|pracuj\\p{L}*|pracowac)(?: \\p{L}+)? (?:w )?(?:100 ?% |pelni |calkowicie )?zdaln\\p{L}*',
      ].join('|'),
    ),
  },
  {
    workplace: 'on site',
    sentence: sentence(
      [
        `(?:${job}|this) (?:is|will be|must be) (?:\\p{L}+ |100 ?% )?(?:\\p{L}+ )?(?:on ?site|in office|in person|office based)|(?:on ?site|in office|in person|office based) (?:${job}|only)|(?:based|work|working|works) (?:fully |entirely |full time )?(?:on ?site|in person)(?: (?:at|in|from|every|five)|[.,]|$)`,
        `(?:in|at|from) (?:the|our) (?:\\p{L}+ )?${office} (?:every day|daily|full time|five days|5 days|monday to friday|each day)|(?:five|5) days (?:a|per) week (?:in|at|from|on) (?:the |our )?(?:\\p{L}+ )?${office}|(?:five|5) days(?: a week| per week)? on ?site|on ?site (?:five|5) days|(?:requires?|required) (?:you )?(?:to be |being |to work )?(?:fully )?on ?site`,
        '(?:arbeit|tatigkeit|stelle|position|einsatz) (?:findet|ist|erfolgt) (?:ausschliesslich |komplett )?vor ort|prasenzpflicht|100 ?% vor ort|(?:poste|travail) (?:en presentiel|sur site)|100 ?% (?:presentiel|presencial)|(?:trabajo|puesto|modalidad|modelo|trabalho|vaga|posicion|regime) (?:\\p{L}+ )?presencial',
        '(?:lavoro|svolge|posizione|attivita)(?: \\p{L}+)? in (?:sede|presenza)|volledig op (?:kantoor|locatie)|op (?:kantoor|locatie) (?:werken|aanwezig)|prac[aey] (?:w 100 ?% )?stacjonarn\\p{L}*',
      ].join('|'),
    ),
  },
];
