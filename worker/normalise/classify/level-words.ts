import type { Level } from '../../../shared/words/words.js';
import { anyWord } from './fold-for-matching.js';

const pattern = (source: string): RegExp => new RegExp(source, 'u');

/** People who assist, recruit or report to somebody do not have that person's level: the text after these words is cut off. */
export const servesSomebody = pattern(
  `${anyWord(
    "(?:assistant|assistants|ea|pa|secretary|secretaire|sekretar|sekretarin|advisor|adviser|aide|liaison|reporting|reports|support|chauffeur) (?:to|of|for|a la|au|du)|assist(?:enz|entin|ent) (?:der|des|von|fur)|referent(?:in)? (?:der|des)|assistante? (?:de|du|d')|asistente (?:de|del|a)|assistente (?:de|do|da|del|di)|asystent(?:ka)? (?:dla|ds)?|office of the|board of|chief of staff",
  )}.*|(?:vorstands|geschaftsfuhrungs|direktions|bereichsleitungs)\\p{L}+|(?:director|head|president|ceo|vp)'s \\p{L}+`,
);

/** Titles in which a word for a level is part of the occupation's name; they are removed first. */
export const occupations = new RegExp(
  anyWord(
    [
      'executive (?:assistants?|chefs?|housekeepers?|recruit*|search|producers?|secretary|pa|administrat*|coordinator|support|protection|communications|coach|sous chef|pastry chef|business partner|lounge|office)|(?!senior|sr|junior|jr|chief|associate|lead)[a-z&]+ executives?(?! director| vice| officer)',
      'staff (?:nurses?|accountants?|writers?|pharmacists?|physicians?|attorneys?|rn|sergeant|auditors?|officer|development|training|assistant|reporter|photographer|therapist|psychologist|veterinarian|chaplain|services?|member)|[a-z]+ staff member|member of technical staff|technical staff',
      'lead (?:gen|generation|generator|qualification|qualifier|abatement|management|nurturing|response|handler|development rep*|acquisition|conversion|times?|free|paint|inspector|handling|processing)|(?:inbound|outbound|qualified|web|sales qualified) leads?|leads? (?:specialist|researcher)',
      '(?:film|funeral|music|choir|casting|stage|art|activities|activity|choral|video|recreation|camp|photography|broadcast|lighting|orchestra) directors?|director of photography|(?:directeur|directrice) artistique|directora? (?:de arte|artistic[oa])|direttor[ei] artistic[oi]|diretora? de arte|dyrektor artystyczny|directors? board',
      'associate (?:[a-z]+ )?(?:dentists?|veterinarians?|vet|attorneys?|professors?|lawyers?|solicitors?|dean|pastors?|teachers?|physicians?|optometrists?|judge|general counsel|counsel|lecturers?|faculty|orthodontist|provider|psychologist|therapist|clinician|doctor|chaplain|minister|degree)|associates? program',
      'senior (?:living|care|citizens?|home care|home(?! &| and| products?| loan*| lending| entertainment)|center|centre|housing|services(?! engineer| manager| consultant| architect| developer| director)|communities|companion|helper|residence|high(?! (?:speed|performance|voltage|frequency|availability|energy|power|volume))|nutrition|dining|adults?|wellness)',
      'junior (?:high|college|school|league|achievement|kindergarten|year)|(?:graduate|post graduate|under graduate|undergraduate) (?:teaching associate|school|admissions?|student|students|research assistant|teaching assistant|assistant|assistantship|advisor|adviser|studies|recruit*|medical education|education|college|faculty|dean|fellow|tutor)|graduate (?:programme?s?|schemes?) (?:managers?|coordinators?|directors?|lead|officers?|administrators?|advis[oe]rs?|recruit*)',
      'intermediate (?:care|school)|midwi(?:fe|ves)|mid (?:market|day|atlantic|shift|west|office|career)|head (?:start|hunter|hunting)|(?:vice|assistant|deputy|school|elementary|associate|high school|interim) principal|principal (?:investigators?|dancers?|players?|violin|cello|flute|horn|trumpet)|principal secretary',
      'chief (?:engineer|mate|steward|cook|officer|nurse|petty officer|inspector|of police|resident|pilot)(?! officer)',
    ].join('|'),
  ),
  'gu',
);

