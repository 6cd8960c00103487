import type { Chance } from '../../../demo-board/postings/chance.js';
import type { KeywordMeaning } from '../meaning.js';
import type { Opening } from '../world/opening.js';
import { occupations, skills } from '../world/vocabulary.js';

/** A keyword as a person types it, with its meaning. */
export type KeywordQuery = { text: string; meaning: KeywordMeaning; traits: string[]; plain: boolean; slip: boolean };

type Term = KeywordMeaning & { is: 'term' };

const term = (words: string, more: Partial<Term> = {}): Term => ({
  is: 'term',
  words,
  within: 'any',
  quoted: false,
  ...more,
});
const both = (...of: KeywordMeaning[]): KeywordMeaning => ({ is: 'all', of });
const either = (...of: KeywordMeaning[]): KeywordMeaning => ({ is: 'any', of });
const not = (of: KeywordMeaning): KeywordMeaning => ({ is: 'not', of });

/** Words without quotes are matched separately. */
function wordsIn(text: string): KeywordMeaning {
  const words = text.split(/[\s-]+/).map((word) => term(word));
  return words.length === 1 && words[0] !== undefined ? words[0] : both(...words);
}

type Parts = {
  title: string;
  word: string;
  skill: string;
  company: string;
  other: string;
  third: string;
  or: string;
  not: string;
};
type Shape = readonly [
  trait: string,
  weight: number,
  make: (parts: Parts) => { text: string; meaning: KeywordMeaning },
];

const shapes: readonly Shape[] = [
  ['word', 14, ({ word }) => ({ text: word, meaning: term(word) })],
  ['skill', 8, ({ skill }) => ({ text: skill, meaning: term(skill) })],
  ['words', 12, ({ title }) => ({ text: title, meaning: wordsIn(title) })],
  ['word skill', 8, ({ word, skill }) => ({ text: `${skill} ${word}`, meaning: both(term(skill), term(word)) })],
  [
    'company word',
    5,
    ({ word, company }) => ({ text: `${company} ${word}`, meaning: both(term(company), term(word)) }),
  ],
  ['phrase', 8, ({ title }) => ({ text: `"${title}"`, meaning: term(title, { quoted: true }) })],
  ['minus', 6, ({ word, skill }) => ({ text: `${word} -${skill}`, meaning: both(term(word), not(term(skill))) })],
  ['not', 6, (p) => ({ text: `${p.word} ${p.not} ${p.skill}`, meaning: both(term(p.word), not(term(p.skill))) })],
  [
    'minus phrase',
    4,
    (p) => ({ text: `${p.word} -"${p.other}"`, meaning: both(term(p.word), not(term(p.other, { quoted: true }))) }),
  ],
  ['or', 10, (p) => ({ text: `${p.word} ${p.or} ${p.third}`, meaning: either(term(p.word), term(p.third)) })],
  [
    'or phrase',
    5,
    (p) => ({
      text: `"${p.title}" ${p.or} "${p.other}"`,
      meaning: either(term(p.title, { quoted: true }), term(p.other, { quoted: true })),
    }),
  ],
  [
    'or compound',
    3,
    ({ word, or, third }) => {
      // Twice the same word means that word alone, which may be broadened.
      const other = word.toLowerCase() === 'softwareentwickler' ? third : 'softwareentwickler';
      return { text: `${word} ${or} ${other}`, meaning: either(term(word), term(other)) };
    },
  ],
  [
    'group',
    6,
    (p) => ({
      text: `(${p.word} ${p.or} ${p.third}) ${p.skill}`,
      meaning: both(either(term(p.word), term(p.third)), term(p.skill)),
    }),
  ],
  [
    'minus group',
    5,
    (p) => ({
      text: `${p.skill} -(${p.word} ${p.or} ${p.third})`,
      meaning: both(term(p.skill), not(either(term(p.word), term(p.third)))),
    }),
  ],
  [
    'not group',
    3,
    (p) => ({
      text: `${p.skill} ${p.not} (${p.word} ${p.or} ${p.third})`,
      meaning: both(term(p.skill), not(either(term(p.word), term(p.third)))),
    }),
  ],
  [
    'nested',
    3,
    (p) => ({
      text: `(${p.word} (${p.skill} ${p.or} ${p.company})) ${p.or} "${p.other}"`,
      meaning: either(both(term(p.word), either(term(p.skill), term(p.company))), term(p.other, { quoted: true })),
    }),
  ],
  ['only minus', 3, ({ word }) => ({ text: `-${word}`, meaning: not(term(word)) })],
  ['title:', 6, ({ word }) => ({ text: `title:${word}`, meaning: term(word, { within: 'title' }) })],
  [
    'title: phrase',
    4,
    ({ title }) => ({ text: `title:"${title}"`, meaning: term(title, { within: 'title', quoted: true }) }),
  ],
  ['company:', 5, ({ company }) => ({ text: `company:${company}`, meaning: term(company, { within: 'company' }) })],
  [
    'company: word',
    4,
    (p) => ({
      text: `company:${p.company} ${p.skill}`,
      meaning: both(term(p.company, { within: 'company' }), term(p.skill)),
    }),
  ],
  [
    'minus title:',
    3,
    (p) => ({
      text: `${p.skill} -title:${p.word}`,
      meaning: both(term(p.skill), not(term(p.word, { within: 'title' }))),
    }),
  ],
  ['minus symbol', 4, ({ word }) => ({ text: `${word} -c++`, meaning: both(term(word), not(term('c++'))) })],
  [
    'not symbol',
    3,
    ({ word, not: out }) => ({ text: `${word} ${out} .net`, meaning: both(term(word), not(term('.net'))) }),
  ],
  ['spelling', 4, ({ or }) => ({ text: or === 'OR' ? 'node' : 'cpp', meaning: term(or === 'OR' ? 'node' : 'cpp') })],
  [
    'many or',
    3,
    ({ or }) => ({ text: alternatives.join(` ${or} `), meaning: either(...alternatives.map((word) => term(word))) }),
  ],
  ['slip', 3, ({ word }) => ({ text: slipOf(word), meaning: term(word) })],
  ['part of a name', 2, () => ({ text: '工程师', meaning: term('工程师') })],
];

