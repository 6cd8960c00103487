import { readOnce } from '../text/read-once.js';

/** Words that mark an amount as pay, in the languages of postings. "Competitive salary" says nothing about an amount. */
const pay = [
  '(?<!competitive |attractive |great |generous |\\dx |\\d x |times |times your |times annual |times base )(?:salary|salaries|compensation|remuneration|wages?)(?! (?:review|increase|sacrifice))',
  '(?:salary|compensation|pay|wage)(?= (?:(?:starting|starts)(?: at| from)?|of|from|between|ranging|ranges|up to|is) ?[¤$£€])|(?:paying|pays)(?= ?[¤$£€])',
  '(?:base|basic|hourly|annual|starting|total|gross|monthly|weekly|daily|target|cash|commencing|guaranteed) (?:pay|comp|compensation|earnings|income|rate|package|ote)(?! reviews?)',
  "pay (?:ranges?|rates?|scales?|bands?|grades?|details|is|will|for|of|from|between|starts|ranges|transparency)|rates? of pay|pay ?[:(-]|payrate|we(?:’ll|'ll)? pay|pays(?! for)",
  "(?:you(?:’ll|'ll| will| can)?|drivers|earners|employees|staff) (?:earn|make|average)(?= ?(?:up to|from|between|an?|at least|over|around|[¤$£€\\d]))|earn(?:ings?)?(?: potential)?(?= (?:up to|from|between|of|[¤$£€\\d]))|start(?:s|ing)? (?:at|on|from)(?= ?[¤$£€])|earning potential",
  '(?:hourly|day|daily|contract|pay) rate|rate ?[:-]|^rate\\b|ote|on[- ]target earnings|ctc|lpa|salary description|comp(?: range)?(?= ?[:(¤$£€\\d]| for)|per annum|p\\.a\\.|pro[ -]rata|depending on experience|doe|commensurate',
  '(?:base|hiring) ranges?(?= (?:for|is|are|of|in))|(?<=^ ?|[:;|(-] ?)(?:horaire|mensuel|annuel)(?: brut)? de(?= ?[¤\\d])|the (?:full |expected |anticipated |hiring |target |posted )?range (?:is|for)|(?:hiring|typical|posted) range(?= is| for| of|:)|salarisschaal|loonschaal|schaal \\d+|(?:entgelt|tarif|gehalts)gruppe|gratification de stage|indemnité de stage|заплата|μισθός|lương|thu nhập|เงินเดือน|\\p{L}*palkka|ücret',
  'budget(?:ed|ing)? [¤$£€][^.]{0,30}for (?:this|the) (?:role|position|job|hire)|budget(?:ed)? for (?:this|the) (?:role|position|job|hire|vacancy|post)|fixum',
  '(?:fixe|fixed|base|basic)(?= ?:? ?[¤$€£])|(?<=¤ ?)(?:base|basic|fixed|fixe|fix|gross|brute?|brutto|lord[oi])',
  'package(?= (?:of|up to|entre|de|von|zwischen|[¤$£€])| ?:)|c2c|w-?2|ir35|\\bfte\\b',
  '\\p{L}*gehalt\\p{L}*|\\p{L}*verg[üu]tung|\\p{L}*lohn|\\p{L}*entgelt|verdien(?:s?t|en)?|(?:jahres|monats)brutto|tagessatz|stundensatz|brutto|netto',
  'salaires?|r[ée]mun[ée]ration|fourchette salariale|tjm|t(?:arif|aux) journalier|smic|brut(?:e|s)?(?! force)|package annuel',
  'salario|sueldo|renta (?:l[ií]quida|bruta)|remuneraci[óo]n|retribuci[óo]n|banda salarial|brutos?|salariales?',
  'ral|retribuzione|stipendio|compenso|lord[oi]',
  'vencimento|atlyginimas|atalgojums|pla[čć]a|neto|sal[áa]rio|remunera[çc][ãa]o|faixa salarial',
  'salaris|loon|brutoloon|maandsalaris|uurloon|uurtarief|dagtarief|bruto',
  'wynagrodzeni[ea]|widełki|pensja|płaca|stawk[ai]|zarobki',
  '\\p{L}*lön|\\p{L}*lønn?|plat|mzda|bér|salariul?|שכר|зарплата|оклад|gaji|maaş|sueldo',
  '年収|月収|月給|時給|日給|給与|基本給|年俸|年薪|月薪|月给|底薪|薪资|薪資|연봉|월급|시급|급여|임금',
].join('|');

