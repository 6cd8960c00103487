/** Translates the API's English sentences for pages in the reader's language. */
import { isMessage, keptFormat, type MessageKey, say, spokenLanguage, thousandsWords } from './messages.js';

/** Reasons for a match, notices and sightings of an opening, each with its message; values have the message's names. */
const sentences: readonly (readonly [form: RegExp, key: MessageKey])[] = [
  [/^title has (?<words>.+)$/s, 'why.title'],
  [/^company is called (?<words>.+)$/s, 'why.company'],
  [/^skills include (?<words>.+)$/s, 'why.skills'],
  [/^listed as (?<words>.+)$/s, 'why.facts'],
  [/^description mentions (?<words>.+)$/s, 'why.text'],
  [/^title lacks (?<words>.+)$/s, 'why.lacks'],
  [/^similar work: (?<words>.+)$/s, 'why.similar'],
  [/^location has (?<words>.+)$/s, 'why.place'],
  [/^in (?<near>[^,]+), (?<way>\d+ (?:km|miles?)) from (?<place>.+)$/s, 'why.near'],
  [/^in (?<place>.+)$/s, 'why.in'],
  [/^anywhere$/, 'why.anywhere'],
  [/^remote, from where is not stated$/, 'why.remote'],
  [/^remote within (?<place>.+)$/s, 'why.remoteWithin'],
  [/^remote from (?<place>.+), as its place is there$/s, 'why.remoteFrom'],
  [/^written in \w+$/, 'why.language'],
  [/^pays what is asked/, 'why.pay'],
  [/^pays up to (?<amount>\S+ \w+) a year/, 'why.payTo'],
  [/^pays (?<amount>\S+ to \S+ \w+) a year/, 'why.payOf'],
  [/^pays (?<amount>\S+ \w+) a year.* or more/, 'why.payFrom'],
  [/^≈ (?<amount>\S+ \w+) \(pays (?<stated>\S+ \w+)/, 'why.payAbout'],
  [/^posted again .+ on (?<words>\S+)$/s, 'why.again'],
  [/^listed (?<words>\d+) times by/, 'why.repeats'],
  [/^(?:No|Hardly any) job has (?<words>"[^"]*"), so these are the jobs for (?<meant>"[^"]*")\./, 'notice.corrected'],
  [/^No job has (?<words>.+); these jobs have the other words\.$/s, 'notice.unknownWords'],
  [/^Nearly every posting has (?<words>.+): the search ignores/s, 'notice.ignored'],
  [/^We read the place (?<words>"[^"]*") as (?<meant>"[^"]*")\.$/, 'notice.placeRead'],
  [/^We do not know (?<words>"[^"]*") in the location; it is not used\.$/, 'notice.placeUnused'],
  [/^We do not know the place (?<words>"[^"]*") and read it as (?<meant>"[^"]*")\./, 'notice.placeMeant'],
  [
    /^We do not know the place (?<words>"[^"]*"), so jobs are .+ Did you mean (?<meant>"[^"]*")\?$/s,
    'notice.placeAsked',
  ],
  [/^We do not know the place (?<words>"[^"]*"), so jobs are matched/, 'notice.placeText'],
  [/^The pay names no currency and is compared in (?<words>[A-Z]{3});/, 'notice.currency'],
  [/^Pay in different currencies is compared by the reference rates .+ of (?<words>\S+)\.$/s, 'notice.rates'],
  [/^First seen on (?<words>[\d-]{10}); posted again .+ on (?<meant>[\d-]{10}),/, 'seen.again'],
  [/^Posted on (?<words>[\d-]{10}), as its board says\.$/, 'seen.posted'],
  [/^Seen open since (?<words>[\d-]{10})\.$/, 'seen.since'],
  [/^First seen on (?<words>[\d-]{10}); earlier/, 'seen.first'],
];

/** The longest sentence parsed; longer ones are left as is. */
const longest = 1000;

const usual = 'en';
const longDay = keptFormat(
  (language) =>
    new Intl.DateTimeFormat(language === usual ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }),
);

/** A sentence with days and large numbers in readable form: "24 November 2026". */
const writeValues = (sentence: string): string =>
  sentence
    .replace(/\b\d{4}-\d\d-\d\d\b(?!T)/g, (iso) =>
      Number.isNaN(Date.parse(iso)) ? iso : longDay().format(new Date(iso)),
    )
    .replace(/\b\d{5,12}\b/g, (amount) => thousandsWords(Number(amount)));

/** A sentence of the service; one without a message stays English. */
export function serviceWords(sentence: string): string {
  if (spokenLanguage() === usual || sentence.length > longest) return writeValues(sentence);
  for (const [form, key] of sentences) {
    const found = form.exec(sentence);
    if (found === null) continue;
    const values = Object.entries(found.groups ?? {}).map(([name, value]) => [name, joined(value)]);
    return writeValues(say(key, Object.fromEntries(values)));
  }
  return writeValues(valueWords(sentence));
}

/** Quoted words and amounts, joined as in the language. */
const joined = (value: string): string =>
  value
    .replaceAll('" and "', `" ${say('and')} "`)
    .replace(/(?<=\d) to (?=\d)/, '–')
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/(?<!\d)(\d{1,5}) miles?$/, (_, count: string) => say('distance.miles', { n: Number(count) }));

/** A field's value in a reason, with the board that states it: "full time", "senior level on acme". */
function valueWords(reason: string): string {
  const [, word = '', board = ''] = /^([a-z -]{1,30}?)(?: level)?( on \S+)?$/.exec(reason) ?? [];
  const key = ['remoteFilter', 'jobType', 'experienceLevel'].map((field) => `${field}.${word}`).find(isMessage);
  if (key === undefined) return reason;
  return board === '' ? say(key) : `${say(key)} (${board.slice(4)})`;
}

/** The title of a problem; one without a message stays English. */
export function problemWords({ code, title }: { code: string; title: string }): string {
  const key = `problem.${code}`;
  return spokenLanguage() !== usual && isMessage(key) ? say(key) : title;
}

/** A field's error in few words, where the API's sentence does not help the reader. */
export function errorWords({
  code,
  detail,
  suggestion,
}: {
  code: string;
  detail: string;
  suggestion?: string | undefined;
}): string {
  const key = `error.${code}`;
  if (spokenLanguage() === usual || !isMessage(key)) return detail;
  return suggestion === undefined ? say(key) : `${say(key)} ${say('error.suggestion', { words: suggestion })}`;
}