const alternatives = ['plumber', 'welder', 'dentist', 'florist', 'notary', 'glazier', 'roofer'];

/** A keyword about an opening, so that most searches find something. */
export function keywordQuery(about: Opening, chance: Chance): KeywordQuery {
  const plainTitle = about.title.replace(/^(?:Senior|Junior|Mid-Level|Vice President,) | (?:Intern|Director)$/g, '');
  const longest = plainTitle.split(' ').sort((a, b) => b.length - a.length)[0] ?? plainTitle;
  const title = chance.maybe(0.6) ? plainTitle : about.title.replace(',', '');
  const others = occupations.filter((each) => !about.title.includes(each.title) && /^[\w ]+$/.test(each.title));
  const parts: Parts = {
    title,
    word: longest,
    skill: chance.pick(about.tags.length > 0 ? about.tags : Object.keys(skills)),
    company: about.company.split(' ')[0] ?? about.company,
    other: chance.pick(others).title,
    third: chance.pick(others.filter((each) => !each.title.includes(' '))).title,
    or: chance.pick(['OR', 'or', 'Or']),
    not: chance.pick(['NOT', 'not', 'Not']),
  };
  const [trait, , make] = chance.weigh(shapes.map((shape) => [shape, shape[1]] as const));
  const { text, meaning } = make(parts);
  const slip = trait === 'slip' && text !== parts.word;
  const operators = /["()]|(?:^|\s)-|\b(?:or|not)\b|:/i.test(text);
  const cased = caseOf(text, chance);
  const unspaced = /\p{Script=Han}/u.test(text) ? ['without spaces'] : [];
  return { text: cased.text, meaning, traits: [trait, ...unspaced, ...cased.traits], plain: !operators, slip };
}

/** Swaps two letters in the middle of a long word: an error that no other word of the world explains. */
function slipOf(word: string): string {
  if (word.length < 7 || !/^[A-Za-z]+$/.test(word)) return word;
  const at = Math.floor(word.length / 2);
  return `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
}

/** Letter case never matters. */
function caseOf(text: string, chance: Chance): { text: string; traits: string[] } {
  return chance.weigh([
    [{ text, traits: [] }, 5],
    [{ text: text.toLowerCase(), traits: ['lower case'] }, 4],
    [{ text: text.toUpperCase(), traits: ['upper case'] }, 1],
  ]);
}