/** Words that mark an amount as something else: benefits, money of the company or its customers, prices, sizes. */
const notPay = [
  'sign(?:ing|[- ]on)|(?:for|na|dla|voor|für|pour) sport(?:s|u)?(?= *(?:and|or|$|[.,;)]))|multisport|(?:sign(?:ing|[- ]on)?|referral|retention|welcome|joining|relocation|performance|annual|quarterly|yearly|completion|spot|holiday|christmas)[ -](?:bonus(?:es)?|grant)|bonus(?:es)?|bonos?|primes?|\\p{L}*prämie|premi[eao]|gratificaci[óo]n|plus de|pa(?:y|ys|id|ying) out|payouts?|learning wallet|incentive target|target incentive|(?:cash|annual(?:ized)?) (?:cash )?variable incentive|incentives? (?:of|up to|from|worth)|(?:daily|weekly|monthly|quarterly) incentives?',
  'stipends?|dofinansowani[ea]|dopłat[ay]|kart[ay]|kafeter\\p{L}*|nagrod[ay]|ubezpieczeni\\p{L}*|vales? (?:de|despensa)|v[art](?= (?:de )?[¤r])|fondo de ahorro|parrainage|referral (?:rewards?|fees?|payments?|amounts?)|cheques?|en especie|in natura|subvenci[oó]n|subvention|ayudas?|auxílio|subsídio|rimborso|contributo|tegemoetkoming|reimburse\\p{L}*|allowances?|budgets?|budżet|per diem|expenses?|vouchers?|gift ?cards?|credits?|subsid\\p{L}+|zuschuss|\\p{L}+zuschuss|\\p{L}*budget|\\p{L}*vergoeding|vale[- ]\\p{L}+|tickets? restaurante?s?|tarjeta|buoni|friskvård\\p{L}*|differential',
  '40[13] ?_?[kb]_?|rrsp|hsa|fsa|match(?:ing|es|ed)?|pensions?|retirement|superannuation contribution|contributions?|insurance|insured|coverage|covered|(?:life|liability|illness|accident|income|death) (?:cover|assurance|protection)|death in service|deductibles?|premiums?|co-?pay|medical|dental',
  'tuition|scholarships?|courses?|conferences?|training|education(?:al)?|learning|weiterbildung\\p{L}*|formaci[óo]n|formation|formazione|formação|\\p{L}*opleiding\\p{L}*|kurs(?:y|e|er)?|szkole\\p{L}+|wellness|wellbeing|fitness|gym|home[- ]?office|office set-?up|set-?up|equipment|laptop|macbook|workstation|internet|phone|mobile|commut\\p{L}*|parking|transit|travel(?! (?:nurses?|rns?|lpns?|cnas?|therapists?|techs?|assignments?|contracts?|positions?|jobs?))|books?|meals?|lunch(?:es)?|food|childcare|donat\\p{L}*|charit\\p{L}*|perks?',
  '(?:relocation|severance|benefits?|equity|stock|training) package|relocation|moving|visa fees?|uniforms?|deposit|trial day|work day|test day|interview|prizes?|bount(?:y|ies)|awards?|grants?|hackathon|fundrais\\p{L}*|raised?|raising|funding|funded|backed|series [a-h]|seed|pre-seed|invest(?:ed|ment|ments|or|ors|ing)?|valuation|valued|market cap|venture',
  '\\p{L}*vermögen|patrimoine|fatturato|chiffre d.affaires|levée|facturaci[óo]n|omzet|omsätt\\p{L}*|revenues?|arr|mrr|gmv|turnover|umsatz|sales target|sales of|in sales|profits?|ebitda|aum|assets|portfolio|p&l|under management|budgetary|acv|tcv|contract value|deals?|deal size|quotas?|targets? of|pipeline|order value|average order|basket',
  '(?<!for )(?:customers?|clients?|users?|families|households|patients?|companies|businesses|merchants|hospitals|subscribers?|seats?|members)(?! (?:success|service|support|facing|care|experience))',
  'transactions?|volume|payments processed|spend(?:ing|s)?|spent|sav(?:e|es|ed|ing|ings)|cost(?:s|ing)?|price[ds]?|pricing|fees?|subscriptions?|plans?|discounts?|rebates?|loans?|mortgages?|debts?|invoices?|fines?|penalt(?:y|ies)|violations?|worth|homes|houses|properties|industry|market|economy|sector|opportunity|deposits?|purchase[ds]?|orders?|bitcoin|product|software|app|platform|tool',
  'rsus?|stock grants?|options? worth|stock options|shares|equity (?:worth|grant|package|value)|vest(?:ing|s|ed)?|in (?:stock|options|rsus)|in equity',
  '(?:per|/) ?(?:user|seat|mile|km|employee|patient|child|head|licen[cs]e|hire|referral|word|delivery|item|unit|article|task|project)|for every|each referral|per quarter|per lesson|a mile|mileage|square|sq\\.? ?ft',
  'towards?|rent(?:al|s)?|claims?|handl(?:e|es|ed|ing)|process(?:es|ed)?|refer(?:s|red|ring)?|winners?|wins?|gifts?|studies|desks?|chairs?|screens?|licen[cs]es?|research|compensates? for|damages?|awarded|lawyers?|attorneys?|experience managing|managing|manage[sd]?|responsible for (?:a|the)|oversee(?:ing)?|own(?:ing)? a|tips?(?= (?:of|averag|total|worth|up to))|tip average|gdp|(?:housing|accommodation|lodging|room(?: and board)?|board|apartments?|flats?|unterkunft|logement)(?= (?:is |are )?(?:provided|available|offered|costs?|for|from|at))|zip|postcode|phone|tel|fax|req(?:uisition)?(?: id)?|job (?:id|number)|reference',
].join('|');

