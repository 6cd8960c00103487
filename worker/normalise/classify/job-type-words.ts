import type { JobType } from '../../../shared/words/words.js';

/** Engagements in order of precedence: the kind of contract, then the hours; "permanent" is last, as it may be part time. */
export const engagements = [
  'internship',
  'volunteer',
  'contract',
  'temporary',
  'full time',
  'part time',
  'permanent',
] as const;
export type Engagement = (typeof engagements)[number];

/** The job type of an engagement, in the vocabulary of requests. */
export const typeOf = (engagement: Engagement): JobType => (engagement === 'permanent' ? 'full time' : engagement);

/**
 * Every word for an engagement, one line for each language, in the notation of `anyWord`. They decide what a field or a
 * label's value means.
 */
export const engagementWords: Record<Engagement, string> = {
  internship: [
    'interns?|internships?|trainees?|traineeship|apprentices?|apprenticeships?|co op|placement(?: year)?|student placement|working student',
    '*praktik(?:um|a|ant|antin|anten)|werkstudent*|studentische hilfskraft|studentische aushilfe|hiwi|auszubildende[rn]?|ausbildung|ausbildungsplatz|azubi*|lehrling|lehrstelle|lehre|duales? studi*|dual study|abschlussarbeit|masterarbeit|bachelorarbeit|diplomarbeit',
    '(?<!early |late |later |seed |growth |any |next |pre |career |first |final |multi |startup |at |this |every |each |on )stages?(?! \\d)|stagiaires?|alternance|alternante?|apprentie?s?|apprentissage|contrat pro|contrat de professionnalisation|professionnalisation',
    'practicas|practicantes?|becari[oa]s?|becas?|pasantes?|pasantias?|aprendiz|aprendizaje|en formacion|contrato formativo',
    'stagiair|*stage|stageplaats|stageplek|stageopdracht|leerling|leer werk*|leerwerk*|bbl|leerbaan',
    'estagi*|jovem aprendiz|menor aprendiz',
    'stagist[ai]|tirocin*|apprendist*',
    'staz|stazyst[ak]*|prakty[ck][ia]|praktyk|praktyka|praktykant*|stazu',
    'elev|larling|praktikplats|harjoittelija|harjoittelu|thuc tap*|magang|staj|stajyer|gyakornok|staziste?|стажировка|стажер',
    '实习|實習|インターン|인턴|実習',
  ].join('|'),
  volunteer:
    'volunteers?|volunteering|voluntary|unpaid|pro bono|ehrenamt*|freiwilligendienst|freiwillige[rs]?|bundesfreiwilligendienst|fsj|benevol*|volontaires?|volontariato|volontari[oa]|voluntari[oa]s?|voluntariado|vrijwillig*|wolontari*|frivillig*|волонтер*|ボランティア|志愿|义工|志工|자원봉사',
  contract: [
    '(?<!permanent |vast |vaste |vaste dienst |employment |tijdelijk |arbeids|nuluren|indefinite |jaar)contract(?! type)|contract to hire|contractors?|contracting|contractual|contract based|c2c|c2h|corp to corp|1099|freelanc*|self employed|selfemployed|independent|independent contractor|contingent|contingent worker|ftc|ir35',
    'freiberuf*|freie[rn]? mitarbeit*|selbst(?:st)?andig*|werkvertrag|honorarbasis',
    'independante?|auto entrepreneur|portage salarial|interim|interimaire|mission d.interim',
    'autonomo|por obra|por proyecto|obra o servicio|obra y servicio|servicios profesionales|por honorarios|honorarios|freelance',
    'zzp|zzper|zzp.er|zelfstandige?|detachering|interim opdracht',
    'prestador de servicos|prestacao de servicos|pj|pessoa juridica|recibos verdes',
    'partita iva|p\\.? ?iva|libero professionista|libera professione|collaborazione|co\\.?co\\.?co\\.?|a progetto|prestazione occasionale',
    '(?:umowa )?zlecenie|umowy zlecenia|umowa zlecenia|umowa o dzielo|umowa cywilnoprawna|b2b|kontrakt|samozatrudnienie|wlasna dzialalnosc',
    'konsult|konsultuppdrag|szabaduszo|avtale|договор гпх|фриланс',
    '契約社員|業務委託|派遣|约聘|約聘|合同工|合同制|外包|계약직|프리랜서|フリーランス',
  ].join('|'),
  temporary: [
    'temp|temporary|per diem|seasonal|fixed term|limited term|term limited|(?:summer|holiday|winter|vacation) job|(?:maternity|paternity|parental|adoption)(?: leave)? cover|interim position',
    'befrist*|zeitarbeit|aushilf*|saison(?:al|arbeit*|kraft|stelle|job)?|ferienjob|elternzeitvertretung|schwangerschaftsvertretung',
    'cdd|duree determinee|temporaire|saisonni*|vacataire|remplacement|extra',
    'temporal|temporales|eventual|fijo discontinuo|duracion determinada|plazo fijo|interinidad|interino',
    'tijdelijk*|bepaalde tijd|seizoen*|vakantiewerk',
    'temporari[oa]|(?:a )?termo certo|a termo|prazo determinado|sazonal',
    '(?:tempo )?determinato|stagionale|sostituzione maternita',
    '(?:czas )?okreslony|zastepstwo|tymczasow*|sezonow*|dorywcz*',
    'vikariat|visstid*|midlertidig*|tidsbegransad|maaraaikai*|brigada|dohoda|временная|сезонная|gecici|donemsel|hatarozott',
    '临时|臨時|임시|有期|短期',
  ].join('|'),
  'full time': [
    'weekly hours ?[:-]? ?(?:3[5-9]|4[0-2])(?:[.,]\\d+)?|full times?|ft|fulltime|fte|full day|(?:8|eight) hour days|(?<![\\d.,])(?:3[5-9]|4[0-2])(?:[.,]\\d+)? ?(?:hours?|hrs?|h|std|stunden|wochenstunden|uur|heures|horas|ore)(?! (?:days?|shifts?|of|notice|time off|ago|after))',
    'vollzeit*|voll(?=(?: |/|, | oder | und | bzw\\.? )teilzeit)|ganztags*|ganztagig',
    'temps plein|temps complet|plein temps|a temps plein',
    'jornada completa|tiempo completo|tiempo integral|completa|full time',
    'voltijds?|full time',
    'tempo integral|tempo inteiro|periodo integral|regime integral|horario completo|integral|tempo completo',
    'tempo pieno|pieno',
    '(?:pelny|caly|pelen|pelnego) etatu?|pelny wymiar|pelnym wymiarze|pelnoetatow*',
    'heltid*|fuldtid*|kokopaivai*|kokoaikai*|norma intreaga|full norma|plny uvazek|plny pracovny|teljes munkaido*|teljes allas|tam zamanlı|toan thoi gian|penuh waktu|waktu penuh|полная занятость|полный (?:рабочии )?день|повна заинятість',
    '全职|全職|正职|正職|正社員|フルタイム|정규직|풀타임|常勤',
  ].join('|'),
  'part time': [
    'weekly hours ?[:-]? ?(?:[5-9]|1\\d|2\\d|3[0-2])(?:[.,]\\d+)?(?![\\d.,])|part times?|pt|parttime|half time|halftime|(?<![\\d.,])(?:[5-9]|1\\d|2\\d|3[0-2])(?:[.,]5)? ?(?:hours?|hrs?|h|std|stunden|uur|heures|horas|ore)\\.? ?(?:per|an?|/|pro|par|por|in der|each) ?(?:week|wk|w|woche|semaine|semana|settimana)',
    'teilzeit*|halbtags*|mini ?jobs?|midijob|neben ?job|(?:450|520|538|556|603) ?(?:€|euro)? ?(?:job|basis)|geringfugig*',
    'temps partiel|mi temps|tiers temps',
    'media jornada|jornada parcial|jornada reducida|tiempo parcial|medio tiempo|parcial|por horas|fines de semana',
    'deeltijds?|bijbaan|bijbaantje|weekendbaan',
    'meio periodo|tempo parcial|regime parcial|part time',
    'tempo parziale|parziale',
    '(?:pol|niepelny|niepelnego|czesc|czesci|1/2|3/4|1/4) etatu?|niepelny wymiar|niepelnym wymiarze|niepelnoetatow*',
    'deltid*|osa aikai*|osaaikai*|zkraceny uvazek|castecny uvazek|skrateny uvazok|reszmunkaido*|norma partiala|part norma|yarı zamanlı|ban thoi gian|paruh waktu|частичная занятость|неполная занятость|неполный день',
    '兼职|兼職|パート|アルバイト|아르바이트|파트타임|非常勤',
  ].join('|'),
  permanent: [
    'permanent|perm|permanently|regular|direct hire|salaried|indefinite',
    'unbefristet*|festanstellung|feste[rn]? ?anstellung|fest angestellt|angestelltenverhaltnis',
    'cdi|duree indeterminee|emploi permanent|titulaire',
    'indefinid[oa]|(?:contrato )?fijo|planta|plazo indeterminado|termino indefinido|de planta',
    'vast|vaste (?:baan|dienst|aanstelling|functie)|vast contract|onbepaalde tijd|vast dienstverband',
    'efetiv[oa]|clt|sem termo|prazo indeterminado|tempo indeterminado',
    '(?:tempo )?indeterminato',
    '(?:czas )?nieokreslony|stala (?:praca|umowa)|umowa stala',
    'fast anstallning|fast stilling|fastansaettelse|tillsvidare*|vakituinen|hlavni pracovni pomer|hpp|pracovni smlouva|nedeterminata|постоянная',
    '無期',
  ].join('|'),
};
