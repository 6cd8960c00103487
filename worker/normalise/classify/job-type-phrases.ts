import { anyWord } from './fold-for-matching.js';
import type { Engagement } from './job-type-words.js';

/** Labels of the field within a description, before a colon. */
const labels = anyWord(
  [
    '(?:job|employment|contract|position|role|work|working|engagement|vacancy|appointment|hire|commitment|worker|employee|time) (?:type|status|basis|schedule|category|hours|mode|form)|type of (?:employment|contract|position|job|role|hire)|(?<![a-z] )type|schedule|employment|contract|commitment|time commitment|basis|duration and type|job schedule|work schedule|hours|weekly hours|time type|worker type|fte status|full time/part time|full time or part time|ft/pt|flsa status|(?<![a-z] )status|ft / pt|(?<![a-z] )position|engagement|duration|(?<![a-z] )term',
    'anstellungsart|beschaftigungsart|beschaftigungsverhaltnis|beschaftigung|art der (?:beschaftigung|anstellung|stelle)|arbeitszeit|arbeitszeitmodell|vertragsart|vertrag|arbeitsvertrag|anstellung|umfang|stellenart|pensum|arbeitspensum|beschaftigungsgrad|stellenumfang|befristung',
    "type d'emploi|type de contrat|contrat de travail|type de poste|nature du contrat|contrat|contrat propose|temps de travail|duree du travail|taux d'(?:activite|occupation)|statut",
    'tipo de (?:contrato|empleo|jornada|contratacion|puesto|trabajo)|modalidad de (?:contrato|contratacion)|contrato|contrato de trabajo|jornada|jornada laboral|contratacion',
    'dienstverband|soort dienstverband|type dienstverband|contractvorm|contracttype|type contract|soort contract|soort baan|werkverband|aanstelling',
    'tipo di (?:contratto|impiego|lavoro)|contratto di lavoro|contratto|tipologia (?:di contratto|contrattuale)|contrattazione|orario(?: di lavoro)?|forma contrattuale',
    'regime(?: de (?:contratacao|trabalho))?|contratacao|tipo de (?:vaga|contratacao|vinculo|contrato)|vinculo|horario|modelo de contratacao|contrato de trabalho|contrato',
    '(?:고용|채용|근무|계약) ?(?:형태|유형)',
    'rodzaj (?:umowy|zatrudnienia|pracy)|typ umowy|forma (?:zatrudnienia|umowy|wspolpracy)|wymiar (?:pracy|etatu|czasu pracy)|etat|umowa|zatrudnienie',
  ].join('|'),
);

const noun =
  '(?:role|position|job|opportunity|opening|vacancy|contract|internship|placement|apprenticeship|traineeship|post|assignment|engagement|gig|appointment|employment)';
const few = "(?:[\\p{L}\\p{N}'%/+&-]+,? ){0,6}?";
/** Words of one noun phrase. */
const attributes =
  "(?:(?!(?:for|of|in|to|with|on|at|from|who|that|as|and you|by|listed|is)(?!\\p{L}))[\\p{L}\\p{N}'%/+&-]+,? ){0,5}?";

/** Words that say the engagement when nothing else stands beside them. */
const alone =
  'full time|part time|permanent|temporary|contract|internship|freelance|seasonal|vollzeit|teilzeit|unbefristet|befristet|festanstellung|minijob|cdi|cdd|temps plein|temps partiel|jornada completa|media jornada|contrato indefinido|tempo pieno|tempo indeterminato|tempo determinato|fulltime|parttime|tempo integral|(?:pelny|caly) etat|fixed term|volunteer|permanent contract|independent contractor|contractor|1099|freelancer|full time employment|part time employment|(?:\\d+|six|nine|three|twelve|eighteen) months? (?:contract|ftc|internship)|ftc|contract to hire|b2b contract|plazo fijo|정규직|계약직';

