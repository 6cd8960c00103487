import type { FoundSource } from '../recognise/find-source.js';
import type { ProbedBoard } from '../recognise/probe-names.js';

/**
 * Describes the boards that answer to a company's likely names, a line each, and chooses one: the one with postings, else the
 * first that exists without.
 */
export function chooseProbed(boards: readonly ProbedBoard[]): { lines: string[]; finding: FoundSource } {
  const lines = boards.map(describe);
  const best = boards.find(({ state }) => state === 'living') ?? boards[0];
  if (best === undefined)
    return { lines, finding: { draft: null, missing: '  none. Give the address of the careers page with "add".' } };
  const draft = { kind: best.kind, settings: best.settings };
  return { lines, finding: { draft, how: 'a likely name: look whether it is the company' } };
}

function describe({ kind, settings, state, postings, company }: ProbedBoard): string {
  const name = String(Object.values(settings)[0]);
  const whose = company === null ? '' : `, of ${company}`;
  const what = state === 'living' ? `${postings} postings on its first page${whose}` : 'exists, without postings';
  return `  ${kind.kind} ${name}: ${what}`;
}
