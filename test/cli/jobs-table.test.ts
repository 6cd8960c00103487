import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { PrintedJob } from '../../cli/answer.js';
import { jobsTable } from '../../cli/jobs-table.js';
import { createProgress, plainJson, plainText, type Screen } from '../../cli/progress.js';
import { textWidth } from '../../shared/cli/columns.js';

const now = new Date('2026-11-21T12:00:00Z');
const same = (text: string): string => text;
const style = { bold: same, dim: same, good: same, bad: same };
const jobOf = (more: Partial<PrintedJob> = {}): PrintedJob => ({
  id: 'job_1',
  title: 'Senior Engineer',
  company: { name: 'Acme' },
  location: { text: 'Bern' },
  workplace: 'hybrid',
  salary: { text: 'CHF 120K' },
  postedAt: '2026-11-21T09:00:00.000Z',
  url: 'https://acme.example/1',
  source: 'acme',
  alsoOn: [{}],
  inferred: [],
  match: { why: ['title has "engineer"', 'hybrid'] },
  ...more,
});
const tableOf = (jobs: PrintedJob[], columns: number | null): string[] =>
  jobsTable(jobs, { screen: { columns: () => columns, style }, now, from: 9 }).split('\n');

/** Control characters and bidirectional formatting characters. */
const harmful = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u;

describe('a table of jobs', () => {
  test('has a line of facts, the reasons and the URL of each job', () => {
    expect(tableOf([jobOf()], null)).toEqual([
      '    title            company  place  pay       workplace  posted       source',
      ' 9  Senior Engineer  Acme     Bern   CHF 120K  hybrid     3 hours ago  acme +1',
      '    title has "engineer" · hybrid',
      '    https://acme.example/1',
      '',
    ]);
  });

  test('marks a near match', () => {
    const near = jobOf({ match: { near: true, why: ['"Engineer" is near "Developer"'] } });
    expect(tableOf([near], null)[2]).toBe('    near match · "Engineer" is near "Developer"');
  });

  test('marks a job that only mentions the words', () => {
    const mention = jobOf({ match: { inText: true, why: ['description mentions "go"'] } });
    expect(tableOf([mention], null)[2]).toBe('    mentioned only · description mentions "go"');
  });

  test('prints a dash for unknown values, and rounded dates in days', () => {
    const bare = { company: { name: null }, salary: null, workplace: null, alsoOn: [], match: { why: [] } };
    const [, line, url] = tableOf([jobOf({ ...bare, inferred: ['postedAt'] })], null);
    expect(line).toBe(' 9  Senior Engineer  –        Bern   –    –          today   acme');
    expect(url).toBe('    https://acme.example/1');
    expect(tableOf([jobOf({ postedAt: null })], null)[1]).toContain('hybrid     –       acme');
    expect(tableOf([jobOf({ postedAt: '2026-11-19T23:00:00.000Z' })], null)[1]).toContain('1 day ago');
  });

  test('is never wider than the terminal, except for URLs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 240 }), fc.string({ unit: 'grapheme', maxLength: 120 }), (room, text) => {
        const job = jobOf({ title: `x${text}`, company: { name: text }, match: { why: [text, text] } });
        for (const line of tableOf([job, job], room))
          if (!line.includes('https://')) expect(textWidth(line)).toBeLessThanOrEqual(room);
      }),
    );
  });
});

describe('untrusted text', () => {
  test('is printed without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainText(`\u001b[2J${text}\u009b`)).not.toMatch(harmful);
        const json = plainJson({ text: `\u009b\u202e\u{e0041}${text}` });
        expect(json).not.toMatch(harmful);
        expect(JSON.parse(json)).toEqual({ text: `\u009b\u202e\u{e0041}${text}` });
      }),
    );
  });

  test('keeps the joiners that some scripts need', () => {
    expect(plainText('می‌خواهم 👩‍🔧')).toBe('می‌خواهم 👩‍🔧');
  });
});

describe('progress', () => {
  const source = (name: string, status: string) => ({ name, status, jobs: 2, tookMs: 840, detail: null });
  const played = (isTerminal: boolean): string => {
    let written = '';
    const write = (text: string): void => {
      written += text;
    };
    const screen: Screen = { write, isTerminal, columns: () => (isTerminal ? 60 : null), style };
    const progress = createProgress(screen, () => now);
    progress.begin({ sources: [source('acme', 'pending'), source('beta\u001b[2J', 'pending')] });
    progress.report(source('acme', 'ok'));
    progress.jobsSoFar(2);
    progress.report({ ...source('beta\u001b[2J', 'failed'), detail: 'The source answered 500.' });
    progress.clear();
    return written;
  };

  test('is one line per source, without a status line when the output is no terminal', () => {
    expect(played(false)).toBe('ok       acme        2 jobs  0.8 s\nfailed   beta [2J    The source answered 500.\n');
  });

  test('rewrites a status line on a terminal and removes it at the end', () => {
    const written = played(true);
    expect(written).toContain('\r\u001b[K1 of 2 sources, 2 jobs so far, 0 s; waiting for beta [2J');
    expect(written.endsWith('\r\u001b[K')).toBe(true);
    expect(written.replaceAll('\r\u001b[K', '').replaceAll('\n', '')).not.toMatch(harmful);
  });
});
