import { cutText } from '../../../shared/words/cut-text.js';
import { foldWord } from '../../../shared/words/text.js';
import { companyHeadings, dutyHeadings, roleHeadings } from './summary-headings.js';

/** The longest summary, in characters. */
const longest = 280;

/** Characters of lines that are more than a summary even once spaces are folded. */
const enough = 4 * longest;

/** Shorter lines without the end of a sentence are headings, or facts that are in other fields of the record. */
const shortest = 40;

/** The longest heading, in characters. */
const headingAtMost = 50;

/**
 * A summary of a description as one line of at most 280 characters, cut at a word: from the heading of the job on if there
 * is one, else from the beginning. Headings and the repeated title are left out.
 */
export function summarise(description: string, { title, company }: { title: string; company: string | null }): string {
  const name = foldWord(title);
  const isTitle = (line: string): boolean => line.length < title.length + 20 && foldWord(line) === name;
  const lines = description.split('\n', 60).filter((line) => line !== '' && !isTitle(line));
  const supporters = lines.slice(startOf(lines, company));
  const start = supporters.findIndex(isText);
  const text = joined(supporters.slice(Math.max(0, start)));
  if (text.length <= longest) return text;
  const cut = cutText(text, longest - 2);
  const word = cut.lastIndexOf(' ');
  return `${(word < longest / 2 ? cut : cut.slice(0, word)).replace(/(?<![\s,;:–-])[\s,;:–-]+$/, '')} …`;
}

/** The first lines as one, at least as many as the longest summary takes; the dashes of lists are left out. */
function joined(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    text += ` ${line.replace(/^\s*- /, '')}`;
    if (text.length > enough) break;
  }
  return text.replace(/\s{2,}/g, ' ').trim();
}

/** A description without its sections about the company, each up to the next heading. */
export function withoutCompany(description: string, company: string | null): string {
  const companyWords = company === null ? null : foldWord(company);
  let isOfCompany = false;
  const isOfJob = (line: string): boolean => {
    if (line !== '' && line.length <= headingAtMost && !line.startsWith('- ') && !isText(line))
      isOfCompany = isCompanyHeading(foldWord(line), companyWords);
    // "About us: we use Java."
    return !isOfCompany && !isCompanyHeading(foldWord(line.slice(0, headingAtMost).split(':')[0] ?? ''), companyWords);
  };
  return description.split('\n').filter(isOfJob).join('\n');
}

const isText = (line: string): boolean => line.length >= shortest || /[.!?…。！？]$/.test(line);

/** The line at which the text about the job starts: the lines before it are mostly the same in every posting of the company. */
function startOf(lines: readonly string[], company: string | null): number {
  const companyWords = company === null ? null : foldWord(company);
  let ofCompany = companyWords !== null && companyWords !== '' && opensWith(lines.find(isText) ?? '', companyWords);
  for (const [at, line] of lines.entries()) {
    if (line.length > headingAtMost || lines[at + 1] === undefined) continue;
    const heading = foldWord(line);
    if (roleHeadings.has(heading)) return at + 1;
    if (ofCompany && dutyHeadings.has(heading)) return at + 1;
    // Only if no text comes before it: a section about the company after the job does not replace it.
    ofCompany ||= isCompanyHeading(heading, companyWords) && !lines.slice(0, at).some(isText);
  }
  return 0;
}

const isCompanyHeading = (heading: string, companyName: string | null): boolean =>
  companyHeadings.has(heading) || (companyName !== null && heading === `about${companyName}`);

/** Whether a text begins with the company: "Acme is …", "At Acme, we …". */
function opensWith(text: string, companyName: string): boolean {
  const opening = foldWord(text.slice(0, 80));
  return (
    opening.startsWith(companyName) || opening.startsWith(`at${companyName}`) || opening.startsWith(`bei${companyName}`)
  );
}
