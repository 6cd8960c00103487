/** A time relative to now: how long ago, and how precise the words are. */
export type RelativeTime = {
  amount: number;
  unit: 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';
  /** "30+ days ago": at least this long. */
  atLeast: boolean;
  /** "A few days ago": the amount is approximate. */
  vague: boolean;
};

type Unit = RelativeTime['unit'];

/** Units of time in the languages of the boards, complete words. */
const units: [Unit, string][] = [
  ['second', 'seconds?|secs?|s|sekunden?|secondes?|segundos?|seconden|secondi|sekund[yę]?|秒|초'],
  [
    'minute',
    'minutes?|mins?|m|minuten?|min\\.?|minutos?|minut[iy]|minuut|minuta|minut|minuter|minutter|分钟|分鐘|分|분',
  ],
  [
    'hour',
    'hours?|hrs?|h|stunden?|std\\.?|heures?|horas?|uur|uren|or[ae]|godzin[aęy]?|godz\\.?|timm(?:e|ar)|timer?|小时|小時|時間|시간',
  ],
  ['day', 'days?|d|tag(?:en|e)?|jours?|j|d[ií]as?|dag(?:en|ar|e|er)?|giorn[oi]|dzień|dni|dnia|日|天|일'],
  [
    'week',
    'weeks?|wks?|w|wochen?|woche|semaines?|semanas?|week|weken|settiman[ae]|tydzień|tygodni[ea]?|tyg\\.?|veck(?:a|or)|uger?|uker?|周|週|週間|星期|주',
  ],
  [
    'month',
    'months?|mos?|mths?|monat(?:en?)?|mois|mes(?:es)?|m[eê]s|maand(?:en)?|mes[ei]|miesiąc[ea]?|miesięcy|mies\\.?|månad(?:er)?|måned(?:er)?|个月|個月|か月|ヶ月|개월|달',
  ],
  ['year', 'years?|yrs?|y|jahr(?:en|e)?|ans?|ann[ée]es?|a[ñn]os?|anos?|jaar|ann[oi]|rok|lata|lat|år|年|년'],
];

