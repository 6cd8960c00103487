/** All texts of the service and its pages, in the reader's language. Also loaded by browsers. */
import english from './en.json' with { type: 'json' };

export type MessageKey = keyof typeof english;

/** The messages of a language by their keys. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** In a browser the build has put the messages of the page's language here (scripts/build/build-pages.mjs). */
let current: () => Messages = () => english;

/** Sets the function that finds the current messages: the service writes each page in its reader's language. */
export function speakBy(find: () => Messages): void {
  current = find;
}

/** The language of the reader, ISO 639-1. */
export const spokenLanguage = (): string => current().language;

/** Whether a message has this key, which was made from a word of the API. */
export const isMessage = (key: string): key is MessageKey => Object.hasOwn(english, key);

/** A browser takes milliseconds to create a format, so each is created on first use in a language, and cached. */
export function keptFormat<Format>(make: (language: string) => Format): () => Format {
  const made = new Map<string, Format>();
  return () => {
    const language = spokenLanguage();
    const format = made.get(language) ?? make(language);
    made.set(language, format);
    return format;
  };
}

const whole = keptFormat((language) => new Intl.NumberFormat(language));
const plurals = keptFormat((language) => new Intl.PluralRules(language));

/** "1,204". */
export const thousandsWords = (count: number): string => whole().format(count);

/** The parts of a message: text, `{name}`, `{name, plural, one {# job} other {# jobs}}` and `<name>text</name>`. */
type Piece = string | { name: string; arms: ReadonlyMap<string, string> | null; text: string | null };

const pieceForm = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}|<(\w+)>([^<]*)<\/\w+>/g;

/** The names of the values in a message, for a test that compares languages. */
export const valuesIn = (message: string): string[] =>
  piecesOf(message).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.name]));

const known = new Map<string, readonly Piece[]>();

function piecesOf(message: string): readonly Piece[] {
  const pieces = known.get(message) ?? readPieces(message);
  known.set(message, pieces);
  return pieces;
}

function readPieces(message: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { index, 0: found, 1: value, 2: plural, 3: tag, 4: text = null } of message.matchAll(pieceForm)) {
    if (index > end) pieces.push(message.slice(end, index));
    end = index + found.length;
    const arms = [...(plural ?? '').matchAll(/(\w{1,9}) \{([^{}]{0,200})\}/g)].map(
      ([, count = '', arm = '']) => [count, arm] as const,
    );
    pieces.push({ name: value ?? tag ?? '', arms: plural === undefined ? null : new Map(arms), text });
  }
  return end < message.length ? [...pieces, message.slice(end)] : pieces;
}

type Values<Part> = Readonly<Record<string, Part | string | number | ((text: string) => Part)>>;

/** A message with non-text parts, such as links: the function `<name>` receives its text. */
export function sayWith<Part>(key: MessageKey, values: Values<Part>): (Part | string)[] {
  return piecesOf(current()[key]).map((piece) => {
    if (typeof piece === 'string') return piece;
    const { name, arms, text } = piece;
    const value = values[name];
    if (typeof value === 'function') return (value as (text: string) => Part)(text ?? '');
    if (typeof value !== 'number') return value ?? '';
    if (arms === null) return thousandsWords(value);
    const arm = arms.get(plurals().select(value)) ?? arms.get('other') ?? '#';
    return arm.replaceAll('#', thousandsWords(value));
  });
}

/** A message with its values; numbers are formatted for the language. */
export const say = (key: MessageKey, values: Values<string> = {}): string => sayWith(key, values).join('');
