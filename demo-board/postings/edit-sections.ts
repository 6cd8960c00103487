import type { Chance } from './chance.js';
import type { Section } from './opening.js';

/** Small edits of a text for a second board. */
const rewordings: readonly (readonly [RegExp, string])[] = [
  [/\byou will\b/g, "you'll"],
  [/\bYou will\b/g, "You'll"],
  [/\bWe are\b/g, "We're"],
  [/\bcolleagues\b/g, 'teammates'],
  [/\babout\b/g, 'around'],
  [/\bmonthly\b/g, 'every month'],
  [/\bexperience with\b/gi, 'experience in'],
];

/** The text of an opening as a second board prints it: nearly, but not quite, the same. */
export function editSections(sections: readonly Section[], companyName: string, chance: Chance): Section[] {
  const changes = chance.some(rewordings, chance.int(1, 3));
  const reworded = sections.map((section) => ({
    ...section,
    paragraphs: section.paragraphs.map((text) => reword(text, changes)),
    list: section.list.map((text) => reword(text, changes)),
  }));
  const shortened = chance.maybe(0.6) ? reworded.map((section) => withoutLast(section)) : reworded;
  return chance.maybe(0.3) ? [introduction(companyName, chance), ...shortened] : shortened;
}

function reword(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((result, [from, to]) => result.replace(from, to), text);
}

/** The last duty is dropped when there are enough. */
function withoutLast(section: Section): Section {
  return section.role === 'duties' && section.list.length > 4
    ? { ...section, list: section.list.slice(0, -1) }
    : section;
}

function introduction(companyName: string, chance: Chance): Section {
  const text = chance.pick([
    `We publish this opening on behalf of ${companyName}.`,
    `${companyName} is hiring. Please mention where you found this posting.`,
  ]);
  return { role: 'company', heading: null, paragraphs: [text], list: [] };
}