/** Named days, by the number of days before today. */
const namedDays: [number, RegExp][] = [
  [
    0,
    /^(?:just (?:now|posted|published|added|in)|now|today|new today|this (?:morning|afternoon)|moments? ago|less than (?:a|an|one|1) (?:minute|hour|day)(?: ago)?|heute|heute (?:früh|morgen)|gerade(?: eben)?|soeben|eben|jetzt|aujourd['’ ]?hui|ce matin|à l['’]instant|maintenant|hoy|reci[ée]n publicad[ao]|ahora|vandaag|zojuist|net geplaatst|hoje|agora(?: mesmo)?|oggi|adesso|proprio ora|dzisiaj|dziś|teraz|właśnie|i dag|idag|今天|今日|本日|刚刚|剛剛|たった今|오늘|방금)$/u,
  ],
  [1, /^(?:yesterday|gestern|hier|ayer|gisteren|ontem|ieri|wczoraj|i går|igår|昨天|昨日|어제)$/u],
  [
    2,
    /^(?:the day before yesterday|vorgestern|avant-hier|anteayer|antier|antes de ayer|eergisteren|anteontem|l['’]altro ieri|altro ieri|przedwczoraj|i förrgår|前天|一昨日|그저께)$/u,
  ],
];

/** "Last week" in the languages of the boards. */
const spans: [RegExp, Unit][] = [
  [
    /^(?:last week|(?:letzte|vergangene|vorige)r? woche|la semaine (?:dernière|passée)|la semana pasada|vorige week|afgelopen week|(?:n?a )?semana passada|la settimana scorsa|la scorsa settimana|(?:w )?(?:zeszł(?:ym|y)|ubiegł(?:ym|y)) (?:tygodniu|tydzień)|förra veckan|上周|上週|先週|지난주)$/u,
    'week',
  ],
  [
    /^(?:last month|(?:im )?(?:letzten|vergangenen) monat|le mois (?:dernier|passé)|el mes pasado|vorige maand|afgelopen maand|(?:no )?mês passado|il mese scorso|(?:w )?(?:zeszłym|ubiegłym) miesiącu|förra månaden|上个月|先月|지난달)$/u,
    'month',
  ],
];

/** Small numbers as words; "one" is among the articles. */
const numbers: [number, string][] = [
  [2, 'two|zwei|deux|dos|twee|dois|duas|due|dwa|dwie|dwóch|två|to'],
  [3, 'three|drei|trois|tres|drie|três|tre|trzy|trzech'],
  [4, 'four|vier|quatre|cuatro|quatro|quattro|cztery|fyra|fire'],
  [5, 'five|fünf|cinq|cinco|vijf|cinque|pięć|fem'],
  [6, 'six|sechs|seis|zes|sei|sześć|sex|seks'],
  [7, 'seven|sieben|sept|siete|zeven|sete|sette|siedem|sju|syv'],
  [8, 'eight|acht|huit|ocho|oito|otto|osiem|åtta|otte'],
  [9, 'nine|neun|neuf|nueve|negen|nove|dziewięć|nio|ni'],
  [10, 'ten|zehn|dix|diez|tien|dez|dieci|dziesięć|tio|ti'],
];

const about =
  '(?:about|around|approximately|almost|nearly|etwa|ungefähr|circa|ca\\.?|rund|fast|environ|près de|cerca de|unos|casi|ongeveer|quase|około|prawie|aproximadamente) ';
const since = '(?:vor|seit|il y a|depuis|hace|desde hace|há|ha|da|sinds|od|för|for|siden)';
const more =
  '(?:mehr als|über|plus de|más de|mas de|meer dan|ruim|mais de|più di|oltre|ponad|więcej niż|more than|over|mer än|mere end|mer enn|>) ?';
const one = 'an?|one|einem|einer|ein|eine|une?|una?|uno|um|uma|een|jeden|jedną|jednej|en|ett|et';
const few =
  '(?:a )?(?:few|couple of|couple|several)|ein paar|einigen|wenigen|quelques|unos|pocos|algun[oa]s|alcun[ei]|qualche|poch[ei]|enkele|een paar|kilka|kilku|några|nogle|noen';
const ago = '(?:ago|old|geleden|atrás|fa|temu|her|sedan|siden|online|前|전)';
const word = units.map(([unit, words]) => `(?<${unit}>${words})`).join('|');
const count = `(?<count>\\d{1,4})(?:th|e)? ?|(?<few>${few}) |${numbers.map(([value, words]) => `(?<n${value}>${words}) `).join('|')}|(?:${one}) |un['’]`;
const relative = new RegExp(
  `^(?:(?<since>${since}) )?(?:${about})?(?<more>${more})?(?:${count})?(?<plus>\\+ ?|or more |oder mehr |ou plus |o más |of meer |ou mais |o più |lub więcej )?(?:${word})\\.?(?<plusBehind> ?\\+| or more)?(?:,? (?:and |und |et |y )?\\d{1,2} ?(?:hours?|hrs?|h|minutes?|mins?|m|stunden|heures|horas))?(?: ?(?<ago>${ago}))?$`,
  'u',
);
/** "24hr", "3d", "2 weeks" are a posting's age without "ago"; "3 years" is experience. */
const short = /^(?:>? ?\d{1,3}\+? ?(?:m|min|h|hr|hrs|hours?|d|j|days?|w|wk|weeks?|mo|months?)\+?)$/u;

/** Reads a relative time in the languages of the boards (English to Polish and a few more); else `null`. */
export function readRelativeTime(lowered: string): RelativeTime | null {
  const days = namedDays.find(([, names]) => names.test(lowered.replace(/^(?:seit|depuis|desde|since|sinds) /u, '')));
  if (days !== undefined) return { amount: days[0], unit: 'day', atLeast: false, vague: false };
  const span = spans.find(([pattern]) => pattern.test(lowered));
  if (span !== undefined) return { amount: 1, unit: span[1], atLeast: false, vague: false };
  const groups = relative.exec(lowered)?.groups;
  if (groups === undefined) return null;
  if (groups.ago === undefined && groups.since === undefined && groups.more === undefined && !short.test(lowered))
    return null;
  const unit = units.find(([name]) => groups[name] !== undefined)?.[0];
  if (unit === undefined) return null;
  const atLeast = [groups.more, groups.plus, groups.plusBehind].some((sign) => sign !== undefined);
  const vague = groups.few !== undefined;
  const said = numbers.find(([value]) => groups[`n${value}`] !== undefined)?.[0] ?? (vague ? 3 : 1);
  return { amount: groups.count === undefined ? said : Number(groups.count), unit, atLeast, vague };
}
