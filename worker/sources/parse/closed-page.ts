import type { AnyNode } from 'domhandler';
import { parseMarkup } from '../../structured-data/parse-markup.js';
import { type PageRequest, type PageResponse, SourceError } from '../source.js';

/** Recognises pages that are served in place of the requested ones: bot checks, captchas and login pages. */

/** Patterns of pages served in place of the requested one, each with its name in messages. Matched on the first 20 kB. */
const signs: readonly { sign: RegExp; what: string }[] = [
  {
    sign: /<(?:title|h1)[^<>]*>\s*(?:just a moment|attention required|access denied|are you (?:a )?(?:human|robot)|security check)/i,
    what: 'a bot check',
  },
  {
    sign: /cf-challenge|challenge-platform|_cf_chl|hcaptcha\.com\/1\/api|g-recaptcha"|px-captcha|datadome/i,
    what: 'a captcha',
  },
  { sign: /verify (?:that )?you(?:'re| are) (?:a )?human|unusual traffic from your/i, what: 'a bot check' },
  { sign: /authwall|<title>\s*(?:sign in|log ?in|sign up)\b/i, what: 'a login page' },
];

const smallPage = 20_000;

/** Names the obstacle when a page without postings is a challenge or a login page, otherwise `null`. */
export function blockedBy(html: string): string | null {
  const start = html.slice(0, smallPage);
  return signs.find(({ sign }) => sign.test(start))?.what ?? null;
}

/**
 * The error for an HTML page received instead of JSON, XML or a feed, with the kind of page; other errors unchanged.
 */
export function explainAnswer(error: unknown, { body, url }: PageResponse, { accept }: PageRequest): unknown {
  if (!(error instanceof SourceError) || error.failure !== 'changed' || accept === 'page') return error;
  if (!/^\s*(?:<!--[^<>]{0,200}-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(body.slice(0, 500))) return error;
  const what = blockedBy(body);
  if (what !== null) return new SourceError('blocked', `The site answered with ${what} instead of ${url}.`);
  const title = /<title[^<>]*>([^<]{1,200})/i.exec(body.slice(0, smallPage))?.[1]?.trim();
  const page = title === undefined ? 'an HTML page' : `an HTML page with the title "${title.slice(0, 80)}"`;
  const [expected = error.message] = error.message.split(', got ', 1);
  return new SourceError('changed', `${expected}, got ${page.replace(/[\s\p{Cc}]+/gu, ' ')}.`);
}

/** Recognises a posting's own page that still shows the posting, but states that it is closed. */

/** Every statement contains one of these; most pages have none, and need no further check. Matched in lower case. */
const stems = [
  'filled',
  'no longer',
  'has closed',
  'been closed',
  'has expired',
  'is expired',
  'is closed',
  'are closed',
  'have closed',
  'nicht mehr',
  'bereits besetzt',
  'plus disponible',
  'pourvu',
  'expirée',
  'ya no',
  'cubiert',
  'cerrad',
  'expirad',
  'non è più',
  'non più',
  'scadut',
  'mais disponível',
  'encerrad',
  'preenchid',
  'niet meer',
  'vervuld',
  'nieaktualn',
  'wygasł',
  'zakończon',
  'inte längre',
  'tillsatt',
  'ikke længere',
  'ikke lenger',
  'besat',
  'ei ole enää',
  'päättynyt',
  'již není',
  'obsazen',
  'nu mai este',
  'expirat',
  'már nem',
  'betöltött',
  'больше не',
  'закрыта',
  'в архиве',
  'більше не',
  'ja no',
  'δεν είναι πλέον',
  'yayında değil',
  'sona erm',
  '募集は終了',
  '募集を終了',
  '掲載は終了',
  '掲載を終了',
  '已关闭',
  '已停止',
  '已過期',
  '已过期',
  '마감되',
  '마감된',
  '종료된',
];
const stem = new RegExp(stems.join('|'));

const job = '(?:job|position|posting|vacancy|role|opportunity|opening|listing|requisition|advert(?:isement)?)';
/** Each is a full sentence about this posting: "if this job is no longer available" and "another position (filled)" are not. */
const statements: readonly RegExp[] = [
  `(?:this|the) ${job}(?: ${job}| ad| offer)? (?:has (?:now |already |since )?(?:been )?(?:filled|closed|expired|removed|withdrawn)|(?:is|was) (?:now |already |currently )?(?:closed|filled|expired|archived)|is no longer (?:available|active|open|posted|advertised|online|accepting (?:new )?applica(?:tions|nts)))(?: (?:to|for) (?:new )?applica(?:tions|nts))?`,
  `(?:we are |we're |this ${job} is |the company is )?no longer accepting (?:new )?applica(?:tions|nts)(?: for this ${job})?`,
  `applications (?:for this ${job} )?(?:are (?:now )?closed|have (?:now )?closed|are no longer (?:being )?accepted)`,
  `${job} (?:filled|closed|expired|no longer available)`,
  '(?:die|diese|das|dieses|der|dieser) (?:\\p{L}{0,20}stelle\\p{L}{0,15}|position|job|inserat|angebot|jobangebot|stellenangebot|anzeige|stellenanzeige) (?:ist|wurde) (?:leider |bereits |inzwischen ){0,3}(?:nicht mehr (?:verfügbar|aktiv|online|aktuell|ausgeschrieben)|besetzt|vergeben|abgelaufen|geschlossen)',
  "(?:cette|l[’']|ce) ?(?:offre(?: d[’']emploi)?|annonce|poste|emploi) (?:n[’']est (?:malheureusement )?plus (?:disponible|en ligne|active|d[’']actualité)|(?:a|est) (?:déjà )?(?:été )?(?:pourvue?|expirée?|fermée?|clôturée?|close))",
  '(?:esta|la|este|el) (?:oferta(?: de (?:empleo|trabajo))?|vacante|puesto|empleo|posición|anuncio) (?:ya no (?:está|se encuentra) (?:disponible|activ[ao]|vigente)|(?:ha sido|está|fue|ya está) (?:cubiert[ao]|cerrad[ao]|expirad[ao])|ha (?:expirado|caducado|finalizado))',
  "(?:questa|l[’']|questo|la|il) ?(?:offerta(?: di lavoro)?|annuncio|posizione|lavoro) (?:non è più (?:disponibile|attiv[ao]|valid[ao])|è (?:stat[ao] )?(?:scadut[ao]|chius[ao]|copert[ao]))",
  '(?:esta|a|este|o) (?:vaga|oferta|oportunidade|posição|anúncio) (?:já não está|não está mais|não se encontra mais) (?:disponível|ativ[ao]|abert[ao])|(?:esta|a|este|o) (?:vaga|oferta|oportunidade|posição|anúncio) (?:foi|está) (?:encerrad[ao]|preenchid[ao]|fechad[ao]|expirad[ao])',
  '(?:deze|de) (?:vacature|functie|baan|positie) is (?:helaas |inmiddels |reeds )?(?:niet meer (?:beschikbaar|actief|online|geldig)|vervuld|gesloten|verlopen)',
  '(?:ta |to )?(?:oferta(?: pracy)?|ogłoszenie|rekrutacja)(?: jest)? (?:już )?(?:nieaktualn[aey]|wygasł[ao]|została zakończona|zostało zakończone|zakończona|nie jest już dostępn[ae])',
  '(?:den här |denna )?(?:tjänsten|annonsen|jobbet|platsen) är (?:tyvärr )?(?:inte längre (?:tillgänglig|aktiv|aktuell|öppen)|tillsatt)',
  '(?:denne |dette )?(?:stillingen?|jobbet|jobopslaget|annoncen|annonsen|opslaget) er (?:desværre |dessverre )?(?:ikke (?:længere|lenger) (?:tilgængelig|tilgjengelig|aktiv|aktuel|ledig)t?|besat)',
  '(?:tämä |kyseinen )?(?:työpaikka|ilmoitus|paikka) ei ole enää (?:saatavilla|avoinna|voimassa)|(?:tämä )?haku on päättynyt|hakuaika on päättynyt',
  '(?:tato |tahle )?(?:pozice|nabídka|inzerát)(?: práce)? již není (?:aktuální|dostupná|aktivní)|(?:tato )?pozice je (?:již )?obsazena',
  '(?:acest|această) (?:loc de muncă|anunț|ofertă|poziție) (?:nu mai este (?:disponibil|activ)ă?|a expirat)',
  '(?:ez az? )?(?:állás(?:hirdetés)?|pozíció|hirdetés) már nem (?:elérhető|aktív)|(?:az? )?(?:állást|pozíciót) (?:már )?betöltött[éeü]k',
  '(?:эта |данная )?вакансия (?:больше не (?:актуальна|доступна|активна)|закрыта|в архиве|находится в архиве|перемещена в архив)',
  '(?:ця |дана )?вакансія (?:більше не (?:актуальна|доступна|активна)|закрита|в архіві)',
  "(?:aquesta|l[’']) ?(?:oferta(?: de feina)?|vacant) ja no (?:està|és) (?:disponible|activa)",
  '(?:αυτή )?η (?:θέση|αγγελία)(?: εργασίας)? δεν είναι πλέον (?:διαθέσιμη|ενεργή)',
  '(?:bu )?(?:ilan|iş ilanı|pozisyon) (?:artık )?(?:yayında değil|yayından kaldırıldı|sona ermiştir|aktif değil)',
  '(?:この|本)?(?:求人|募集|掲載)[^。]{0,12}(?:終了しました|終了しています|終了いたしました)',
  '(?:该|此|這個|该个|本)?(?:职位|職位|岗位)已(?:关闭|停止招聘|过期|過期|下线)',
  '(?:이|해당|본)? ?(?:채용|공고|채용공고|포지션)[은는이가]? ?(?:이미 )?(?:마감되었습니다|마감된 공고입니다|종료되었습니다|마감되었어요)',
].map(
  (pattern) =>
    new RegExp(
      `^(?:(?:sorry|unfortunately|oops|leider|désolé|malheureusement|lo sentimos|purtroppo|helaas)[,!.:]? (?:but )?)?(?:${pattern})[.!。]?$`,
      'u',
    ),
);

/** Subtrees that say nothing about the posting, or are hidden. */
const skipped = new Set(['script', 'style', 'template', 'noscript', 'a', 'nav', 'aside', 'footer', 'select', 'option']);
const inline = new Set(['b', 'strong', 'i', 'em', 'span', 'u', 'small', 'font', 'mark']);
const hiddenClass = /(?:^|\s)(?:hidden|hide|d-none|is-hidden|sr-only|visually-hidden|u-hidden|ng-hide)(?:\s|$)/;

/** Limits of a sentence's length and of the nesting depth. */
const bounds = { sentence: 200, depth: 200 };

/** The sentence by which a page says that its posting is closed, in lower case; `null` = none. */
export function closedStatement(html: string): string | null {
  if (!stem.test(html.toLowerCase())) return null;
  for (const text of textsOf(html))
    for (const sentence of text.toLowerCase().split(/(?<=[.!?。])\s*/)) {
      const plain = sentence.replace(/\s+/g, ' ').replace(/’/g, "'").trim();
      if (plain.length <= bounds.sentence && statements.some((statement) => statement.test(plain))) return plain;
    }
  return null;
}

/** The texts of a page's blocks; none if its markup exceeds the parser's limits. */
function textsOf(html: string): string[] {
  const texts: string[] = [''];
  try {
    for (const node of parseMarkup(html).root().toArray()) collect(node, texts, 0);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
  return texts;
}

/** Adds the text of a node to the last of `texts`; a block begins a further one. */
function collect(node: AnyNode, texts: string[], depth: number): void {
  if (node.type === 'text') texts[texts.length - 1] += node.data;
  if (!('children' in node) || depth > bounds.depth) return;
  const name = 'name' in node ? node.name : '';
  if (skipped.has(name) || ('attribs' in node && isHidden(node.attribs))) return;
  const isBlock = !inline.has(name);
  if (isBlock) texts.push('');
  for (const child of node.children) collect(child, texts, depth + 1);
  if (isBlock) texts.push('');
}

const isHidden = (attributes: Readonly<Record<string, string>>): boolean =>
  attributes.hidden !== undefined ||
  attributes['aria-hidden'] === 'true' ||
  /display:\s*none/.test(attributes.style ?? '') ||
  hiddenClass.test(attributes.class ?? '');