/**
 * The words of `notPay` that also exclude a plain range of the size of pay, wherever they are in its part of the sentence. The
 * others are common in titles, teams and sentences about the job ("Product Manager", "this opportunity", "managing").
 */
const firm = [
  'sign(?:ing|[- ]on)|\\p{L}*bonus(?:es)?|bonos?|primes?|prämie|premie|incentive target|target incentive|(?:cash|annual(?:ized)?) (?:cash )?variable incentive|incentives? (?:of|up to|from|worth)|(?:daily|weekly|monthly|quarterly) incentives?',
  'stipends?|reimburse\\p{L}*|parrainage|referral (?:rewards?|fees?|payments?|amounts?)|allowances?|per diem|vouchers?|gift ?cards?|subsid\\p{L}+|\\p{L}*zuschuss|vale[- ]\\p{L}+|differential|rimborso|ayudas?|budgets?(?! for (?:this|the))|\\p{L}+budget|\\p{L}+vergoeding',
  '40[13] ?_?[kb]_?|rrsp|hsa|fsa|match(?:ing|es|ed)?|superannuation contribution|coverage|covered|(?:life|health|disability|liability|accident) insurance|(?:life|liability|illness|accident|income|death) (?:cover|assurance|protection)|death in service|deductibles?|premiums?|co-?pay|tuition|scholarships?|perks?',
  '(?:relocation|severance|equity|stock|training) package|deposits?|prizes?|bount(?:y|ies)|fundrais\\p{L}*|donat\\p{L}*|raised?|raising|funded|series [a-h]|seed|pre-seed|invested|valuation|valued|market cap|venture capital|funding',
  '\\p{L}*vermögen|patrimoine|fatturato|chiffre d.affaires|facturaci[óo]n|omzet|omsätt\\p{L}*|commissions? (?:of|up to|capped|from|between|averag\\p{L}*)|average (?:ticket|order|deal|sale|loan|price|contract|transaction)|accounts (?:of|between|from)|annual income|won|settle(?:d|ments?)|arr|mrr|gmv|turnover|umsatz|sales target|sales of|in (?:\\p{L}+ )?sales|ebitda|aum|under management|acv|tcv|(?:project|deal|contract|order|asset|property|account|transaction) values?|deals|charg(?:e|es|ed|ing)|deal size|quotas?|pipeline|order value|average order|in revenues?|revenues? of|in profits?|profits? of',
  'payments processed|spen(?:d|ds|t)|sav(?:e|es|ed|ings)|pa(?:y|ys|id|ying) out|payouts?|rebates?|invoices?|fines?|penalt(?:y|ies)|debts?|bitcoin|worth|homes|houses|properties|price[ds]?|cost(?:s|ing)',
  'rsus?|stock grants?|options? worth|stock options|shares|equity (?:worth|grant|package|value)|vest(?:ing|s|ed)|in (?:stock|options|rsus)|in equity',
  '(?:per|/) ?(?:user|seat|mile|km|employee|patient|child|head|licen[cs]e|hire|referral|word|delivery|item|unit|article|task|project)|for every|each referral|per quarter|per lesson|mileage|sq\\.? ?ft|rent|winners?|gifts?|damages?|awarded|gdp|households?|loans of|loans (?:from|between)|mortgages of',
].join('|');