/** Sentences of a description about the job's own engagement; the group `said` is read like a field or a title. `needs`: what every match contains. */
export const phraseMarks: readonly { mark: RegExp; reads: 'field' | 'title'; needs?: RegExp }[] = [
  // A sentence, line or part of a line of nothing else: "Full-time, permanent.", "Part-time (about 20 hours per week)"
  {
    mark: new RegExp(
      `(?<=^|\\n)[-*•· ]*(?<said>(?:${anyWord(`${alone}|remote|hybrid|on ?site|exempt|non exempt|salaried|hourly|w2|direct|regular|paid`)}[ ,/.|&+()·•-]*)+)(?:(?:approximately|approx\\.?|about|around|ca\\.?|up to|~) ?)?(?:\\p{N}+(?:[.,]\\p{N})?(?: ?(?:-|to)? ?\\p{N}+)? ?\\+? ?(?:hours|hrs|h|std|stunden|uur|heures|horas|months?|monate|mois|mesi|maanden|years?)[^\\n]{0,50})?(?=\\n|$)`,
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
    mark: new RegExp(`${labels} ?(?:: ?| - )-? ?(?<said>(?:[^\\n|.;•]|(?<=\\p{N})\\.(?=\\p{N})){2,80})`, 'gu'),
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

/** Not a role that the applicant has or leaves. */
const notFormer =
  '(?<!(?:from|your|current|previous|former|another|alongside|besides|outside|leave) (?:a |an |your )?)';

/** A pattern for any of some words, or for another source whose spaces are not optional. */
const said = (words: string, source?: string): RegExp =>
  new RegExp(source === undefined ? anyWord(words) : `${anyWord(words)}|(?<!\\p{L})(?:${source})(?!\\p{L})`, 'u');

/** "Remote · Full-time", "Part-time / Hybrid": hours beside a workplace in a list of facts. */
const besideWorkplace = (words: string): string =>
  `(?:remote|hybrid|on ?site) ?[·|/•] ?${words}(?! (?:and|or)(?!\\p{L}))|(?<!(?:and|or) )${words} ?[·|/•] ?(?:remote|hybrid|on ?site)`;

/** Phrases that are about the job itself wherever they are. */
export const engagementPhrases: readonly { engagement: Engagement; phrase: RegExp }[] = [
  {
    engagement: 'internship',
    phrase: new RegExp(
      `${anyWord("join us for an? (?:[a-z]+ )?internship|this internship|this apprenticeship|internship (?:duration|period|length)|(?:during|throughout|over|course of|end of) (?:the|your|this|our) (?:summer )?internship|as (?:an?|our) (?:intern|apprentice|trainee|working student)(?= you|,)|als (?:praktikant|praktikantin|werkstudent|werkstudentin|auszubildende[r]?)(?= |,)|poste en alternance|pourvoir en (?:stage|alternance)|en stage(?= a partir| de \\d)|contrat (?:en |d')(?:alternance|apprentissage)|offre de stage|stage de \\d+ mois|contrato de practicas|contratto di (?:stage|apprendistato)|vaga de estagio|umowa o staz")}|(?<!\\p{L})as an? (?:\\p{L}+ ){1,3}intern(?= you|,)`,
      'u',
    ),
  },
  {
    engagement: 'volunteer',
    phrase: said(
      'as a volunteer(?= you|,)|volunteer (?:role|position|opportunity)|als vrijwilliger|als ehrenamtliche[r]?|en tant que benevole',
    ),
  },
  {
    engagement: 'contract',
    phrase: said(
      '정규직 ?전환형 계약직|contract (?:length|duration|term)|(?:day rate|casual agency|agency) contract|contract (?:for|of) (?:\\d+|three|six|nine|twelve) months|(?:\\d+|three|six|nine|twelve) months? contract|as an? (?:independent )?(?:freelancer|contractor|consultant)(?= you|,|\\.| and will| under)|as an independent contractor|(?:independent )?contractor (?:role|position|agreement|opportunity|engagement)|(?:freelance|contract|1099) (?:role|position|opportunity|assignment|gig|engagement)(?! (?:manag|admin))|auf (?:freiberuflicher|selbststandiger|honorar) ?basis|als (?:freelancer|freier mitarbeiter)(?= |,)|statut (?:freelance|independant)|umowe zlecenie|umowy zlecenie|kontrakt b2b|contract b2b',
      `on an? (?:\\p{L}+ ){0,3}(?:freelance|contract|1099|c2c|contractor) basis|on (?:freelance|contract|1099|c2c|contractor) basis|freelance,? ${attributes}(?:role|position|opportunity|job|project)|(?:w2|short term|long term|project based|hourly) contract`,
    ),
  },
  {
    engagement: 'temporary',
    phrase: said(
      '(?:\\d+|three|six|nine|twelve) months? fixed term contract|(?:stelle|position|anstellung|vertrag|arbeitsverhaltnis) ist (?:zunachst |vorerst )?(?:(?:auf|fur|bis) [^.\\n]{0,30})?befristet|(?:temporary|seasonal|interim) (?:role|position|assignment|opportunity|contract)|fixed term (?:role|position|appointment|post|assignment)|(?:this is an?|\\d+ months?) (?:maternity|paternity|parental)(?: leave)? cover|befristete[rnms]? (?:stelle|vertrag|arbeitsvertrag|anstellung|position)|(?:poste|contrat) en cdd|en cdd|cdd de \\d+ mois|contrat a duree determinee|contrato temporal|contrato a plazo fijo|contrato de duracion determinada|tijdelijk contract|contract voor bepaalde tijd|contratto a tempo determinato|contrato a termo|contrato temporario|vaga temporaria|umowe na czas okreslony|umowa na czas okreslony|umowe na zastepstwo|on a temporary basis|on a fixed term basis|on a seasonal basis',
    ),
  },
  {
    engagement: 'full time',
    phrase: said(
      'full time (?:employment )?availability|disponibilidad (?:a |de |para )?(?:trabajar )?(?:a )?tiempo completo|(?:offers?|provides?|seeking) full time employment|full time schedule|(?:will|must) work full time|join(?:ing)? us full time|work full time(?= (?:from|at|in|on|with))|on an? (?:permanent |temporary |ongoing |casual )?full time basis|(?:anstellung|festanstellung|stelle|position|arbeit|arbeitsvertrag|einstellung) in vollzeit|vollzeit(?:stelle|anstellung|position)|in vollzeit(?= oder| zu besetzen| gesucht|,|\\.|\\n|$)|(?:poste|cdi|cdd|contrat|emploi)(?: en| a)* temps (?:plein|complet)|(?:contrato|trabajo|puesto|empleo|y|a) (?:de )?(?:jornada completa|tiempo completo)|fulltime (?:functie|baan|dienstverband|contract)|voltijdse? (?:functie|baan)|(?:contratto|lavoro|impiego)(?: a)? (?:tempo pieno|full time)|(?:vaga|trabalho|contrato) (?:a |em )?(?:tempo integral|periodo integral)|na (?:pelny|caly) etat',
      `(?:pensum|beschaftigungsgrad|stellenumfang|taux d'activite)(?: von| de)? ?:? ?(?:[2-9][05] ?%? ?(?:-|bis|a)? ?)?100 ?%|weekly hours ?[-:]? ?(?:3[5-9]|4[0-2])(?![\\d])|(?<=#)full time|tam zamanl[ıi]|${besideWorkplace('full ?time')}|${notFormer}full ?time,? ${attributes}(?:role|position|job|opportunity|opening|vacancy|contract|post)`,
    ),
  },
  {
    engagement: 'part time',
    phrase: said(
      '(?:will|must) work part time|on an? (?:permanent |temporary |ongoing |casual )?part time basis|(?:anstellung|festanstellung|stelle|position|arbeit|einstellung) in teilzeit|teilzeit(?:stelle|anstellung|position)|in teilzeit(?= zu besetzen| gesucht|,|\\.|\\n|$)|auf minijob ?basis|als minijob|(?:poste|cdi|cdd|contrat|emploi)(?: en| a)* (?:temps partiel|mi temps)|(?:contrato|trabajo|puesto|empleo|a) (?:de )?(?:media jornada|jornada parcial|tiempo parcial)|parttime (?:functie|baan|dienstverband)|(?:contratto|lavoro|impiego)(?: a)? (?:tempo parziale|part time)|(?:vaga|trabalho) (?:a |em )?(?:meio periodo|tempo parcial)|na (?:pol|czesc) etatu',
      `(?:pensum|beschaftigungsgrad|stellenumfang|taux d'activite)(?: von| de)? ?:? ?(?:[2-9][05] ?%? ?(?:-|bis|a)? ?)?[2-9][05] ?%|weekly hours ?[-:]? ?(?:[5-9]|1\\d|2\\d|3[0-2])(?![\\d])|(?<=#)part time|yar[ıi] zamanl[ıi]|${besideWorkplace('part ?time')}|${notFormer}part ?time,? ${attributes}(?:role|position|job|opportunity|opening|vacancy|contract|post)`,
    ),
  },
  {
    engagement: 'permanent',
    phrase: said(
      'unbefristete[rnms]? (?:festanstellung|arbeitsvertrag|anstellung|vertrag|stelle|position|arbeitsverhaltnis)|(?:poste|contrat|embauche) en cdi|en cdi|contrat a duree indeterminee|cdi a pourvoir|contrato (?:sera )?indefinido|contrato fijo|(?:contrato|contratacao|regime|modelo) clt|umowa o prace|umowe o prace|vast contract|vaste aanstelling|contract voor onbepaalde tijd|contratto a tempo indeterminato|contrato sem termo|regime clt|contratacao clt|umowe na czas nieokreslony|on a permanent basis|contract type permanent|contrat (?:en )?cdi|permanent,? (?:full time |part time |remote |hybrid )*(?:role|position|contract|contracts|vacancy|opportunity|post|employment)',
    ),
  },
];
