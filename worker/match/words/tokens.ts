import { cutWords } from '../../../shared/keyword/cut-words.js';
import { aliasOf } from '../../../shared/keyword/word-aliases.js';

/** Compares texts by their UTF-16 code units: deterministic, independent of the locale. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Words of every text, which narrow nothing; left out of a keyword with several words. */
export const stopWords: ReadonlySet<string> = new Set(
  'a an and as at by for from in into is job jobs of on or position role the to with work vacancy vacancies und der die das in für de la le les des en el los y near me opening career hiring working looking seeking need wanted using who that our your their vaga vagas vacante vacantes curro chamba laburo trampo boulot praca robota fucha oferty dla jako'.split(
    ' ',
  ),
);

/** Last parts of German, Dutch and Swedish one-word compounds, folded and stemmed. */
export const compoundHeads: readonly string[] =
  'entwickler ontwikkelaar ingenieur pfleger fachkraft fahrer leiter verkaufer berater techniker mechaniker elektroniker assistent lehrer kaufmann kauffrau mitarbeiter medewerker helfer architekt administrator manager schlosser monteur installateur elektriker meister arbeiter werker maler dreher fraser schweisser tischler klempner dachdecker zeichner planer prufer betreuer erzieher padagoge therapeut arzt sekretar bearbeiter referent koordinator disponent einkaufer vertreter ausbilder fuhrer bediener lagerist kommissionierer zusteller reiniger koch kellner backer metzger friseur kosmetiker gartner landwirt forster laborant chemiker physiker informatiker analytiker redakteur gestalter buchhalter jurist anwalt notar lotse beamter polizist soldat wachter dozent professor schwester krankenschwester hebamme apotheker optiker chirurg psychologe sozialarbeiter psychiater logistiker spediteur konstrukteur programmierer chauffeur verkoper verkopster adviseur consulent docent verzorger verpleegkundige begeleider bediende schoonmaker schilder timmerman loodgieter lasser inkoper tekenaar beheerder utvecklare ingenjor saljare radgivare skoterska larare medarbetare tekniker konsult handlaggare samordnare ansvarig'.split(
    ' ',
  );

/**
 * Endings and letters in which two spellings of a word differ, each replaced by one form: British and American English,
 * and the masculine and feminine forms of job titles. The result is only compared, never shown.
 */
const rules: readonly [written: RegExp, instead: string][] = [
  [/is(e|ed|er|ing|ation|ational)$/, 'iz$1'],
  [/ys(e|ed|er|ing)$/, 'yz$1'],
  [/(?<=[bdlmnrv])our(?=$|ed$|ing$|al$|er$|able$|it)/, 'or'],
  [/(?<=[bt])re$/, 'er'],
  [/ogue$/, 'og'],
  [/amme(?=$|r$|d$)/, 'am'],
  [/(?<=\w\we)ll(?=(?:ing|ed|er|or|ery)$)/, 'l'],
  [/(?<=[bcdghlmnpt])ae(?=[dmnosrt])/, 'e'],
  [/^(licen|defen|offen|preten)ce/, '$1se'],
  [/^practise/, 'practice'],
  [/(?<=(?:er|eur|or|ist|ent|ant|gog))in(?:nen)?$/, ''],
  [/(?<=\w{3})euse$/, 'eur'],
  [/(?<=\w{3})trice$/, 'teur'],
  [/(?<=\w{3})iere$/, 'ier'],
  [/(?<=\w{3}ad)ora$/, 'or'],
  [/(?<=\w{3}(?:ad|iv|ari|log))a$/, 'o'],
  [/(?<=\w{3})ark[aieo]$/, 'arz'],
  [/(?<=\w{3}ist)k[aieo]$/, 'a'],
  [/(?<=\w{3}(?:er|el|or))k[aieo]$/, ''],
  [/(?<=\w{3}er)o$/, ''],
  [/(?<=\w{3}(?:[iy]k|er|or|arz))(?:a|owi|iem|em|ow|om|ami)$/, ''],
  [/(?<=\w{3}(?:ist|owc))[yo]$/, 'a'],
  [/(?<=\w{3}(?:ow|sk|n))(?:i?ego|i?emu|[yi]ch|[yi]m|i?ej)$/, 'y'],
  [/(?<=\w{3}(?:ow|sk))(?:a|i?e|i)$/, 'y'],
];

/** Endings of declined words in Russian, Ukrainian and Bulgarian, without their marks. */
const declined =
  /^(\p{sc=Cyrl}{3,}?)(?:ям[иі]?|ам[иі]?|[иі]?ях|ах|[ое]го|[ое]му|[ыи]ми|[иы][ихмея]|[ое][иіюмевяй]|[ое]в[иі]|[ая]я|[ую]ю|[иі][яювіи]|ь[юея]|[аяоеыиуюьіє])$/u;

/** Matches every word that any rule changes: most words do not match, and skip the rules. */
const mayChange =
  /(?:is(?:e|ed|er|ing|ation|ational)|ys(?:e|ed|er|ing)|[bt]re|ogue|ll(?:ing|ed|er|or|ery)|ce|se|in(?:nen)?|euse|trice|iere|ora|(?:ad|iv|ari|log)a|(?:ar|ist|er|el|or)k[aieo]|ero|(?:[iy]k|er|or|arz)(?:a|owi|iem|em|ow|om|ami)|(?:ist|owc)[yo]|(?:ow|sk|n)(?:i?ego|i?emu|[yi]ch|[yi]m|i?ej)|(?:ow|sk)(?:a|i?e|i))$|our|amm|ae/;

/** One form for all spellings of a word: "organisation" becomes "organization", "centre" "center". */
function oneSpelling(word: string): string {
  if (word.length < 5) return word;
  if (word.charCodeAt(0) >= 0x400 && word.charCodeAt(0) < 0x500) return word.replace(declined, '$1');
  if (!mayChange.test(word)) return word;
  let spelt = word;
  for (const [written, instead] of rules) spelt = spelt.replace(written, instead);
  return spelt;
}

/** A compound written as one word: "softwareentwickler" is "software" and "entwickler". */
const compoundWord = new RegExp(`^(\\p{L}{4,}?)s?(${compoundHeads.join('|')})$`, 'u');

/** The words of a text in order, folded and stemmed, with compounds split. */
export function tokensOf(text: string): string[] {
  return cutWords(text).flatMap(indexedFormsOf);
}

/** The indexed form of one word: its stem, or the stems of the two parts of a compound. */
export function indexedFormsOf(written: string): readonly string[] {
  const word = aliasOf(written);
  const parts = word.length >= 9 ? compoundWord.exec(stem(word)) : null;
  return parts === null ? [stem(word)] : [parts[1] ?? '', parts[2] ?? ''];
}

/**
 * A light stem. Plural and singular, British and American spelling, and masculine and feminine titles share it:
 * "engineers" and "engineer", "Entwicklerin" and "Entwickler". "Developing" and "developer" have different ones.
 */
export function stem(word: string): string {
  return oneSpelling(singular(word));
}

function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith('s')) return word;
  if (/(?:ss|us|is|ous|js|ics|aws|news|ios|sales)$/.test(word)) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x|zz|ss)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}
