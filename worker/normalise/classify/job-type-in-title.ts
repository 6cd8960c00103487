import { readOnce } from '../text/read-once.js';
import { anyWord, foldForMatching } from './fold-for-matching.js';
import type { Engagement } from './job-type-words.js';
import { mayName } from './title-stems.js';

/** Words after "intern", "volunteer" or "contract" that make the title that of a person who deals with them. */
const handlers =
  '(?! (?:program(?:me)?s?(?= \\p{L})(?! (?:for|in|at|with|summer|spring|fall|winter)(?!\\p{L}))|managers?|management|coordinators?|lead|specialist|administrator|administration|officer|director|advisor|adviser|supervisor|relations|success|services|support|engagement|experience|liaison|mentor|trainer|negotiat\\p{L}*|admin|clerk|processor|law|lawyer|attorney|analyst|compliance|lifecycle|life cycle|counsel|pricing|cleaning|catering|research|manufacturing|logistics|furniture|recruitment|recruiting|affairs|careers?|employment|hiring|operations|outreach|development|talent|acquisition|matters|sales|house|betreu\\p{L}*|koordin\\p{L}*))';
/** The same after "contract", where a recruiter is one on a contract. */
const contractHandlers = handlers.replace(
  /\|(?:recruitment|recruiting|hiring|talent|acquisition|sales|research)(?=[|)])/g,
  '',
);
/** Words before them that do the same. Whole words: "der" must not match in "welder". */
const notBehind =
  "(?<!(?:leiter|leitung|betreuung|(?<!\\p{L})(?:responsable|chargee?|coordinat\\p{L}*|gestionnaire|responsabile|coordinador|referent|recrutement|(?:manager|head|director|recruiter)(?= of | for |,)|smart|general|government|sub|for|of|der|des|de l'|fur)) (?:de |des |d'|of |stages? et )?)";

const parted = '(?:^|[(\\[|,;:/]|(?<!\\p{L})- ) ?';
const ends = '(?= ?(?:$|[)\\]|,;:/]| -))';

/** Weekly hours and shares of full time, as German, Austrian, Swiss and Dutch titles have them. */
const fullHours =
  'voll(?= ?(?:/|,|oder|und|bzw\\.?|&|-|o\\.) ?teilzeit)|(?<![\\p{N}.,])(?:3[5-9]|40)(?:[.,]\\p{N}+)? ?(?:h|std|stunden|wochenstunden|hours?|hrs?|uur|horas|heures)(?![\\p{L}\\p{N}])|[4-9]\\p{N} ?%? ?(?:-|bis|to|/)? ?100 ?%|(?:[(\\[|,-] ?|\\p{L} (?=100 ?%$))100 ?%(?= ?(?:$|[)\\]|,;]))';
const partHours =
  '(?<![\\p{N}.,])(?!24)(?:1\\p{N}|2\\p{N}|3[0-2])(?:[.,]\\p{N}+)? ?(?:std|stunden|wochenstunden|uur)(?![\\p{L}\\p{N}])|(?<![\\p{N}.,])(?:[5-9]|1\\p{N}|2\\p{N}|3[0-2]) ?(?:h|hours?|hrs?|heures|horas)\\.? ?(?:/|per|pro|a|par|por) ?(?:w|wk|week|woche|semaine|semana)(?!\\p{L})|(?:[(\\[|,-] ?|(?<=\\p{L} )(?=\\p{N}+ ?%? ?-? ?\\p{N}+ ?%$))(?:[2-9]0|[2-9]5) ?%?(?: ?(?:-|bis)? ?(?:[2-9]0|[2-9]5))? ?%(?= ?(?:$|[)\\]|,;]))';

/** "PT" is part time, but that of physical therapists and personal trainers is not. */
const bodies = '(?:therap|physio|rehab|outpatient|inpatient|acute|home health|clinic|trainer|patient)';
const partTimeShort = `(?<!${bodies}[^\\n]{0,60})(?:(?:[(|,/-] ?)pt${ends}|^pt(?= ?[-|:] ))(?![^\\n]{0,60}${bodies})`;

