import type { Workplace } from '../../../shared/words/words.js';
import { limitOf } from '../languages/statements.js';

/** Workplace words, removed from a location text before its places are read. The first matching group decides. */
const workplaceWords =
  /(?<onSite>\b(?:not|no|non)[ -]remote\b|\bon[ -]?sites?\b|\bin[ -](?:the )?office\b|\bin[ -]person\b|\bvor ort\b|\bsur site\b|\bpresencial(?:mente)?\b|\bstacjonarn\w+|\bin sede\b|\bop (?:locatie|kantoor)\b|\boffice[ -]based\b)|(?<hybrid>\b(?:hybrid[eoa]?|h[íi]brid[oa]s?|ibrid[oa]|hybrydow\w+|hybridn\w+|semi[ -]?presencial|partly remote|partially remote)\b)|(?<remote>(?:\b100 ?%\s*)?\b(?:(?:fully|full|completely|primarily|permanently)[ -])?remote(?:ly)?(?:[ -](?:only|first|based|eligible|friendly|ok|possible|optional|positions?|roles?|jobs?|opportunit(?:y|ies)|work(?:er|ing)?))?\b|\bremot[oa]\b|(?:\b100 ?%\s*)?\bhome[ -]?office\b|\bhome[ -]?(?:based|working)\b|\bwork(?:ing)?[ -]from[ -](?:home|anywhere)\b|\bwf[ha]\b|\btelecommut\w+|\bvirtual\b|\bt[ée]l[ée]travail\b|\b[àa] distance\b|\bteletrabajo\b|\bteletrabalho\b|\btelework\w*|\bthuiswerk\w*|\bop afstand\b|\b(?:praca )?zdaln\w+|\b(?:da|lavoro da) remoto\b|\bdistributed\b|\btrabajo desde casa\b)/gi;

/** Every workplace word contains one of these; most texts contain none. */
const workplaceHint =
  /remot|site|office|person|presen|sta[ct]j|vor ort|sede|locatie|kanto|br[iy]d|home|work|wf[ah]|tele|télé|t[ée]l[ée]|virtual|distan|thuis|afstand|zdaln|distrib|desde casa/i;

/** "3 days a week", "2-3 Tage pro Woche" */
const daysAWeek =
  /\b\d(?:\s?[-–]\s?\d)?\s?(?:x\s?)?(?:days?|tage?|jours?|d[íi]as?|dagen|dni|giorni)\b(?:\s?(?:(?:a|per|each|every|pro|die|par|por|al?|la|w)\s|\/\s?)(?:week|woche|semaine|semana|tygodni\w*|settimana)\b)?/giu;

/** Excluded places: "except Quebec", "(outside the US)". */
const exceptions =
  /\b(?:except(?:ing)?|excluding|excl\.|but not|not (?:in|including)|outside|non-usa?|au[ßs]er|sauf|excepto)\b[^)\];|]*/giu;

/** "Atlanta (hybrid) OR remote": the joint between a place and a removed workplace. */
const joints = /([)|]) *(?:or|and) *(?=\|)/gi;

export type WorkplaceFound = { rest: string; workplace: Workplace | null; remote: boolean };

/** Removes the workplace words from a text. If it names both remote and on site, the workplace is hybrid. */
export function takeWorkplace(text: string): WorkplaceFound {
  const supporters = new Set<Workplace>();
  const plain = text.replaceAll('_', ' ').replace(exceptions, ' ');
  if (!workplaceHint.test(plain)) return { rest: plain, workplace: null, remote: false };
  const line = plain.replace(daysAWeek, ' , ');
  const rest = line.replace(workplaceWords, (...found) => {
    const groups: unknown = found.at(-1);
    if (typeof groups !== 'object' || groups === null) return ' ';
    if ('onSite' in groups && groups.onSite !== undefined) supporters.add('on site');
    else if ('hybrid' in groups && groups.hybrid !== undefined) supporters.add('hybrid');
    else supporters.add('remote');
    return ' | ';
  });
  const named = supporters.size > 1 ? 'hybrid' : ([...supporters][0] ?? null);
  // "Paris (pas de télétravail)", "Berlin (50 % remote)"
  const workplace = supporters.has('remote') ? (limitOf(plain) ?? named) : named;
  return {
    rest: supporters.size === 0 ? line : rest.replace(joints, '$1 '),
    workplace,
    remote: supporters.has('remote'),
  };
}

