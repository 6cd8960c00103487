import type { Place } from '../../../shared/search/job.js';
import type { Gazetteer } from '../../gazetteer/gazetteer.js';
import { readLocation, readNames } from '../place/place.js';
import { plainMarks } from './requirement-sentences.js';

/** Maximum characters of a list of states. */
const placeAtMost = 800;

/** A place in the posting's words, up to a mark or a word that ends it. */
const place = `(?<place>(?:the )?[a-zà-ÿ][^.;:!?|)(\\n]{1,${placeAtMost}})`;

/** Where an applicant must be, regardless of the rest of the sentence; the job must be remote. */
const required = [
  `\\b(?:must|need to|needs to|required to|have to|has to|should|shall|able to|candidates?|applicants?|you(?:'ll)?|individuals|open to|consider(?:ing)?|accepting|hir(?:e|ing)|available to|looking for|seeking)\\b[^.;:]{0,50}?\\b(?:live|reside|residing|resid[ei]nts?(?: of)?|based|located|living|domiciled|be in|sit)\\b(?: and (?:work|authori[sz]ed to work|eligible to work))?,? ?(?:full[- ]time |permanently |physically )?(?:in|within|of|from|anywhere in) (?:(?:one|any) of )?(?:the |an |our )?(?:following |approved |listed |these )*(?:u\\.?s\\.? )?(?:states?|countries|locations?|regions?)?(?: of)?[:\\s]*${place}`,
  `\\b(?:only|exclusively|currently|can|able to)\\b[^.;:]{0,30}\\b(?:hire|hiring|employ|considering|accept(?:ing)?|open to|recruit(?:ing)?|available to)\\b[^.;:]{0,40}?\\b(?:candidates?|applicants?|applications|people|individuals|talent|residents|employees|professionals)?,? ?(?:(?:currently )?(?:based|located|residing|living|who (?:live|reside|are (?:based|located))) )?(?:in|from|within|of) (?:(?:one|any) of )?(?:the )?(?:following )?(?:states?|countries)?[:\\s]*${place}`,
].map((source) => new RegExp(source));

/** Where remote work is possible. */
const remotely = [
  `\\b(?:remote|remotely|work from home|telecommute|home[- ]?based|wfh)\\b(?: (?:role|position|job|opportunity|work|working|candidates?|applicants?|employees?|team|eligible|friendly|only|first))*(?: is)?(?: (?:open|available|based|located|restricted|limited)(?: (?:to|for))?(?: (?:candidates|applicants|people|residents|those|individuals))?(?: (?:based|located|residing|living))?)?,? ?(?:\\(|- ?|: ?|, ?)?(?:only )?(?:(?:in|within|from|across|throughout|anywhere in|anywhere within|anywhere across|to|for|of) )?(?:any(?:where)? (?:in|within|of) )?(?:the )?${place}`,
  `\\b(?:work|working|live|live and work|located|based|candidates?|hire|be)\\b[^.;:]{0,25}\\banywhere (?:in|within|across) ${place}`,
  `\\b(?:job |work |role )?locations? ?(?:requirements?)?[: -]+(?<place>[^.;!?|)(\\n]{2,80}?)[ ,(-]+(?:100% |fully |full )?(?:remote|home[- ]?office|work from home)`,
  `(?<!(?:\\band|\\bor|[/,&]) ?)\\b(?<place>u\\.?s\\.?a?|uk|eu|canada|united states|europe|emea|latam|india|australia|germany)[ -](?:based )?(?:remote|only|residents only|based candidates|based applicants)\\b`,
].map((source) => new RegExp(source));

