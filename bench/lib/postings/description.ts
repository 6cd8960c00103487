import type { Employer } from './employers.js';
import type { Opening } from './openings.js';
import type { Random } from './random.js';
import type { SentenceKind, Sentences } from './sentences.js';

/** A part of a description: a paragraph or a list under a heading. */
export type Section = { heading: string; lines: readonly string[]; isList: boolean };

/** Lengths are log-normal: this median, this deviation of the logarithm, within these bounds; the mean is 3,000 characters. */
const medianLength = 2480;
const deviation = 0.42;
const shortest = 500;
const longest = 12_000;

const headings: Readonly<Record<'role' | 'duty' | 'need' | 'benefit' | 'company', readonly string[]>> = {
  company: ['About us', 'Who we are', 'Our company'],
  role: ['About the role', 'The role', 'Your mission'],
  duty: ['What you will do', 'Responsibilities', 'Your tasks', 'Key responsibilities'],
  need: ['What you bring', 'Requirements', 'Qualifications', 'Your profile'],
  benefit: ['What we offer', 'Benefits', 'Perks', 'Why join us'],
};

type Made = { random: Random; sentences: Sentences };

/**
 * Writes a description: the employer's paragraphs, the same in all its postings, and the opening's own sentences up to
 * a random length. The employer determines the heading style.
 */
export function writeDescription(employer: Employer, opening: Opening, { random, sentences }: Made): Section[] {
  const length = Math.min(longest, Math.max(shortest, medianLength * Math.exp(deviation * random.normal())));
  const style = employer.slug.length;
  const heading = (kind: keyof typeof headings): string => headings[kind][style % headings[kind].length] ?? '';
  const shared = lengthOf(employer.about) + lengthOf(employer.benefits) + lengthOf(employer.closing);
  const own = Math.max(300, length - shared);
  const some = (kind: SentenceKind, share: number): string[] => {
    const lines: string[] = [];
    for (let left = own * share; left > 0; left -= (lines.at(-1)?.length ?? 0) + 1)
      lines.push(sentences.make(kind, opening.topic, random));
    return lines;
  };
  return [
    { heading: heading('company'), lines: [employer.about.join(' ')], isList: false },
    { heading: heading('role'), lines: [some('role', 0.22).join(' ')], isList: false },
    { heading: heading('duty'), lines: some('duty', 0.42), isList: true },
    { heading: heading('need'), lines: some('need', 0.36), isList: true },
    { heading: heading('benefit'), lines: employer.benefits, isList: true },
    { heading: '', lines: [...factsOf(opening, random), ...employer.closing], isList: false },
  ];
}

/** Sentences that state the facts of an opening. */
function factsOf({ pay, jobType, workplace, town }: Opening, random: Random): string[] {
  const city = town.place.city ?? '';
  const facts: string[] = [];
  if (pay !== null)
    facts.push(random.maybe(0.5) ? `The salary range for this role is ${pay.text}.` : `Pay: ${pay.text}.`);
  if (jobType === 'full time') facts.push('This is a full-time, permanent position.');
  else if (jobType === 'part time') facts.push('This is a part-time role.');
  else if (jobType === 'contract') facts.push('This is a twelve-month contract.');
  else if (jobType === 'temporary') facts.push('This is a temporary position.');
  if (workplace === 'hybrid') facts.push(`We work hybrid, two days a week in our ${city} office.`);
  else if (workplace === 'on site') facts.push(`The work is on site in ${city}.`);
  else if (workplace === 'remote') facts.push('This is a fully remote role.');
  return facts;
}

const lengthOf = (lines: readonly string[]): number => lines.reduce((sum, line) => sum + line.length + 2, 0);

/** The text as the normaliser reads it from the HTML: lists with dashes, an empty line between blocks. */
export function asText(sections: readonly Section[]): string {
  return sections
    .flatMap(({ heading, lines, isList }) => [
      ...(heading === '' ? [] : [heading]),
      isList ? lines.map((line) => `- ${line}`).join('\n') : lines.join('\n\n'),
    ])
    .join('\n\n');
}

/** The HTML as a board sends it. */
export function asHtml(sections: readonly Section[]): string {
  return sections
    .map(({ heading, lines, isList }) => {
      const title = heading === '' ? '' : `<h3><strong>${heading}</strong></h3>\n`;
      if (!isList) return title + lines.map((line) => `<p>${escaped(line)}</p>`).join('\n');
      return `${title}<ul>\n${lines.map((line) => `<li><span style="font-weight: 400;">${escaped(line)}</span></li>`).join('\n')}\n</ul>`;
    })
    .join('\n');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