const ends = '(?= ?(?:$|[,()/&|:;-]|and |at |of |m/|w/|f/))';

/** Words of titles by level, after occupations are removed. */
export const titleLevels: readonly { level: Level; word: RegExp }[] = [
  {
    level: 'executive',
    word: pattern(
      `(?<!(?:to|for|of|the|future) )${anyWord('ceo|cto|cfo|coo|cio|cmo|ciso|cpo|cro|chro|cso|cdo|cco|cao|cxo')}${ends}|${anyWord(
        'chief [a-z]+(?:,?\\x20(?:&\\x20)?[a-z]+|,[a-z]+){0,9} officer|[saer]?vp|evp|svp|vice presidente?|vice president[ae]?|vicepresidente?|(?:managing|executive) director|geschaftsfuhr(?:er|erin|ender direktor)|vorstand|vorstandsvorsitzende[rn]?|directeur general|directrice generale|directora? general|director gerente|consejer[oa] delegad[oa]|gerente general|algemeen directeur|directeur bestuurder|diretora? (?:geral|executiv[oa])|president[ae]? executiv[oa]|amministra(?:tore|trice) delegat[oa]|direttore generale|prezes|wiceprezes|czlonek zarzadu|dyrektor (?:generalny|zarzadzajacy)|c level|c suite',
      )}|${anyWord('president|presidente?')}(?! (?:circle|club|elect)|(?: \\p{L}+){1,2} ?[/-] ?\\p{L}{2}(?!\\p{L}))`,
    ),
  },
  {
    level: 'director',
    word: pattern(
      `${anyWord(
        '(?:sub|co)?director(?:a|/a)?|directeur|directrice|direktor|direktorin|direttore|direttrice|diretora?|dyrektor|dyrektorka|head of|(?:group|department|division|global|regional|deputy|practice|section|category|country|business|unit|vertical|cluster|zone|brand) head|(?:bereichs|abteilungs|haupt(?:abteilungs)?|ressort|standort|werks|kaufmannische[r]? ?)?leiter(?:in)?|(?:bereichs|abteilungs)leitung|hoofd|avdelningschef|kierownik dzialu',
      )}(?!'s|s')|^head(?=,| - | ?$)|[,-] head$|^leitung(?! ?$)`,
    ),
  },
  {
    level: 'senior',
    word: pattern(
      `${anyWord(
        '(?<!semi )senior|distinguished|sr|snr|senior[ae]|starsz[ya]|lead|teamlead|techlead|(?:team|shift|group|crew|squad|tech|section|line|practice|floor) ?leaders?|gruppenleit(?:er|erin|ung)|teamleiter|teamleiterin|teamleitung|teamleider|leitende[rn]?|caposquadra|team ?lead|sênior',
      )}|${anyWord('principal')}(?= (?!of |at |[-(]|[(])\\p{L})|[,(/-] ?principal${ends}|^principal(?= ?[,/:-])|(?<=(?:engineer|developer|architect|scientist|consultant|manager|designer) )principal${ends}|(?<=(?:ingenieure?|analyste|gestionnaire|architecte|scientifique|concepteur|conseillere?)(?: ?\\(e\\))? )principale?(?!\\p{L})|(?<!assistant )${anyWord(
        'staff',
      )}(?= (?:[a-z\\d+#.&/,()-]+ ){0,5}(?:engineers?|engineering|developers?|designers?|scientists?|researchers?|architects?|sre|devops|manager|analysts?|programmers?|technologist|pm|sde|sdet|tpm|advocate|auditor|lead|swe|ml)(?!\\p{L}))|[,(/-] ?staff(?: level)?${ends}|(?<!\\p{L})staff ?(?:\\+|plus(?!\\p{L}))|^staff(?=, )`,
    ),
  },
  {
    level: 'entry level',
    word: pattern(
      anyWord(
        'junior|jr|entry level|(?<=[(]|- |, )entry(?=[)]|$)|graduate|graduates|new ?grads?|newgrad|new graduates?|grads?(?! (?:school|student|assistant|admission*|level))|early careers?|debutante?|jeune diplomee?|berufseinsteiger|berufseinsteigerin|berufsanfanger|absolvent|absolventin|einsteiger|quereinsteiger|mlodsz[ya]|neolaureat[oai]|neodiplomat[oi]|recien (?:graduad[oa]|titulad[oa]|egresad[oa])|sin experiencia|recem formad[oa]|afgestudeerde?|no experience(?: required| needed)?',
      ),
    ),
  },
  {
    level: 'associate',
    word: pattern(
      `${anyWord('mid level|midlevel|mid weight|midweight|mid|intermediate|medior|pleno|confirmee?|semi senior|ssr|middle(?= (?:[a-z]+ )?(?:developer|engineer|qa))')}|(?:^|[,/(-] ?)associate(?= [a-z])|^associate(?= ?(?:,|-|\\())|[,/-] ?associate$`,
    ),
  },
];