/** Words for benefits and money of the company in scripts without spaces. */
const notPayJoined =
  /补贴|補貼|补助|補助|津贴|津貼|手当|奖金|賞与|資本金|注册资本|融资|融資|売上|营业额|公积金|予算|预算|交通費|交通费|通勤|복지|식대|상여|식비|교통비|지원금|자본금|매출|보너스|포인트|예산|경조|결혼|출산|축하|추천|자기 ?계발|자기 ?개발|상당|한도|육아|동호회|사내 ?모임|회식|워크(?:샵|숍)|검진|휴가비|장려금/gu;

/** Texts are lower-cased before: patterns that ignore case take three times as long to compile. */
const flags = 'gu';
const word = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, flags);
const payPattern = new RegExp(`(?<![\\p{L}])(?:${pay})(?![\\p{L}\\d])|[年月時日][収給给薪]|[연월시][봉급]`, flags);
const notPayPattern = word(notPay);
const firmPattern = word(firm);

/** The position of a word in a text. */
export type WordAt = { start: number; end: number };

const letter = /\p{L}/u;

/** A text in lower case, of the same length; the few texts that would change theirs stay. */
function lowered(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

/** Every word has a letter: a text of figures alone is not searched. */
const all = (pattern: RegExp, text: string): WordAt[] =>
  !letter.test(text)
    ? []
    : Array.from(lowered(text).matchAll(pattern), (match) => ({
        start: match.index,
        end: match.index + match[0].length,
      }));

/**
 * The texts around amounts have "¤" in their place: the sentences in which a company states its pay and its benefits are the same
 * in its postings, whatever the amounts.
 */
const kept = { most: 1000, longest: 800 };

/** The words of a text that indicate pay. */
export const payWords: (text: string) => readonly WordAt[] = readOnce((text) => all(payPattern, text), kept);

/** Words for taxes: they accompany pay, and other payments too. */
export const taxWord = /^(?:brut(?:e|s|to|os?|tó)?|nett?o|gross|lord[oi])$/iu;

/** The words of a text that indicate something other than pay. */
export const notPayWords: (text: string) => readonly WordAt[] = readOnce(
  (text) => otherWords(notPayPattern, text),
  kept,
);

/** Those of them that also exclude a plain range of the size of pay. */
export const firmNotPayWords: (text: string) => readonly WordAt[] = readOnce(
  (text) => otherWords(firmPattern, text),
  kept,
);

function otherWords(pattern: RegExp, text: string): readonly WordAt[] {
  const words = all(pattern, text);
  return isLatin.test(text) ? words : [...words, ...all(notPayJoined, text)];
}

/** Texts without a character of the scripts that are written without spaces. */
const isLatin = /^[^\u1100-\uffdc]*$/;

/** Words that often accompany pay; other words in a salary field show it to be about something else. */
const neutral = word(
  [
    'all|fix|fixed|variabl?e?|variabel|flat|firm|salaried|exempt|guaranteed|you|ll|get|will|be|receive|offering|re|right|person|candidate|up|to|from|between|and|or|of|the|a|an|at|is|in|on|for|this|role|position|job|with|per|plus|your|our|we|offer|offers|offering|expected|estimated|est|glassdoor|employer|provided|range|ranges|starting|base|basic|gross|net|nett|total|target|annual|annually|yearly|hourly|monthly|weekly|daily|year|years|hour|month|week|day|annum|approx|approximately|around|about|circa|ca|c',
    '(?:mon|tues|wednes|thurs|fri)days?',
    'equity|stocks?|options?|shares?|benefits?|bonus(?:es)?|commissions?|tips|super|superannuation|pension|holiday pay|overtime|incl(?:uding|usive|udes)?|excl(?:uding|usive)?|package|pay|rate|comp|level|senior|junior|mid|band|depending|dependent|based|experience|skills?|location|negotiable|competitive|doe|ote|ir35|inside|outside|w2|c2c|1099|clt|pj|b2b|uop|vat|tax|before|after|pro|rata|fte|full[- ]?time|part[- ]?time|permanent|contract|usd|cad|remote|min|max|minimum|maximum|at least|more|than|bonus|uncapped|fringe|scale|k|m|depend(?:s|ing)?|reviewed|review|yearly|great|generous|excellent',
    'tới|lên|đến|từ|trên|khoảng|hingga|sampai|mulai|dari|maks|not|less|least|upwards|over|under|below|beginning|desde|hasta|jusqu|partir|dès|mindestens|maximal|vanaf|fino|partire|brutto|netto|bruto|hrub[aáéý]\\p{L}*|čist[aáéý]\\p{L}*|bruttó|nettó|бруто|брутто|нето|нетто|вычета|налогов|руки|до|от|brut|brute|brutos|lordi|lordo|netti|im|pro|je|jahr|monat|stunde|von|bis|zu|ab|zwischen|und|zzgl|inkl|par|an|mois|heure|jour|de|à|entre|et|selon|profil|exp[ée]rience|expérience|experiencia|esperienza|experiência|erfahrung|ervaring|doświadczenia|seniority|soit|rankas|nabízíme|ponúkame|oferujemy|bieden|bieten|wij|wir|tilbyder|tilbyr|erbjuder|offriamo|ofrecemos|oferecemos|proposons|nous|tarjoamme|kínálunk|intern(?:ship)?|praktikum|stage|stagiaires?|werkstudent(?:in)?|prácticas|staż|apprentice(?:ship)?|trainee|dienstverband|bij|een|eines|einer|op|uren|fulltime|parttime|al|año|mes|hora|y|segun|según|al|mese|anno|ora|per|maand|jaar|uur|tot|tussen|en|por|mês|ano|até|e|na|rok|od|do|godz|mies|miesięcznie|net|vat',
  ].join('|'),
);

/** The number of words of at least `shortest` letters besides pay words and those that accompany them. */
export function foreignWords(text: string, shortest: 2 | 3 = 3): number {
  if (!letter.test(text)) return 0;
  return withoutPayWords(text).match(shortest === 2 ? /\p{L}{2,}/gu : /\p{L}{3,}/gu)?.length ?? 0;
}

const withoutPayWords = readOnce((text) => lowered(text).replace(payPattern, ' ').replace(neutral, ' '), kept);
