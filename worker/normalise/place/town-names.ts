import { isCompass } from './place-words.js';

/** Words that are in no town's name: companies, teams, schools, streets. */
const notATown =
  /\d|[@#&*=<>{}%$€£"]|\b(?:inc|llc|ltd|limited|gmbh|ag|corp|corporation|co|company|companies|group|partners|holdings?|services?|solutions?|systems?|technolog(?:y|ies)|school|academy|academies|college|university|hospital|clinic|medical|health(?:care)?|center|centre|team|department|dept|division|sales|field|marketing|engineering|operations|office|branch|store|shop|plant|warehouse|street|st(?:reet)?\.?$|avenue|ave|road|rd|blvd|boulevard|drive|dr|lane|ln|court|ct|parkway|pkwy|highway|hwy|place|plaza|suite|ste|unit|floor|building|tower|airport|terminal|station|mall|hotel|resort|restaurant|church|preparatory|elementary|high school|care|living|home|homes|apartments?|residences?|commons|construction|doors|staffing|agency|remote|hybrid|flexible|various|multiple|only|based|position|job|role|full[- ]time|part[- ]time|contract|event|auditorium|time zone|hub|territory|coast|region|district|county|province|state|states|countries|country|locations?|cities|any|all|other|tbd|unknown|virtual|travel|the reserve|headquarters|hq|corporate|industries|manufacturing|logistics|distribution|international|global|national|management|consulting|bank|insurance|foods?|media|tv|radio|fleet|vessel|onboard|ship|site|project|client|customer|your|our|my|no|not|is|are|will|may|must|can)\b/iu;

/** Words at the end of towns' names ("Century City", "Mountain Center") that are also ends of other names. */
const ends = / (?:cent(?:er|re)|city|country|coast|field|station|valley|springs|township)$/iu;
/** What a center, field or station is of when it is no town. */
const facilities =
  /\b(?:data|call|distribution|service|shopping|convention|community|learning|fitness|recovery|civic|senior|day|child|cancer|surgery|outpatient|business|tech|innovation|research|training|support|fulfil?lment|sports|event|customer|contact|command|space|parts|design|fire|police|power|gas|train|bus|metro|subway|work|air|trade|world|town|our|rail)$/iu;

/** Whether an unknown text may be the name of a small town: a few capitalised words alone. */
export function maybeTown(text: string): boolean {
  if (text.length < 3 || text.length > 40) return false;
  const stem = text.replace(ends, '');
  if (stem !== text && isCompass(stem) && !/ (?:cent(?:er|re)|city)$/iu.test(text)) return false;
  if (notATown.test(stem === text || facilities.test(stem) ? text : stem)) return false;
  const words = text.split(/[\s-]+/u);
  return words.length <= 4 && /^\p{Lu}/u.test(text) && words.some((word) => /^\p{Lu}\p{Ll}+/u.test(word));
}