/** Further words for a level that are unambiguous only in a field or beside a label. */
export const fieldLevels: readonly { level: Level; word: RegExp }[] = [
  {
    level: 'internship',
    word: pattern(
      anyWord(
        'interns?|internships?|students?|trainee|apprentice|praktik*|werkstudent*|ausbildung|^stage|stagiaire|alternance|becari[oa]|practicas|estagi*|tirocin*|staz*|praktyk*|schuler',
      ),
    ),
  },
  {
    level: 'executive',
    word: pattern(
      anyWord(
        'executives?|exec|c level|c suite|cxo|vp|svp|evp|vice president|president|ceo|cto|cfo|coo|cio|cadre dirigeant|geschaftsfuhrung|vorstand|zarzad|direction generale|alta direccion',
      ),
    ),
  },
  {
    level: 'director',
    word: pattern(
      anyWord(
        'director|directors|head|department head|direktor|directeur|direccion|directie|direttore|dyrektor|diretor|leitung|bereichsleitung',
      ),
    ),
  },
  {
    level: 'senior',
    word: pattern(
      anyWord(
        '(?<!semi )senior|sr|snr|lead|(?<!of )staff|principal|distinguished|expert|starsz[ya]|mid senior(?: level)?|ekspert',
      ),
    ),
  },
  {
    level: 'entry level',
    word: pattern(
      anyWord(
        'entry|entry level|junior|jr|graduates?|new grad|beginner|berufseinsteiger*|berufseinstieg|ohne berufserfahrung|einsteiger|debutant|starter|sin experiencia|sem experiencia|neolaureat*|no experience*|bez doswiadczenia|mlodsz[ya]|early career',
      ),
    ),
  },
  {
    level: 'associate',
    word: pattern(
      anyWord(
        'associate|mid|mid level|middle|midweight|intermediate|medior|pleno|semi ?senior|experienced|experienced professional|berufserfahren|mit berufserfahrung|berufserfahrung|confirme|experimente|con esperienza|ervaren|doswiadczony',
      ),
    ),
  },
];

/** Every label and sentence of a description that states a level contains one of these stems. */
export const levelStems: readonly string[] =
  'senior junior level nivel niveau livello poziom stufe karrier career_stage executive graduate intermediate medior pleno sénior sênior no_experience experience_is_not no_prior no_previous keine_vorkenntnis keine_berufserfahrung keine_erfahrung ohne_vorkenntnis ohne_erfahrung ohne_berufserfahrung aucune_expérience débutant requiere_experiencia geen_ervaring'
    .split(' ')
    .map((stem) => stem.replace('_', ' '));