/** Texts that name no place at all. */
const junk =
  /^(?:n\.? ?\/? ?a\.?|none|null|undefined|unknown|unavailable|not (?:available|specified|applicable|disclosed)|no location|unspecified|tb[acd]|to be (?:confirmed|determined|defined|announced|updated)|see (?:job )?description|all|any|anywhere|everywhere|here|other|others|various|multiple|several|flexible|negotiable|nationwide|national|regional|local|global headquarters|head ?office|head ?quarters?|hq|main office|corporate(?: office)?|office|offices|home|home address|field|field[ -]based|on the road|mobile|travel(?:ing)?|traveling position|client sites?|customer sites?|campus|company|default|test|blank|(?:submit|send)(?: us)? your (?:cv|resume|application)|-+|\.+|\?+|location|locations|address|your (?:city|location|home)|(?:various|multiple|several|many|different|all|other|select(?:ed)?) (?:locations?|cities|offices?|sites?|places|states|countries|positions?)|\d+\+? (?:more )?(?:locations?|cities|offices?|sites?|places|countries|standorte|sedi|lieux|ubicaciones)|verschiedene(?: standorte)?|mehrere standorte|divers(?:e|es|os|as)?|varios|varias|diverse locaties|plusieurs lieux|wszędzie|cała polska|toute la france)$/iu;

/** Whether a text names no place: a placeholder, a count of locations, a word for an office. */
export function isJunkPlace(text: string): boolean {
  return !/\p{L}/u.test(text) || junk.test(text);
}

const zone =
  '(?:(?:EST|EDT|CST|CDT|MST|MDT|PST|PDT|CET|CEST|EET|GMT|UTC|BST|IST|AEST|AEDT)(?:\\s?[+-]\\s?\\d{1,2}(?::\\d\\d)?)?|ET)';
/** Time zones, not places: "EST", "ET/CT", "GMT+2". Lower case is part of a name: "Grand Est", "Arc-et-Senans". */
const zoneCodes = new RegExp(
  `\\b${zone}(?:\\s*(?:[/,&+-]|or|and|to)\\s*(?:${zone}|[CMP]T))*(?![\\p{L}\\d])(?: ?(?:[Tt]ime ?[Zz]ones?|[Hh]ours|[Tt]ime))?`,
  'gu',
);
/** "Pacific Time Zone" */
const zoneNames =
  /\b(?:(?:eastern|central|mountain|pacific)[ /,&]+(?:(?:and|or) )?)+(?:standard |daylight )?time(?: ?zones?)?\b/giu;

/** A text without its time zones. */
export function takeTimeZones(text: string): string {
  return /T/i.test(text) ? text.replace(zoneCodes, ' , ').replace(zoneNames, ' , ') : text;
}

