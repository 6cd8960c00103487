import type { Degree } from '../../../shared/words/degrees.js';

/**
 * Words that name a degree, one line for each language (English, German and Dutch, French, Spanish, Portuguese, Italian, Polish,
 * Turkish, Indonesian and Vietnamese, Korean, Japanese and Chinese); the lowest first. Patterns read lower case with plain marks.
 */
export const degreeWords: readonly { degree: Exclude<Degree, 'none'>; words: readonly string[] }[] = [
  {
    degree: 'school',
    words: [
      'high[- ]school (?:diploma|degree|graduat\\w*|education|equivalen\\w*|or)|high[- ]school/ged|(?:\\b(?:or|a)|diploma ?[/,(]?|school ?[/,(]?|\\bhs ?/|^\\W*) ?ged\\b|\\bged\\b(?= ?(?:or\\b|/|\\(|required|equivalen|certificate|preferred|diploma|is\\b))|secondary (?:school )?(?:education|diploma|certificate)|school leaving certificate',
      '\\babitur\\b|mittlere reife|real ?schulabschluss|hauptschulabschluss|abgeschlossene schulausbildung',
      'baccalauréat(?! en| univ)|niveau bac(?![ +\\wà-ÿ])',
      'bachiller(?:ato)?\\b|secundaria completa|educación secundaria|graduado escolar',
      'ensino médio|ensino secundário|12\\.?º ano',
      'diploma di (?:scuola|maturità|istruzione)|licenza media',
      'wykształcenie średnie|średnie wykształcenie',
      'lise mezunu|en az lise',
      '(?:lulusan|pendidikan|minimal|min\\.)[^.]{0,30} (?:sma|smk|slta)\\b|\\bsma ?/ ?(?:k\\b|smk|sederajat)|tốt nghiệp thpt|tốt nghiệp (?:phổ thông|cấp 3)',
      '고졸|고등학교 졸업',
      '高卒',
    ],
  },
  {
    degree: 'vocational',
    words: [
      'vocational (?:degree|training|qualification|diploma)|trade school (?:diploma|certificate|degree)',
      '(?:abgeschlossene|erfolgreich abgeschlossene|fundierte|einschlägige|kaufmännische|technische|handwerkliche)\\w* [^.]{0,40}?(?:berufs)?ausbildung|\\w*ausbildung (?:als|zum|zur|im|in)\\b|\\bberufsausbildung\\b|\\bmbo(?:[- ]?[34])?\\b(?=[^.]{0,20}(?:niveau|opleiding|diploma|werk))',
      '\\b(?:titulaire|diplôme|diplômée?|formation|certificat|niveau)[^.]{0,20} (?:cap|bep)\\b|\\bcap ?/ ?bep\\b|\\bcap (?=cuisine|petite|pâtiss|boulang|coiff|électr|mécan|soud|maç|plomb|aepe)|\\bbac(?:calauréat)? pro\\b|titre professionnel',
      'técnic[oa](?: de nivel)?(?: superior)?(?: ?[/o] ?| o )?medi[oa]\\b|grado medio|formación profesional|ciclo formativo',
      'ensino técnico|curso técnico|nível técnico|formação técnica',
      'qualifica professionale',
      'wykształcenie zawodowe|ukończone technikum',
      'meslek lisesi',
      'tốt nghiệp trung cấp|(?:trình độ|bằng cấp):? trung cấp|\\btrung cấp trở',
    ],
  },
  {
    degree: 'associate',
    words: [
      "associate(?:'?s|s')? degrees?|associate'?s or |\\b(?:two|2)[- ]year (?:college )?degree",
      "\\bbac ?\\+ ?2\\b|\\b(?:titulaire|diplôme|diplômée?|formation|niveau|type|d'un)[^.]{0,24} (?:bts|dut)\\b",
      'técnic[oa] superior|nivel técnico superior|tecnicatura|tecnólog[oa]|grado superior',
      'ön ?lisans|yüksek ?okul\\w* mezun',
      '(?:lulusan|pendidikan|minimal|min\\.)[^.]{0,30} d ?-?(?:3|iii)\\b|\\bdiploma (?:3|iii)\\b|(?:trình độ|bằng cấp):? cao đẳng|tốt nghiệp cao đẳng|\\bcao đẳng trở',
      '전문학사|초대졸|전문대|대졸 이상 ?\\(2',
      '短大卒|専門卒|大专',
    ],
  },
  {
    degree: 'bachelor',
    words: [
      "\\bbachelor(?:'?s|s')?(?:'s)?(?: level)?(?: degrees?)?\\b|\\bb\\. ?(?:sc?|a|eng|tech|e)\\b\\.?(?= |,|\\/|$|\\))|\\bbsc?\\b(?=[ /,)]{1,3}(?:\\(?(?:in|or|degree|and|with|hons|ms|m\\.s|ma|ba|be|btech|msc?|phd|required|minimum|equivalent|computer|engineering|ee|cs)\\b))|\\bba\\b(?=/(?:bs|bsc|ma)|[ ](?:in|or|degree)\\b)|\\bb\\.?tech\\b|\\bundergraduate degree|(?:four|4)[- ]year (?:college |university )?degree|(?:university|college) degree|\\beducation(?:al)?(?: level| background)? ?: ?(?:university|college)\\b(?! students?)|\\bdegree[- ]educated|\\bany degree\\b|\\bgraduates? of (?:a |an )?b\\.?[sa]\\.?\\b|\\bdegree in\\b|\\b(?:a|relevant|technical|stem|cs|science|engineering|related) degree\\b|\\bdegree or (?:equivalent|relevant)|\\bdegree (?:is )?required",
      '\\b(?:abgeschlossenes?) (?:[\\wäöüß-]+ ){0,3}?(?:\\w*studium|hochschulstudium)|\\bstudium (?:der|im bereich|im|in|mit schwerpunkt)\\b|\\w*hochschulabschluss|\\bhbo\\b(?=[^.]{0,20}(?:niveau|opleiding|diploma|werk))',
      '\\bbaccalauréat (?:en|universitaire)|\\bbac ?\\+ ?[34]\\b|\\blicence (?:pro\\b|professionnelle|universitaire|en |de (?:droit|lettres|gestion))|niveau licence',
      '\\blicenciatura\\b|\\blicenciad[oa]s?\\b|títulos? (?:universitarios?|profesional(?:es)?|académicos?)|título (?:de licenc|de ingenier|en )|\\btitulad[oa](?:\\([oa]\\))?s?\\b|titulación (?:universitaria|superior)|\\begresad[oa](?:\\([oa]\\))?s? (?:de|en) |estudios (?:universitarios|superiores)|carrera universitaria|grado universitario',
      'ensino superior|superior completo|graduação (?:em|completa)|\\bbacharel(?:ado)?\\b',
      '\\blaurea\\b(?! magistrale| specialistica)|\\blaureat[oi]\\b',
      'wykształcenie wyższe|wyższe wykształcenie|studia wyższe|\\blicencjat',
      '(?<!yüksek )\\blisans (?:mezun|derece)|üniversite[^.]{0,90}mezun|bölüm(?:ü|ün|ler)\\S{0,12}(?: birinden)? mezun',
      '(?:lulusan|pendidikan|minimal|min\\.|gelar)[^.]{0,30} s ?-?1\\b|^\\W{0,4}s ?-?1\\b(?= ?(?:[a-z–/-]|$))|\\bsarjana\\b|\\bstrata ?1\\b|(?:trình độ|bằng cấp):? đại học|tốt nghiệp(?: chuyên ngành)? đại học|bằng đại học|\\bđại học trở lên',
      '(?<!전문)학사(?! ?(?:행정|관리|일정))|4년제|대졸|대학교? ?졸업',
      '大卒|学士|本科',
    ],
  },
  {
    degree: 'master',
    words: [
      "\\bmaster(?:'?s|s')? (?:level degrees?|degrees?|level|of (?:science|arts|business|engineering|public|social|education|health|laws?|fine)|(?=or (?:ph|doct|higher|equivalent))|in (?:computer|engineering|business|data|science|a |one|statistics|economics|finance|social|informatics|it|the))|\\bmaster(?:'s|s'|s)\\b(?= ?(?:$|[,/)]|or |and |preferred|required))|\\bm\\. ?(?:sc?|a|eng|tech)\\b\\.?(?= |,|/|$|\\))|\\bmsc\\b|\\bms\\b(?=(?:/| or )(?:ph|m)| (?:in|degree)\\b(?! office))|\\bmba\\b|\\bmph\\b|\\bmsw\\b|\\b(?:graduate|advanced|postgraduate|post-graduate) (?:level )?degree",
      '\\bmaster(?:abschluss|studium)\\b',
      "\\bbac ?\\+ ?5\\b|(?:grande )?école (?:supérieure )?(?:d'ingénieur|de commerce|de management)|diplôme d'ingénieur|\\bmaster en\\b|\\bmaster\\b(?= (?:informatique|ou |2|1))",
      'maestría|\\bmáster\\b|\\bposgrado\\b',
      '\\bmestrado\\b|pós-graduação',
      'laurea (?:magistrale|specialistica)',
      'wykształcenie wyższe magisterskie|tytuł magistra',
      'yüksek lisans',
      '(?:lulusan|pendidikan|minimal|min\\.|gelar)[^.]{0,30} s ?-?2\\b|thạc sĩ',
      '석사(?! ?(?:과정|출신))|석 ?[/·,] ?박사',
      '修士|硕士|碩士',
    ],
  },
  {
    degree: 'doctorate',
    words: [
      '\\bph\\.? ?d\\b\\.?s?(?: degree)?|\\bdoctora(?:te|l degree)|\\bdr\\.-|\\bpharm\\.?d\\b|\\bjuris doctor|\\bj\\.?d\\.?\\b(?= (?:degree|or|from|required))',
      '\\babgeschlossene promotion\\b|\\bpromoviert',
      '\\bdoctorat\\b',
      '\\bdoctorado\\b|\\bdoutorado\\b|\\bdottorato\\b|\\bdoktora\\b',
      '박사(?! ?(?:들|과정|출신))|博士|tiến sĩ',
    ],
  },
];
