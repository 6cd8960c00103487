import { anyWord } from './fold-for-matching.js';
import type { Engagement } from './job-type-words.js';
import { anyStem } from './stem-index.js';

/** Every label and phrase below contains one of these stems. */
export const engagementStems = anyStem(
  (
    'full_t full-t fullt part_t part-t partt half_t half-t contra kontrakt intern_ interns intern, praktik prakty tempor temps tempo_ temp_ freelanc freiberuf mitarbeit volunt permanent vollzeit teilzeit befrist ' +
    'festanst anstell aushilf minijob werkstudent ausbildung auszubild azubi cdi cdd stage altern apprent bénévol saison season jornada ' +
    'tiempo indefinid prácticas practicas becari autónom autonom dienstverband vaste vast tijdelijk stagi estági estagi clt efetiv tirocin ' +
    'determinat partita etat umow zlecen b2b staż staz wolont vrijwil interim 1099 c2c regular trainee placement ehrenamt zzp regime heltid ' +
    'parcial indépend cover hired salari'
  )
    .split(' ')
    .map((stem) => stem.replace('_', ' ')),
);

/** Labels of the field within a description, before a colon. */
const labels = anyWord(
  [
    '(?:job|employment|contract|position|role|work|engagement|vacancy|appointment|hire|commitment) ?(?:type|status|basis|schedule|category)|type of (?:employment|contract|position|job|role|hire)|type|schedule|employment|contract|commitment|basis|job schedule|work schedule|hours|time type|worker type|fte status',
    'anstellungsart|beschaftigungsart|beschaftigungsverhaltnis|beschaftigung|art der (?:beschaftigung|anstellung|stelle)|arbeitszeit|arbeitszeitmodell|vertragsart|vertrag|arbeitsvertrag|anstellung|umfang|stellenart|pensum|befristung',
    "type d'emploi|type de contrat|contrat de travail|type de poste|nature du contrat|contrat|contrat propose|temps de travail|duree du travail|statut",
    'tipo de (?:contrato|empleo|jornada|contratacion|puesto|trabajo)|modalidad de (?:contrato|contratacion)|contrato|contrato de trabajo|jornada|jornada laboral|contratacion',
    'dienstverband|soort dienstverband|type dienstverband|contractvorm|contracttype|type contract|soort contract|soort baan|werkverband|aanstelling',
    'tipo di (?:contratto|impiego|lavoro)|contratto di lavoro|contratto|tipologia (?:di contratto|contrattuale)|contrattazione|orario(?: di lavoro)?|forma contrattuale',
    'regime(?: de (?:contratacao|trabalho))?|tipo de (?:vaga|contratacao|vinculo|contrato)|vinculo|horario|modelo de contratacao|contrato de trabalho|contrato',
    'rodzaj (?:umowy|zatrudnienia|pracy)|typ umowy|forma (?:zatrudnienia|umowy|wspolpracy)|wymiar (?:pracy|etatu|czasu pracy)|etat|umowa|zatrudnienie',
  ].join('|'),
);

const noun =
  '(?:role|position|job|opportunity|opening|vacancy|contract|internship|placement|apprenticeship|traineeship|post|assignment|engagement|gig|appointment|employment)';
const few = "(?:[\\p{L}\\p{N}'%/+&-]+,? ){0,6}?";

