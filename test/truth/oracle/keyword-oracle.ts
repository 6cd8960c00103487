import type { KeywordMeaning } from '../meaning.js';
import type { Opening } from '../world/opening.js';
import { areRelated, spellings } from '../world/vocabulary.js';
import { type Answer, allOf, anyOf, maybe, no, notOf, yes } from './verdict.js';

/** Whether an opening matches a keyword in its title, company, description or tags. */
export function keywordVerdict(opening: Opening, meaning: KeywordMeaning): Answer {
  switch (meaning.is) {
    case 'all':
      return allOf(meaning.of.map((each) => keywordVerdict(opening, each)));
    case 'any':
      return anyOf(meaning.of.map((each) => keywordVerdict(opening, each)));
    case 'not':
      return notOf(keywordVerdict(opening, meaning.of), JSON.stringify(meaning.of));
    case 'term':
      return termVerdict(opening, meaning);
  }
}

function termVerdict(opening: Opening, { words, within, quoted }: KeywordMeaning & { is: 'term' }): Answer {
  const texts = textsOf(opening)[within];
  const levels = within === 'any' ? opening.postings.flatMap(({ facts }) => facts.level ?? []) : [];
  const held = { texts, levels };
  if (/\p{Script=Han}/u.test(words))
    return texts.some((text) => text.includes(words)) ? yes : other(held, words, within);
  const wanted = tokensOf(words);
  if (texts.some((text) => standsIn(tokensOf(text), wanted))) return yes;
  return quoted && wanted.length > 1 ? near(texts, wanted) : other(held, words, within);
}

/** Inflected forms of a phrase may match it; other words may not. */
function near(texts: readonly string[], wanted: readonly string[]): Answer {
  const close = texts.some((text) => {
    const held = tokensOf(text);
    return wanted.every((word) => held.some((each) => each.slice(0, 4) === word.slice(0, 4)));
  });
  return close ? maybe(`has other forms of "${wanted.join(' ')}"`) : no(`does not have "${wanted.join(' ')}"`);
}

/** The texts to search, and the words of the levels that boards state in a field. */
type Held = { texts: readonly string[]; levels: readonly string[] };

/** A related word may match (synonyms are allowed), except in a company's name. */
function other({ texts, levels }: Held, words: string, within: string): Answer {
  const where = within === 'any' ? '' : ` in its ${within}`;
  const wanted = tokensOf(words);
  const held = [...texts, ...levels].flatMap(tokensOf);
  const relative =
    within === 'company' ? undefined : held.find((word) => wanted.some((each) => areRelated(each, word)));
  if (relative !== undefined) return maybe(`has "${relative}", which may stand for "${words}"`);
  return no(`has nothing like "${words}"${where}`);
}

function textsOf({ title, company, description, tags }: Opening) {
  return { any: [title, company, description, ...tags], title: [title], company: [company] };
}

function standsIn(held: readonly string[], wanted: readonly string[]): boolean {
  return held.some((_, at) => wanted.every((word, index) => held[at + index] === word));
}

const tokensByText = new Map<string, readonly string[]>();

/** Folded words with their distinguishing symbols: "c++", "c#", ".net", "node.js". Spellings of one name are one token. */
export function tokensOf(text: string): readonly string[] {
  const held = tokensByText.get(text);
  if (held !== undefined) return held;
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/(?:\.(?=net\b))?[\p{L}\p{N}]+(?:\.[\p{L}\p{N}]+|[+#])*/gu);
  const tokens = (words ?? []).map((word) => spellings[word] ?? word);
  tokensByText.set(text, tokens);
  return tokens;
}
