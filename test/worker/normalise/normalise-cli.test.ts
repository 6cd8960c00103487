import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transformFileSync } from '@swc/core';
import { z } from 'zod';
import { projectFile } from '../../../shared/project-file.js';
import { jobSchema } from '../../../shared/search/job.js';

let folder: string;

/** The command as plain JavaScript, below the project so that it finds the packages and the gazetteer. */
beforeAll(() => {
  mkdirSync(projectFile('.cache'), { recursive: true });
  folder = mkdtempSync(projectFile('.cache/test-normalise-'));
  for (const room of ['worker', 'shared'])
    for (const name of readdirSync(projectFile(room), { recursive: true, encoding: 'utf8' })) {
      const target = join(folder, room, name.replace(/\.ts$/, '.js'));
      if (/\.(?:csv|tsv|txt)$/.test(name)) cpSync(projectFile(join(room, name)), target);
      if (!name.endsWith('.ts')) continue;
      const options = { jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'es6' } } as const;
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, transformFileSync(projectFile(join(room, name)), { swcrc: false, ...options }).code);
    }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(lines: readonly string[], options: readonly string[] = []) {
  const child = spawn(process.execPath, [join(folder, 'worker/normalise/normalise-cli.js'), ...options]);
  let out = '';
  let err = '';
  child.stdout.on('data', (part) => {
    out += String(part);
  });
  child.stderr.on('data', (part) => {
    err += String(part);
  });
  child.stdin.end(lines.map((line) => `${line}\n`).join(''));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  const answers = out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
  return { code, answers, err };
}

const at = ['--now', '2026-11-21T12:00:00Z'];

describe('npm run normalise', () => {
  test('writes one job per line for one raw posting per line, in order', async () => {
    const { code, answers } = await run(
      [
        JSON.stringify({
          title: 'Night Nurse (m/w/d)',
          company: 'Acme',
          location: 'Hamburg',
          salary: '3.400 € brutto / Monat',
          description: '<p>Ein Haus am Fluss.</p>',
          jobType: 'Vollzeit',
          workplace: 'on site',
          posted: 'vor 3 Tagen',
          url: 'https://acme.example/1',
        }),
        JSON.stringify({ salary: '£400/day' }),
        '',
        JSON.stringify({ title: null, url: '' }),
      ],
      at,
    );
    expect(code).toBe(0);
    expect(answers).toHaveLength(3);
    expect(answers[0]).toMatchObject({
      title: 'Night Nurse (m/w/d)',
      location: { city: 'Hamburg', country: 'DE' },
      salary: { min: 3400, currency: 'EUR', per: 'month' },
      postedAt: '2026-11-18T00:00:00.000Z',
      descriptionHtml: '<p>Ein Haus am Fluss.</p>',
      url: 'https://acme.example/1',
    });
    expect(answers[1]).toMatchObject({ title: '', url: '', salary: { min: 400, per: 'day' } });
    expect(answers[2]).toMatchObject({ title: '', url: '', salary: null, postedAt: null });
  });

  test('writes every fact that an answer carries, as an answer carries it', async () => {
    const description =
      '<p>We recruit on behalf of our client. A bachelor degree is required. At least 5 years of experience. Visa sponsorship is not available.</p>';
    const { answers } = await run([JSON.stringify({ title: 'Nurse', location: 'Remote, US', description })], at);
    expect(answers[0]).toMatchObject({
      remoteFrom: [{ text: 'US', region: null, country: 'US', area: null }],
      postedBy: 'agency',
      degree: 'bachelor',
      yearsOfExperience: { min: 5, max: null },
      visaSponsorship: false,
      securityClearance: null,
      language: 'en',
      evidence: { degree: 'A bachelor degree is required.' },
    });
    expect(answers[0]).not.toHaveProperty('stated');
    // What was seen of an opening, and where else, no posting says.
    const carried = jobSchema.omit({ alsoOn: true, repeats: true, match: true, seen: true, label: true });
    expect(Object.keys(answers[0] ?? {})).toEqual(expect.arrayContaining(Object.keys(carried.shape)));
    expect(carried.strip().parse({ ...answers[0], url: 'https://acme.example/1' }).company.size).toBeNull();
  });

  test('names a line that is no JSON object, continues, and exits with 1', async () => {
    const { code, answers } = await run(['{"title":"a"}', 'nonsense', '["b"]', '{"title":"c"}', '{"title":{}}'], at);
    expect(code).toBe(1);
    expect(answers.map(({ title, line }) => title ?? line)).toEqual(['a', 2, 3, 'c', 5]);
    expect(answers[1]?.error).toContain('not valid JSON');
  });

  test('explains what an invalid line should contain', async () => {
    const { answers } = await run(['null', '{"title":["a"],"url":{}}', '{"title":'], at);
    expect(answers[0]?.error).toMatch(/^Each line must be one JSON object, such as .*, not null\.$/);
    expect(answers[1]?.error).toBe('"title" must be a string, not an array. "url" must be a string, not an object.');
    expect(answers[2]?.error).toMatch(/^This line is not valid JSON: /);
  });

  test('reads the other facts where title and URL are placeholders, and repeats no placeholder', async () => {
    const nothing = { title: 'N/A', company: 'UNAVAILABLE', location: 'N/A', description: 'N/A', posted: '1970-01-01' };
    const { code, answers } = await run(
      [
        `\ufeff${JSON.stringify({ ...nothing, salary: '£400/day', url: 'javascript:alert(1)' })}`,
        JSON.stringify({ location: 'Austin, TX&nbsp;', title: '<script>x()</script>Salt &amp Pepper Cook' }),
      ],
      at,
    );
    expect(code).toBe(0);
    expect(answers[0]).toMatchObject({ title: '', url: '', salary: { min: 400 }, places: [], postedAt: null });
    expect(JSON.stringify(answers[0])).not.toMatch(/N\/A|UNAVAILABLE|1970|javascript/);
    expect(answers[1]).toMatchObject({ title: 'Salt & Pepper Cook', location: { text: 'Austin, TX', city: 'Austin' } });
    expect(JSON.stringify(answers[1])).not.toMatch(/nbsp|<script/);
  });

  test('has the same output for the same input and time', async () => {
    const line = JSON.stringify({ title: 'a', posted: 'yesterday' });
    expect((await run([line], at)).answers).toEqual((await run([line], at)).answers);
  });

  test('explains the values of --now', async () => {
    const { code, err } = await run([], ['--now', 'soon']);
    expect(code).toBe(2);
    expect(err).toContain('--now takes an ISO 8601 time such as 2026-11-21T12:00:00Z, not "soon".');
  });

  test('rejects an unknown option and prints its usage', async () => {
    const { code, err } = await run([], ['--then']);
    expect(code).toBe(2);
    expect(err).toMatch(/There is no option --then[\s\S]*Usage: npm run --silent normalise/);
  });

  test('streams: thousands of lines are returned in order', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) =>
      JSON.stringify({ title: `Job ${index}`, salary: '$20/hr' }),
    );
    const { answers } = await run(lines, at);
    expect(answers.map(({ title }) => title)).toEqual(lines.map((_, index) => `Job ${index}`));
  });
});
