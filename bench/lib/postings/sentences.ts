import { type Occupation, occupations, sectors, texts } from '../../../demo-board/vocabulary.js';
import type { Random } from './random.js';
import { createVocabulary, type Vocabulary } from './vocabulary.js';

/**
 * Sentences patterned on those of the demo board: function words stay, most other words are replaced by words of a Zipf
 * distribution, mostly from the line of work.
 */
export type Sentences = {
  vocabulary: Vocabulary;
  /** A sentence of one kind; `topic` is the number of a line of work. */
  make(kind: SentenceKind, topic: number, random: Random): string;
};

export type SentenceKind = 'company' | 'role' | 'duty' | 'need' | 'benefit' | 'closing';

/** Fitted to real postings: distinct stems in one, in 400 and in 100,000 (text-statistics.ts). */
const distribution = { exponent: 1.3, offset: 10, ranks: 12_000_000 };

/** The share of content words that are replaced, and the share of those that the line of work decides. */
const replaced = 0.75;
const topical = 0.65;

/** Words of one line of work, taken from these ranks. */
const topicWords = 1024;
const topicRanks = 24_000;

/** Makes the sentences; the same for every process. */
export function createSentences(): Sentences {
  const kinds = textsOfKinds();
  const vocabulary = createVocabulary(wordsOf(Object.values(kinds).flat()), distribution);
  const patterns = mapValues(kinds, (each) => each.map(patternOf));
  const draw = (topic: number, random: Random): string => {
    if (!random.maybe(topical)) return vocabulary.draw(random);
    // The eighth power makes some of the topic's words much commoner than others.
    const square = random.share() ** 2;
    const fourth = square * square;
    const place = Math.floor(fourth * fourth * topicWords);
    return vocabulary.wordAt((Math.imul(topic * topicWords + place + 1, 0x9e3779b1) >>> 8) % topicRanks);
  };
  return {
    vocabulary,
    make(kind, topic, random) {
      const occupation = occupations[topic % occupations.length];
      if (occupation === undefined) throw new Error('There are no lines of work.');
      let text = '';
      for (const part of random.pick(patterns[kind])) {
        if (part.slot !== '') text += fill(part.slot, occupation, random);
        else if (part.isContent && random.maybe(replaced)) text += draw(topic, random);
        else text += part.text;
      }
      return text;
    },
  };
}

function textsOfKinds(): Record<SentenceKind, readonly string[]> {
  const { companyFacts, workingHere, leadership, commonBenefits, homeBenefits, deskBenefits, floorBenefits, closings } =
    texts;
  const of = (key: 'about' | 'duties' | 'needs' | 'extras'): string[] => occupations.flatMap((each) => each[key]);
  return {
    company: [
      ...sectors.flatMap(({ missions }) => missions),
      ...companyFacts.global,
      ...companyFacts.local,
      ...workingHere.desk,
      ...workingHere.floor,
    ],
    role: [...of('about'), ...leadership.about],
    duty: [...of('duties'), ...leadership.duties],
    need: [...of('needs'), ...of('extras'), ...leadership.needs],
    benefit: [...commonBenefits, ...homeBenefits, ...deskBenefits, ...floorBenefits],
    closing: closings,
  };
}

/** A word, the text between two words, or a slot of the template by its name. */
type Part = { text: string; isContent: boolean; slot: string };

/** Fixed text is one part up to the next content word or slot. */
function patternOf(template: string): Part[] {
  const parts: Part[] = [];
  let fixed = '';
  const push = (part: Partial<Part>): void => {
    if (fixed !== '') parts.push({ text: fixed, isContent: false, slot: '' });
    fixed = '';
    if (part.text !== '' || part.slot !== undefined) parts.push({ text: '', isContent: false, slot: '', ...part });
  };
  for (const [piece] of template.matchAll(/\{[^{}]*\}|[A-Za-z]+|[^A-Za-z{]+/g)) {
    if (piece.startsWith('{')) push({ slot: piece.slice(1, -1) });
    else if (isContentWord(piece)) push({ text: piece, isContent: true });
    else fixed += piece;
  }
  push({ text: '' });
  return parts;
}

const functionWords = new Set(
  'that this with from they them their have been will would your yours what when where which while about into over than then there these those some such only more most much many other each every until because before after between without within both also just like does doing were could should must might being very well here once ever never always often'.split(
    ' ',
  ),
);

const isContentWord = (word: string): boolean => /^[a-z]{4,}$/.test(word) && !functionWords.has(word);

/** The content words of some texts, the commonest first. */
function wordsOf(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.replace(/\{[^{}]*\}/g, ' ').matchAll(/[a-z]+/g))
      if (isContentWord(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1)).map(([word]) => word);
}

function fill(slot: string, { tools, skills, teams, field }: Occupation, random: Random): string {
  // A line of work names no tools unless its own sentences do.
  if (slot === 'tool') return random.pick([...tools, ...skills, field]);
  if (slot === 'skill') return random.pick([...skills, field]);
  if (slot === 'team') return random.pick([...teams, field]);
  if (slot === 'field') return field;
  if (slot === 'years') return String(1 + random.below(9));
  if (slot === 'customers') return 'customers';
  if (slot === 'product') return 'our product';
  if (slot.includes('|')) return random.pick(slot.split('|'));
  if (slot === 'company') return 'the company';
  // A number of any kind: people, a year, an amount.
  return String(3 + random.below(random.maybe(0.5) ? 40 : 2000));
}

function mapValues<Key extends string, From, To>(table: Record<Key, From>, map: (value: From) => To): Record<Key, To> {
  return Object.fromEntries(Object.entries<From>(table).map(([key, value]) => [key, map(value)])) as Record<Key, To>;
}
