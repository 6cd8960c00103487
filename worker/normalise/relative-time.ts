/** A time told from now: how far back, and how coarse the words are. */
export type RelativeTime = {
  amount: number;
  unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
  /** "30+ days ago": at least so long. */
  atLeast: boolean;
  /** "A few days ago": the amount is a manner of speaking. */
  vague: boolean;
};

type Unit = RelativeTime['unit'];

/** Units of time in the languages of the boards, whole words. */
const units: [Unit, string][] = [
  ['minute', 'minutes?|mins?|m|minuten?|min\\.?|minutos?|minut[iy]|minuut|minuta|minut'],
  ['hour', 'hours?|hrs?|h|stunden?|std\\.?|heures?|horas?|uur|uren|or[ae]|godzin[aęy]?|godz\\.?'],
  ['day', 'days?|d|tag(?:en|e)?|jours?|j|d[ií]as?|dag(?:en)?|giorn[oi]|dzień|dni|dnia'],
  ['week', 'weeks?|wks?|w|wochen?|woche|semaines?|semanas?|week|weken|settiman[ae]|tydzień|tygodni[ea]?|tyg\\.?'],
  [
    'month',
    'months?|mos?|mths?|monat(?:en?)?|mois|mes(?:es)?|m[eê]s|maand(?:en)?|mes[ei]|miesiąc[ea]?|miesięcy|mies\\.?',
  ],
  ['year', 'years?|yrs?|y|jahr(?:en|e)?|ans?|ann[ée]es?|a[ñn]os?|anos?|jaar|ann[oi]|rok|lata|lat'],
];

/** Days that have a name, by how many of them lie before today. */
const namedDays: [number, RegExp][] = [
  [
    0,
    /^(?:just (?:now|posted|published|added|in)|now|today|new today|moments? ago|heute|gerade(?: eben)?|soeben|eben|jetzt|aujourd['’ ]?hui|à l['’]instant|maintenant|hoy|reci[ée]n publicad[ao]|ahora|vandaag|zojuist|net geplaatst|hoje|agora(?: mesmo)?|oggi|adesso|proprio ora|dzisiaj|dziś|teraz|właśnie)$/u,
  ],
  [1, /^(?:yesterday|gestern|hier|ayer|gisteren|ontem|ieri|wczoraj)$/u],
  [2, /^(?:vorgestern|avant-hier|anteayer|antier|eergisteren|anteontem|l['’]altro ieri|altro ieri|przedwczoraj)$/u],
];

const spans: [RegExp, Unit][] = [
  [/^(?:last|letzte) (?:week|woche)$/u, 'week'],
  [/^(?:last month|letzten monat)$/u, 'month'],
];

const before =
  '(?:vor|il y a|hace|há|ha|desde hace|ponad|over|more than|about|around|approximately|etwa|ungefähr|circa|ca\\.?|environ|cerca de|około)';
const more = '(?:mehr als|über|plus de|más de|mas de|meer dan|mais de|più di|ponad|more than|over|>)';
const one = 'an?|one|einem|einer|ein|eine|une?|una?|uno|um|uma|een|jeden|jedną';
const ago = '(?:ago|old|geleden|atrás|fa|temu|her)';
const word = units.map(([unit, words]) => `(?<${unit}>${words})`).join('|');
const relative = new RegExp(
  `^(?:${before} )?(?<more>${more} ?)?(?:(?<count>\\d{1,4}) ?|(?<few>(?:a )?(?:few|couple of|couple|several)|einigen|quelques|unos|alcuni|enkele|kilka|alguns) |(?:${one}) )?(?<plus>\\+ ?)?(?:${word})\\.?(?<plusBehind> ?\\+)?(?: (?<ago>${ago}))?$`,
  'u',
);
/** "24hr", "3d", "2 weeks" are a posting's age without "ago"; "3 years" is experience. */
const short = /^(?:>? ?\d{1,3}\+? ?(?:m|min|h|hr|hrs|hours?|d|j|days?|w|wk|weeks?|mo|months?)\+?)$/u;

/** Reads a time told from now in English, German, French, Spanish, Dutch, Portuguese, Italian or Polish; `null` for anything else. */
export function readRelativeTime(lowered: string): RelativeTime | null {
  const days = namedDays.find(([, names]) => names.test(lowered));
  if (days !== undefined) return { amount: days[0], unit: 'day', atLeast: false, vague: false };
  const span = spans.find(([pattern]) => pattern.test(lowered));
  if (span !== undefined) return { amount: 1, unit: span[1], atLeast: false, vague: false };
  const groups = relative.exec(lowered)?.groups;
  if (groups === undefined) return null;
  const introduced = /^(?:vor|il y a|hace|há|ha|desde hace) /u.test(lowered);
  if (groups.ago === undefined && !introduced && !short.test(lowered) && groups.more === undefined) return null;
  const unit = units.find(([name]) => groups[name] !== undefined)?.[0];
  if (unit === undefined) return null;
  const atLeast =
    [groups.more, groups.plus, groups.plusBehind].some((sign) => sign !== undefined) ||
    /^(?:ponad|over|more than) /u.test(lowered);
  const vague = groups.few !== undefined;
  return { amount: groups.count === undefined ? (vague ? 3 : 1) : Number(groups.count), unit, atLeast, vague };
}