/** Phrases around a place that do not belong to its name; the rest is re-read. */
const around: readonly RegExp[] = [
  /\b(?:locations?|standorte?|lieux?|ubicaci[óo]n|ort|sede|lokalizacja|location of work|workplace|arbeitsort|vestiging)\s*:\s*/giu,
  /\b(?:our|nationwide|bundesweit|landesweit|anywhere|located|based|preferably|preferred|considered|must (?:live|reside|be(?: based| located)?)|residents?|candidates?|applicants?|employees?|open to|available|eligible|within|inside|across|throughout|anywhere|near|around|possible|m[öo]glich|multiple|various|several|select(?:ed)?|all|any|many|other|with offices|required|requirement|welcome|in the|in|from|of|im|en|à|w|na|em|op|te|near|ideally|strongly|or nearby|nearby|surrounding|and surrounding|commutable|only|(?:is|would be) (?:a (?:big )?plus|a bonus|ideal|nice)|hub cities|hubs?|all of|parts of|territory|covering)\b/giu,
  /\b(?:multiple |various |several |all |any |our )?(?:locations?|offices?|cities|sites?|campus(?:es)?|head ?quarters?|head ?office|hq|regional office|corporate office|main office|plant|studio|store|warehouse|factory|lab|facility|hospital|clinic|showroom|depot|hub)\b/giu,
  /\b(?:greater|metropolitan|metro|area|region|region of|city (?:of|cent(?:re|er))|city|(?:ville|ciudad|cidade|municipio|provincia|distrito|comune|citt[àa]) d(?:e|i|o|a|el)|(?:emirate|municipality|province|prefecture)(?: of)?|governorate|voivodeship|oblast|downtown|midtown|central|inner|cbd|town|centre|center|innenstadt|zentrum|centro|stadt|kreis|raum|großraum|umgebung|landkreis|ville|aglomeracja|suburbs?|vicinity|shi|m[ée]tropole|and (?:surrounding )?areas?|time ?zones?|timezone|hours)\b/giu,
  /\b(?:north|south|east|west)(?:ern)?(?: (?:east|west)(?:ern)?)?\b|\b(?:north|south)[ -]?(?:east|west)(?:ern)?\b|^(?:upper|lower) |\b(?:upstate|nördlich\w*|südlich\w*)\b/giu,
];

/** Removes such phrases, the least significant first, until `known` accepts the rest; `null` if it never does. */
export function takeAround(text: string, known: (rest: string) => boolean): string | null {
  let rest = text;
  for (const phrase of around) {
    const less = rest.replace(phrase, ' ').replace(/\s+/g, ' ').trim();
    if (less === rest) continue;
    if (!/\p{L}/u.test(less)) return '';
    if (known(less)) return less;
    rest = less;
  }
  return null;
}

/** Postcodes, house and flat numbers, numbered districts. */
const numbers =
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b[A-Z]\d[A-Z] ?\d[A-Z]\d\b|\b(?:[A-Z]{1,2}-)?\d{4,6}(?:-\d{3,4})?\b|〒\S+|\bcedex(?: \d+)?\b|(?<=\p{L}{4} )(?:[KNSVØ]|NV|SV)$|\b\d{1,2}(?:er?|ème|eme|th|st|nd|rd)?\b(?! \p{L}+ (?:st|street|ave|avenue|road|rd|blvd))|#\d+/giu;

/** "7th Fl" does not mean Florida. */
const floors = /\b\d{1,3}(?:st|nd|rd|th)? ?(?:fl|floor)\b\.?/gi;

/** A part of an address without its numbers. */
export function takeNumbers(text: string): string {
  return text.replace(floors, ' ').replace(numbers, ' ').replace(/\s+/g, ' ').trim();
}

/** Town names that are usually ordinary words, unless the context suggests the town. */
export const ordinaryWords: ReadonlySet<string> = new Set(
  'of man most same along hall police bar general various mobile remote field central home local national regional flexible any all virtual online office industry commerce enterprise normal independence liberal progress imperial union mission college university academy center sales base test other none null unknown hub street road north south east west summer winter day night shift young best one son welcome opportunity island pacific mountain eastern western atlantic spring branch domain santa san los las new old big the and for our van de del el al'.split(
    ' ',
  ),
);

/** Words for a side of a country, single or in pairs. */
const compass =
  /^(?:(?:north|south|mid)?[ -]?(?:north|south|east|west|central)(?:ern)?|pacific|mountain|atlantic|coastal|inland|regional|domestic|national)$/iu;

/** Whether a name is a side of a country, a sales region or a time zone: a town only next to its state. */
export const isCompass = (name: string): boolean => compass.test(name);

/** Codes of both a country and a state that mean the country in job ads. */
export const codesOfCountries: ReadonlySet<string> = new Set(['DE', 'IN', 'NL']);