/** Words of titles for an engagement, in order of precedence. */
const inTitle: readonly { engagement: Engagement; word: RegExp }[] = [
  {
    engagement: 'internship',
    word: new RegExp(
      [
        `${notBehind}${anyWord('intern|internship|apprentice|apprenticeship|trainee program|student intern|externship|summer extern')}${handlers}`,
        `${notBehind}${anyWord('internships')}(?= ?(?:$|[)\\]|,;:/]| -|\\d))|${anyWord('summer (?:analyst|associate|vacation scheme|internships?)|(?:spring|autumn|insight) week|off cycle (?:analyst|associate)|industrial placement|placement (?:year|student)|year in industry|vacation scheme|pflichtpraktik*|praxissemester')}${handlers}`,
        `${notBehind}${anyWord('interns')}${ends}`,
        `${notBehind}${anyWord(
          'trainee|traineeship|working student|*praktik(?:um|ant|antin)|werkstudent|werkstudentin|studentische hilfskraft|auszubildende[rn]?|ausbildung|azubi|lehrling|duales studium|masterarbeit|bachelorarbeit|abschlussarbeit|stagiaires?|alternance|alternante?|apprentie?|becari[oa]|practicante|pasante|aprendiz|stagiaire?|meewerkstage|afstudeerstage|werkstage|estagiari[oa]|estagio|jovem aprendiz|stagista|tirocin(?:io|ante)|apprendista|stazyst(?:a|ka)|praktykant|praktykantka|staz|praktyki|thuc tap sinh|magang|stajyer|インターン|实习|實習|인턴',
        )}(?! (?:manager|coordinat\\p{L}*)(?! ?$))`,
        `${parted}practicas(?! (?:clinicas|externas))`,
        `${parted}stage(?! (?:\\d|managers?|hands?|crew|technician|director|designer?|door|lighting|light|sound|production|management|actor|gate|combat|carpenter|electrician|rigger|left|right|one|two|three|operator|supervisor|works?|coach|performer|artist|and|engineer|builder))(?=[ :)\\]]|$)|${parted}stages?(?= ?(?:-|:|\\(|en |de |d'|20\\d\\d))|(?<=\\p{L} )stage(?= ?(?:\\(|-|$|20\\d\\d|\\d+ (?:mois|mesi|maanden)))(?<!(?:early|late|later|seed|growth|any|next|career|first|final|main|multi|two|on|the|back|sound|live|stand|center|second|upper|development) stage)`,
        `(?:[-(,|/] ?|(?:summer|winter|fall|spring|engineering|or|student) )co op${ends}|co op (?:student|intern|position|program)`,
        '(?<!\\p{L})student worker(?!\\p{L})',
      ].join('|'),
      'u',
    ),
  },
  {
    engagement: 'volunteer',
    word: new RegExp(
      `${notBehind}${anyWord('volunteer')}${handlers}(?! recruiter)|${anyWord('benevole|ehrenamtlich*|vrijwilligers?|voluntari[oa]|volontario|volontaria|wolontariusz*|wolontariat')}`,
      'u',
    ),
  },
  {
    engagement: 'contract',
    word: new RegExp(
      [
        `^contract$|^contract${contractHandlers}(?= \\p{L})`,
        `[-(\\[|,/] ?contract(?: role| position| job| assignment| basis)?${ends}`,
        `${anyWord('(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen) (?:months?|mos?|weeks?|years?) contract|fixed term contract|contract to hire|contract role|contract position|independent contractor|ftc|(?:inside|outside) ir35|1099|corp to corp|self employed')}`,
        `(?:[-(\\[|,/] ?|^)contractor${handlers}`,
        `(?<!(?:general|sub|roofing|electrical|hvac|mechanical|plumbing|government|defen[cs]e|federal|painting|building|civil|prime|for|of|to|with|the|an?|and|&) )(?<=\\p{L} )contractor${ends}`,
        `${anyWord('(?:engineer|developer|designer|analyst|consultant|writer|recruiter) contractor')}${ends}`,
        `${anyWord('freelance|freelances|freelancers?|freiberuflich*|freie[rn]? mitarbeiter*|independante?|zzp|zzp.er|umowa zlecenie|zlecenie|umowa o dzielo|partita iva')}(?! (?:programs?|programmes?|managers?|management|coordinators?|relations|success|marketplaces?|platforms?|community|economy|networks?(?! manager)))`,
        `(?:[(\\[|,/-] ?)c2c(?: only| contract)?${ends}|[(\\[] ?b2b ?[)\\]]|業務委託|契約社員|派遣`,
      ].join('|'),
      'u',
    ),
  },
  {
    engagement: 'temporary',
    word: new RegExp(
      anyWord(
        'temp(?! (?:control|sensor|probe))|temporary(?! (?:accommodation|housing|shelter|works|protection|traffic|exhibitions?|power))|seasonal(?! (?:brand |product )?(?:campaigns|collections?|merchandising|menus?|planning|trends?|forecasting|affective|flu|allergies|demand|products|content|marketing))|fixed term|(?:maternity|paternity|parental)(?: leave)? cover|interim|summer job|befristet*|aushilf*|saisonkraft|elternzeitvertretung|ferienjob|(?<!(?:kyc|aml|prevention|fraud|compliance|crime|diligence|risk|of)[^\\n]{0,40})cdd(?![^\\n]{0,40}(?:kyc|aml|analyst|officer|specialist|associate|review|compliance|team|manager|operations))|interimaire|saisonnier|(?:contrato|trabajo|puesto|empleo|vacante|personal) temporal|(?<=[(] ?)temporal(?= ?[)])|tijdelijk*|vakantiewerk|temporari[oa]|tempo determinato|stagionale|tymczasow*|sezonow*|zastepstwo|vikariat|臨時|临时',
      ),
      'u',
    ),
  },
  {
    engagement: 'full time',
    word: new RegExp(
      `${anyWord(
        'full time|fulltime|vollzeit|temps plein|temps complet|plein temps|jornada completa|tiempo completo|voltijds?|tempo integral|periodo integral|tempo inteiro|tempo pieno|(?:pelny|caly|pelen) etat|heltid|fuldtid|フルタイム|正社員|全职|정규직',
      )}|(?:[(|,/-] ?)(?:ft|vz)${ends}|(?<=\\p{L} )vz(?= ?(?:/|$|[(]| oder| und))|^ft(?= \\p{L}| ?[-/|:])|(?<=\\p{L} )ft(?=-|$| \\(| - )|${fullHours}`,
      'u',
    ),
  },
  {
    engagement: 'part time',
    word: new RegExp(
      `${anyWord(
        'part time|parttime|half time|teilzeit|halbtags|minijob|nebenjob|temps partiel|mi temps|media jornada|jornada parcial|medio tiempo|tiempo parcial|deeltijds?|bijbaan|meio periodo|tempo parcial|tempo parziale|(?:pol|niepelny|czesc) etatu?|deltid|パート|アルバイト|兼职|아르바이트',
      )}|(?:[(|,/-] ?)tz${ends}|(?<=\\p{L} )tz(?= ?(?:/|$|[(]))|${partTimeShort}|${partHours}`,
      'u',
    ),
  },
  {
    engagement: 'permanent',
    word: new RegExp(
      `(?:[(|,/]|- ) ?(?:permanent|perm|regular)${ends}|${anyWord('cdi|unbefristet*|festanstellung|contrato indefinido|vast contract|tempo indeterminato|umowa na stale')}`,
      'u',
    ),
  },
];

/** "A great alternative to part-time work". */
export const alternative = /(?<!\p{L})(?:alternative to|instead of|better than|not an?) /iu;

/** The engagements that a title names, in order of precedence; none of "Contract Manager", "Internship Coordinator", "Stage Manager". */
export const titleEngagements = readOnce(
  (title): readonly Engagement[] => {
    const text = foldForMatching(title);
    if (!mayName('engagement', text) || alternative.test(text)) return [];
    return inTitle.filter(({ word }) => word.test(text)).map(({ engagement }) => engagement);
  },
  { most: 1000, longest: 300 },
);
