/**
 * One line of the doctor: `ok`, a `note` about a limitation, or `wrong`. `advice`: the remedy for a note or an error.
 */
export type Finding = Readonly<{
  part: 'installed' | 'configured' | 'running';
  state: 'ok' | 'note' | 'wrong';
  what: string;
  advice?: string;
}>;

const marks = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

/** The findings as lines for people, a heading for each part. */
export function findingLines(findings: readonly Finding[]): string[] {
  const lines: string[] = [];
  let heading = '';
  for (const { part, state, what, advice } of findings) {
    if (part !== heading) lines.push(...(heading === '' ? [] : ['']), part);
    heading = part;
    lines.push(`  ${marks[state]}  ${what.replaceAll('\n', '\n         ')}`);
    if (advice !== undefined) lines.push(`         → ${advice}`);
  }
  const wrong = findings.filter(({ state }) => state === 'wrong').length;
  return [
    ...lines,
    '',
    wrong === 0 ? 'Nothing is wrong.' : `${wrong} ${wrong === 1 ? 'thing is' : 'things are'} wrong.`,
  ];
}