/** Sentences of a description about the job's own engagement; the group `said` is read like a field or a title. */
export const phraseMarks: readonly { mark: RegExp; reads: 'field' | 'title' }[] = [
  // A sentence or line of nothing else: "Full-time, permanent."
  {
    mark: new RegExp(
      `(?<=^|\\n)-? ?(?<said>(?:${anyWord('full time|part time|permanent|temporary|contract|internship|freelance|seasonal|vollzeit|teilzeit|unbefristet|befristet|festanstellung|minijob|cdi|cdd|temps plein|temps partiel|jornada completa|media jornada|contrato indefinido|tempo pieno|tempo indeterminato|tempo determinato|fulltime|parttime|tempo integral|(?:pelny|caly) etat|b2b')}[ ,/.|&+()-]*)+)(?=\\n|$)`,
      'gu',
    ),
    reads: 'field',
  },
  { mark: new RegExp(`${labels} ?(?:: ?| - )-? ?(?<said>[^\\n|.;•]{2,80})`, 'gu'), reads: 'field' },
  {
    mark: new RegExp(
      `(?<!\\p{L})(?:this|it)(?: ${noun})?(?:'s| is)(?: currently| initially)? (?:for )?(?:an? |our )?(?<said>${few}${noun})(?!\\p{L})`,
      'gu',
    ),
    reads: 'title',
  },
  {
    mark: new RegExp(
      `(?<!\\p{L})(?:the|this|our) ${few}(?:role|position|job|post|vacancy|opportunity|contract) (?:is|will be) (?<said>(?:an? )?(?:[\\p{L}\\p{N}'/-]+,? ?){1,5})`,
      'gu',
    ),
    reads: 'title',
  },
  {
    mark: /(?<!\p{L})(?:hiring|looking for|seeking|recruiting|searching for|in search of|need|suchen|recherchons|recrutons|buscamos|zoeken|cerchiamo|procuramos|szukamy|poszukujemy)(?: (?:for|an?|eine[n]?|une?|una?|een|um|uma|nowego|immediately))* (?<said>(?:[\p{L}\p{N}'/-]+ ?){1,6})/gu,
    reads: 'title',
  },
];

const said = (words: string): RegExp => new RegExp(anyWord(words), 'u');

/** Phrases that are about the job itself wherever they are. */
export const engagementPhrases: readonly { engagement: Engagement; phrase: RegExp }[] = [
  {
    engagement: 'internship',
    phrase: new RegExp(
      `${anyWord("this internship|this apprenticeship|as an? (?:intern|apprentice|trainee|working student)(?= you|,)|als (?:praktikant|praktikantin|werkstudent|werkstudentin|auszubildende[r]?)(?= |,)|poste en alternance|contrat (?:en |d')(?:alternance|apprentissage)|offre de stage|stage de \\d+ mois|contrato de practicas|contratto di (?:stage|apprendistato)|vaga de estagio|umowa o staz")}`,
      'u',
    ),
  },
  {
    engagement: 'volunteer',
    phrase: said('as a volunteer(?= you|,)|als vrijwilliger|als ehrenamtliche[r]?|en tant que benevole'),
  },
  {
    engagement: 'contract',
    phrase: said(
      'contract (?:length|duration|term)|as a (?:freelancer|contractor)(?= you|,)|(?:on a|on) (?:freelance|contract|1099|c2c|contractor) basis|auf (?:freiberuflicher|selbststandiger|honorar) ?basis|als (?:freelancer|freier mitarbeiter)(?= |,)|statut (?:freelance|independant)|umowe zlecenie|umowy zlecenie|kontrakt b2b|contract b2b',
    ),
  },
  {
    engagement: 'temporary',
    phrase: said(
      '(?:stelle|position|anstellung|vertrag|arbeitsverhaltnis) ist (?:zunachst |vorerst )?(?:(?:auf|fur|bis) [^.\\n]{0,30})?befristet|befristete[rnms]? (?:stelle|vertrag|arbeitsvertrag|anstellung|position)|(?:poste|contrat) en cdd|en cdd|cdd de \\d+ mois|contrat a duree determinee|contrato temporal|contrato de duracion determinada|tijdelijk contract|contract voor bepaalde tijd|contratto a tempo determinato|contrato a termo|contrato temporario|vaga temporaria|umowe na czas okreslony|umowa na czas okreslony|umowe na zastepstwo|on a temporary basis|on a fixed term basis|on a seasonal basis',
    ),
  },
  {
    engagement: 'full time',
    phrase: said(
      'full time,? (?:permanent |paid |salaried |exempt |remote |hybrid |hourly )*(?:role|position|job|opportunity|opening|employment|vacancy|contract|post)|work full time(?= (?:from|at|in|on|with))|on a full time basis|(?:anstellung|festanstellung|stelle|position|arbeit|arbeitsvertrag|einstellung) in vollzeit|vollzeit(?:stelle|anstellung|position)|in vollzeit(?= oder| zu besetzen| gesucht|,|\\.)|(?:poste|cdi|cdd|contrat|emploi)(?: en| a)* temps (?:plein|complet)|(?:contrato|trabajo|puesto|empleo|y|a) (?:de )?(?:jornada completa|tiempo completo)|fulltime (?:functie|baan|dienstverband|contract)|voltijdse? (?:functie|baan)|(?:contratto|lavoro|impiego)(?: a)? (?:tempo pieno|full time)|(?:vaga|trabalho|contrato) (?:a |em )?(?:tempo integral|periodo integral)|na (?:pelny|caly) etat',
    ),
  },
  {
    engagement: 'part time',
    phrase: said(
      'part time,? (?:permanent |paid |salaried |remote |hybrid |hourly )*(?:role|position|job|opportunity|opening|employment|vacancy|contract|post)|on a part time basis|(?:anstellung|festanstellung|stelle|position|arbeit|einstellung) in teilzeit|teilzeit(?:stelle|anstellung|position)|in teilzeit(?= zu besetzen| gesucht|,|\\.)|auf minijob ?basis|als minijob|(?:poste|cdi|cdd|contrat|emploi)(?: en| a)* (?:temps partiel|mi temps)|(?:contrato|trabajo|puesto|empleo|a) (?:de )?(?:media jornada|jornada parcial|tiempo parcial)|parttime (?:functie|baan|dienstverband)|(?:contratto|lavoro|impiego)(?: a)? (?:tempo parziale|part time)|(?:vaga|trabalho) (?:a |em )?(?:meio periodo|tempo parcial)|na (?:pol|czesc) etatu',
    ),
  },
  {
    engagement: 'permanent',
    phrase: said(
      'unbefristete[rnms]? (?:festanstellung|arbeitsvertrag|anstellung|vertrag|stelle|position|arbeitsverhaltnis)|(?:poste|contrat|embauche) en cdi|en cdi|contrat a duree indeterminee|cdi a pourvoir|contrato indefinido|contrato fijo|vast contract|vaste aanstelling|contract voor onbepaalde tijd|contratto a tempo indeterminato|contrato sem termo|regime clt|contratacao clt|umowe na czas nieokreslony|on a permanent basis|permanent (?:role|position|contract|vacancy|opportunity|post)',
    ),
  },
];
