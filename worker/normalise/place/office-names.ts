import type { City } from '../../gazetteer/gazetteer.js';
import { blank, type Context, meaning, type Token } from './name-meaning.js';
import { ordinaryWords } from './place-words.js';

/** Call signs of radio and television stations before their town: "KGW-TV Portland", "KREM KSKN-TV Spokane". */
const callSigns = /^(?:[KW][A-Z]{2,3} )?([KW])[A-Z]{2,3}-(?:TV|AM|FM|DT|LD)(?: (?:AM|FM|TV))? (?=\p{Lu})/u;
/** Call signs begin with W in the east of the United States and with K in the west; the Mississippi divides them. */
const mississippi = { westOfW: -97, eastOfK: -89 };

/** The town of a broadcasting station; the call sign decides between namesakes. `null` = not a station's name. */
export function townOfStation(text: string, context: Context): Token[] | null {
  const [signs, letter] = callSigns.exec(text) ?? [];
  if (signs === undefined) return null;
  const name = text.slice(signs.length);
  const isOnSide = ({ lon }: City): boolean => (letter === 'W' ? lon > mississippi.westOfW : lon < mississippi.eastOfK);
  const cities = (meaning(name, context)?.cities ?? []).filter((city) => city.country === 'US' && isOnSide(city));
  return cities.length === 0 ? null : [{ ...blank, text: name, cities }];
}

/** Minimum inhabitants of a city at the end of an office's name: for names of two words, and of one. */
const ofTwoWords = 50_000;
const ofOneWord = 300_000;
/** Words for an office at the end of its name. */
const officeWords =
  / (?:HQ|headquarters|offices?|branch|store|campus|hub|hospital|clinic|station|airport|terminal|mall|warehouse|plant|depot|showroom)$/i;
/** Words before a city's name that make it a part of another name. */
const joining =
  /^(?:of|de|du|da|do|di|del|der|van|von|the|little|new|port|fort|saint|st\.?|san|mount|lake|point|old)$/iu;

/**
 * "Motors Santa Monica", "Trading Amsterdam": an office's name that ends with a city, or begins with one if the text
 * says that it is an office ("New York Loft HQ"). `null` = neither.
 */
export function cityOfOffice(text: string, context: Context): Token[] | null {
  const name = text.replace(officeWords, '');
  return endOfName(name, context) ?? (name === text ? null : startOfName(name, context));
}

function startOfName(text: string, context: Context): Token[] | null {
  const words = text.split(/\s+/u);
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    const cities = (meaning(name, context)?.cities ?? []).filter(({ inhabitants }) => inhabitants >= ofOneWord);
    if (cities.length > 0 && name.length > 3) return [{ ...blank, text: name, cities }];
  }
  return null;
}

function endOfName(text: string, context: Context): Token[] | null {
  const words = text.split(/\s+/u);
  for (let at = Math.max(1, words.length - 3); at < words.length; at++) {
    const name = words.slice(at).join(' ');
    if (joining.test(words[at - 1] ?? '') || !/^\p{Lu}/u.test(name) || ordinaryWords.has(name.toLowerCase())) continue;
    const least = at < words.length - 1 ? ofTwoWords : ofOneWord;
    const cities = (meaning(name, context)?.cities ?? []).filter(
      ({ part, alias, inhabitants }) => !part && !alias && inhabitants >= least,
    );
    if (cities.length > 0 && name.length > 3) return [{ ...blank, text: name, cities }];
  }
  return null;
}
