import { writeSection } from '../figures/sections.js';
import { facts } from './facts.js';
import { type FirstLook, readFirstLooks } from './first-looks.js';

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`);

/** The latest batch of each fact, in the order of the facts. */
function glance(looks: readonly FirstLook[]): string {
  const rows = facts.flatMap(({ name, title, target }) => {
    const last = looks.filter(({ fact }) => fact === name).sort((a, b) => b.batch - a.batch)[0];
    if (last === undefined) return [];
    return [[title, `${last.cases}`, percent(last.right, last.cases), percent(last.wrong, last.said), target]];
  });
  return tableOf(['fact', 'cases', 'right', 'wrong of what is said', 'target'], rows);
}

/** The section "Real postings, first look" of docs/reports/quality.md. */
function firstLookSection(looks: readonly FirstLook[] = readFirstLooks()): string {
  const order = new Map(facts.map(({ name }, at) => [name, at]));
  const rows = [...looks]
    .sort((a, b) => (order.get(a.fact) ?? 99) - (order.get(b.fact) ?? 99) || a.batch - b.batch)
    .map((each) => {
      const fact = facts.find(({ name }) => name === each.fact);
      const shares = [
        percent(each.right, each.cases),
        percent(each.wrong, each.said),
        percent(recalled(each), each.labelled),
      ];
      return [fact?.title ?? each.fact, each.batch, each.round, each.cases, each.labelled, ...shares, each.commit];
    });
  const titles = ['fact', 'batch', 'round', 'cases', 'state it', 'right', 'wrong of what is said', 'recall', 'commit'];
  return `## Real postings, first look

Written by \`npm run bench -- real --write\` from \`bench/real/first-looks.json\`. The cases are seeded random samples of recorded
postings, labelled by reading before the code was run on them; each figure is of the first run, which is recorded once. What a run
teaches is made a general rule, and the next batch tests it. *round*: 0 = the rules before any of this work. The postings are not
part of the repository; \`bench/real/labels\` has the labels with hashes of the texts.

At a glance, the latest batch of each fact:

${glance(looks)}

All batches:

${tableOf(
  titles,
  rows.map((cells) => cells.map(String)),
)}

${bySource(looks)}${notes()}`;
}

/** What was stated or said in the postings of each source, in the order of the sources. */
function bySource(looks: readonly FirstLook[]): string {
  const rows = looks
    .flatMap(({ fact, sources = {} }) =>
      Object.entries(sources)
        .filter(([, { labelled, said }]) => labelled + said > 0)
        .map(([source, counts]) => ({ source, title: facts.find(({ name }) => name === fact)?.title ?? fact, counts })),
    )
    .sort((a, b) => (a.source < b.source ? -1 : a.source > b.source ? 1 : 0))
    .map(({ source, title, counts: { cases, labelled, right, wrong, missed, recalled: found } }) => [
      source,
      title,
      ...[cases, labelled, right, wrong, missed].map(String),
      percent(found, labelled),
    ]);
  if (rows.length === 0) return '';
  const titles = ['source, language', 'fact', 'cases', 'state it', 'right', 'wrong', 'silent', 'recall'];
  return `By source, where each has a file of its own (facts that no posting of it states, and of which nothing was said, are left out):

${tableOf(titles, rows)}

`;
}

/** When a case of each fact is right; facts that share the words share a line. */
function notes(): string {
  const titles = new Map<string, string[]>();
  for (const { title, right, misread } of facts) {
    const text = `right when ${right}.${misread === undefined ? '' : ` Still misread: ${misread}.`}`;
    titles.set(text, [...(titles.get(text) ?? []), title]);
  }
  return [...titles].map(([text, of]) => `- **${of.join('; ')}**: ${text}`).join('\n');
}

/** Cases that state the fact and were read right. */
const recalled = (look: FirstLook): number => look.recalled ?? look.said - look.wrong;

function tableOf(titles: readonly string[], rows: readonly string[][]): string {
  const widths = titles.map((title, at) => Math.max(title.length, ...rows.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(titles), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** Replaces the section in docs/reports/quality.md. What was found at a first look is not measured again: each row names its commit. */
export const writeFirstLooks = (): void => writeSection('docs/reports/quality.md', 'first-looks', firstLookSection());