/** Lines of facts, which are valid in any context: "Headquarters: Denmark, Remote", "Location: Peru (Remote)". */
const headings = [
  /^headquarters: ?(?<place>[^;:.,()]{2,40}), ?remote\b(?! ?[-(,;])/,
  /\blocation: ?(?<place>[^.,;:!?|()\n]{2,60}) ?\((?:100% |fully )?remote\)/,
  /\bthis (?<place>[a-z.]{2,30})-based (?:role|position|job) (?:is|can be) (?:fully |100% )?remote\b/,
];

const anywhere =
  /\bfrom anywhere in the world\b|\b(?:work|remote|remotely|hir(?:e|ing)) (?:from )?(?:worldwide|anywhere on earth|anywhere in the world)\b|\bremote ?[-(,:]{1,2} ?(?:worldwide|global|anywhere)\b/;

/** Words that end a place: the following text is about something else. */
const placeEnd =
  /\b(?:and (?:must|be|have|able|willing|authori|work|is|are|who|will|can|we|commut|travel|not|to)\b.*|to (?!and).*|with .*|who .*|for (?!.*only).*|where .*|that .*|which .*|as .*|but .*|if .*|when .*|while .*|so .*|because .*|at .*|on .*|is .*|are .*|will .*|can .*|during .*|due .*|given .*|unless .*|except .*|excluding .*|we .*|you .*|working .*|near .*|about .*|only\b.*|time ?zones?\b.*|(?:is|are) .*)$/;

/** Words that cancel a restriction, or that do not restrict where to live. */
const vetoes =
  /\bhelp(?:s|ing)? (?:people|teams|companies|businesses|everyone)|prefer|ideal|not required|\bnot (?:available|open|able|currently)\b|cannot|unable|headquarter|\boffices?\b|\bhq\b|customers|clients (?:in|across)|commut|within \d+|\bmiles\b|hybrid|on-?site|team (?:is|members|across)|we (?:are|have)|our (?:team|people|company|employees)|privacy|california consumer|pay (?:range|transparency)|salary|compensation|benefits|relocat|travel|\?|\bor remote\b|\bno remote\b|remote (?:sensing|control|monitoring|support|site|access|team)|colorado residents|residents of (?:california|colorado|new york)|if you|fmla|law|eligib\w+ (?:for|to receive)/;

/** "You can work from anywhere in Europe, and we pay for travel": few words cancel such a statement. */
const fromAnywhereIn = /\bwork(?:ing)? (?:remotely )?(?:from )?anywhere (?:in|within) /;
const vetoesOfAnywhere =
  /prefer|ideal|not required|\bnot (?:available|open|able|currently)\b|cannot|unable|customers|hybrid|on-?site|our (?:team|people|company|employees)|\?|if you/;

/** The part of a sentence after a "but": "We prefer Oslo, but consider remote applicants who live in Norway". */
function afterTurn(plain: string): string {
  const turn = /[,;] but (?=.{0,80}\bremote)/.exec(plain);
  return turn === null ? plain : plain.slice(turn.index + turn[0].length);
}

/**
 * Where a remote worker must live according to a sentence; `null` = not stated. `isRemote`: other facts of the job say
 * that it is remote, so the sentence need not.
 */
export function readRemoteFrom(
  sentence: { text: () => string; plain: string },
  { isRemote, gazetteer }: { isRemote: boolean; gazetteer: Gazetteer },
): readonly Place[] | null {
  const saysRemote = /remote|work from home|telecommut|home[- ]?based|anywhere|wfh/.test(sentence.plain);
  if (!isRemote && !saysRemote) return null;
  for (const pattern of headings) {
    const named = pattern.exec(sentence.plain)?.groups?.place;
    const found = named === undefined ? null : placesIn(named, gazetteer);
    if (found !== null) return found;
  }
  const isAnywhere = fromAnywhereIn.test(sentence.plain);
  if ((isAnywhere ? vetoesOfAnywhere : vetoes).test(afterTurn(sentence.plain))) return null;
  const text = sentence
    .text()
    .replace(/\bU\. ?S\.(?: ?A\b\.?)?/g, 'USA')
    .replace(/\bD\. ?C\b\.?/g, 'DC');
  const plain = plainMarks(text.toLowerCase());
  for (const pattern of [...required, ...remotely]) {
    const match = pattern.exec(plain);
    const named = match?.groups?.place;
    if (match === null || named === undefined) continue;
    const from = match.index + match[0].lastIndexOf(named);
    // As written: "US" is a country, "us" a pronoun.
    const found = placesIn((text.length === plain.length ? text : plain).slice(from, from + named.length), gazetteer);
    if (found !== null) return found;
  }
  if (!anywhere.test(plain)) return null;
  return placesIn('Worldwide', gazetteer);
}

/** Two letters are often words or other codes: "Remote OK", "Remote IT". */
export const isTooShort = (named: string): boolean => named.length <= 2 && !/^(?:US|UK|EU)$/i.test(named);

/** The countries, regions and areas in a text, or in its part before a slash; `null` if it names anything else. */
export function placesIn(named: string, gazetteer: Gazetteer): readonly Place[] | null {
  const slash = named.indexOf(' / ');
  return wholePlacesIn(named, gazetteer) ?? (slash < 0 ? null : wholePlacesIn(named.slice(0, slash), gazetteer));
}

/** A text with more lower-case words than "anywhere within greater" is prose, not a place, and slow to read. */
const smallWord = /(?<!\p{L})\p{Ll}{4,}/gu;
const smallWordsAtMost = 2;

function wholePlacesIn(named: string, gazetteer: Gazetteer): readonly Place[] | null {
  const end = placeEnd.exec(named.toLowerCase());
  const cut = (end === null ? named : named.slice(0, end.index))
    .replace(/(?<![\s,/&-])[\s,/&-]+(?:and|or)?\s*$/i, '')
    .trim();
  if (cut === 'us' || isTooShort(cut)) return null;
  if ((cut.match(smallWord)?.length ?? 0) > smallWordsAtMost) return null;
  const plainly = cut.replace(/^(?:the|any|all|mainland) /i, '').replace(/,? (?:and|or|&) (?:the )?/gi, ', ');
  const names = readNames(plainly, gazetteer);
  if (names.length === 0 || names.some(({ place }) => place === null)) return null;
  const { places } = readLocation(plainly, gazetteer);
  const isWide = places.every(({ level }) => level === 'region' || level === 'country' || level === 'area');
  return places.length > 0 && isWide ? places : null;
}
