/** Words that stay in lower case inside names. */
const smallWords: ReadonlySet<string> = new Set(
  'in or me of at to is it no so be as am on and the for de la al en hi ok oh y e i o und oder et ou per da do di du del'.split(
    ' ',
  ),
);

/** Longer texts are sentences and stay as they are. */
const mostLetters = 80;

/**
 * Capitalises a location that is written in lower case throughout, so that its codes are read as codes ("portland, me",
 * "usa"). Any other text is returned unchanged.
 */
export function withCapitals(text: string): string {
  if (text.length > mostLetters || text !== text.toLowerCase() || !/[a-z]/.test(text)) return text;
  return text
    .split(/([,;|/()]+)/)
    .map((part) => (part.trim().length <= 3 ? part.toUpperCase() : capitalised(part)))
    .join('');
}

function capitalised(part: string): string {
  const words = part.split(' ');
  const last = words.findLastIndex((word) => word !== '');
  return words
    .map((word, at) => {
      if (smallWords.has(word)) return word;
      if (word.length === 2 && at === last && at > 0) return word.toUpperCase();
      return word === 'usa' ? 'USA' : word.replace(/^\p{Ll}|(?<=-)\p{Ll}/gu, (l) => l.toUpperCase());
    })
    .join(' ');
}
