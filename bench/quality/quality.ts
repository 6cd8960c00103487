import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { writeSection } from '../figures/sections.js';
import { takeStamp } from '../figures/stamp.js';
import { type FirstLook, readFirstLooks, recordFirstLook } from '../real/first-looks.js';
import { hiringComments } from '../real/hiring-comments.js';
import { jobType } from '../real/job-type.js';
import { materialFolder } from '../real/material.js';
import { type Counts, type Measured, measure } from '../real/measure.js';
import { pay } from '../real/pay.js';
import { payFields } from '../real/pay-fields.js';
import { payStrings } from '../real/pay-strings.js';
import { hardPlaces, places } from '../real/places.js';
import { batchesOf, readLabels } from '../real/read-labels.js';
import type { RealFact } from '../real/real-fact.js';
import { requirements } from '../real/requirements.js';
import { jobTypeInTitle, levelInTitle } from '../real/titles.js';
import { workplace } from '../real/workplace.js';
import { measureReal } from '../relevance/measure-real.js';
import { phraseLanguages, readPhrases } from './phrases.js';
import { measureTitles } from './titles.js';

/**
 * `npm run bench -- quality [fact …] [--batch N] [--show] [--record --round N] [--write]`: reads the labelled cases of
 * recorded postings and prints how many are right, wrong and missed, next to the first look at the last batch; then how
 * many ordinary phrases of each language are recognised, and how well real queries are ranked. `--show` lists misread
 * cases; `--record` stores the figures of new batches as their first look; `--write` writes the tables to
 * docs/reports/quality.md.
 */
const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ batch: { type: 'string' }, round: { type: 'string' }, show: { type: 'boolean' } },
    ...{ record: { type: 'boolean' }, write: { type: 'boolean' } },
  },
});

/** The facts measured on recorded postings, in the order of the table. */
const facts: readonly RealFact[] = [
  ...[payStrings, payFields, pay, workplace, jobType, levelInTitle, jobTypeInTitle, places, hardPlaces],
  ...[...requirements, hiringComments],
];

const unknown = names.filter((name) => !facts.some((fact) => fact.name === name));
if (unknown.length > 0 || (flags.record && flags.round === undefined)) {
  const known = facts.map(({ name }) => name).join(', ');
  console.error(
    unknown.length > 0
      ? `There is no fact "${unknown.join('", "')}". Facts: ${known}.`
      : '--record needs --round: the round of work on the rules, 0 before any.',
  );
  process.exitCode = 2;
} else if (materialFolder === null)
  console.log('The recorded postings (../shared/examples/real) are not present: nothing was read.');
else run();

function run(): void {
  const stamp = takeStamp('npm run bench -- quality');
  const looked = facts.filter(({ name }) => names.length === 0 || names.includes(name));
  const read = tableOf(
    ['fact', 'cases', 'state it', 'right', 'wrong of what is said', 'recall', 'first look', 'target'],
    looked.map(rowOf),
  );
  const ranked = names.length > 0 ? '' : ranking();
  const spoken = names.length > 0 ? '' : languages();
  console.log([read, spoken, ranked].filter((table) => table !== '').join('\n\n'));
  const titlesOf = new Map<string, string[]>();
  for (const { title, right, misread } of facts) {
    const meaning = `right when ${right}.${misread === undefined ? '' : ` Still misread: ${misread}.`}`;
    titlesOf.set(meaning, [...(titlesOf.get(meaning) ?? []), title]);
  }
  const notes = [...titlesOf].map(([meaning, titles]) => `- **${titles.join('; ')}**: ${meaning}`);
  if (!flags.write || names.length > 0) return;
  writeSection(
    'docs/reports/quality.md',
    'quality',
    [read, spoken, ranked, ...notes].join('\n\n').replaceAll('.\n\n- ', '.\n- '),
    {
      stamp,
    },
  );
}

/** All batches of a fact, and the first look at the latest one. */
function rowOf(fact: RealFact): string[] {
  const batches = batchesOf(fact.name).filter((batch) => flags.batch === undefined || batch === Number(flags.batch));
  const cases = fact.cases();
  const sum: Counts = { cases: 0, labelled: 0, said: 0, right: 0, wrong: 0, missed: 0, recalled: 0 };
  for (const batch of batches) {
    const measured = measure(readLabels(fact.name, batch), cases, fact.compare);
    for (const key of Object.keys(sum) as (keyof Counts)[]) sum[key] += measured[key];
    if (flags.show) show(`${fact.name}-${batch}`, measured);
    if (flags.record) record(fact.name, batch, measured);
  }
  const first = readFirstLooks().filter((look) => look.fact === fact.name);
  const last = first.filter(({ labelled }) => labelled > 0).sort((a, b) => b.batch - a.batch)[0];
  return [
    ...[fact.title, String(sum.cases), String(sum.labelled), percent(sum.right, sum.cases)],
    ...[percent(sum.wrong, sum.said), percent(sum.recalled, sum.labelled)],
    ...[last === undefined ? '–' : firstLookOf(last), fact.target],
  ];
}

/** How a batch was read before any change made for it. */
function firstLookOf({ right, cases, recalled, labelled, wrong, said }: FirstLook): string {
  const recall = recalled === undefined ? '' : `, recall ${percent(recalled, labelled)} of ${labelled}`;
  return `${percent(right, cases)} of ${cases} right${recall}, wrong ${percent(wrong, said)} of ${said}`;
}

/** The ordinary phrases recognised in each language, and denials misread as the fact. */
function languages(): string {
  const rows = phraseLanguages().map((language) => {
    const { stated, denied, missed, saidWrongly } = readPhrases(language);
    return [language, String(stated), percent(stated - missed.length, stated), `${saidWrongly.length} of ${denied}`];
  });
  return tableOf(['phrases in', 'state a fact', 'read', 'denials read as the fact'], rows);
}

function ranking(): string {
  const share = (value: number): string => percent(value, 1);
  const titles = measureTitles().map(({ set, queries, map, ndcg }) => [set, String(queries), share(ndcg), share(map)]);
  const real = (measureReal() ?? []).map(({ half, queries, ndcg }) => [
    `recorded postings, ${half} queries`,
    ...[String(queries), share(ndcg), '–'],
  ]);
  return tableOf(['ranking of', 'queries', 'nDCG@10', 'MAP'], [...real, ...titles]);
}

function show(name: string, { misread }: Measured): void {
  for (const { id, outcome, shown, got, label } of misread) {
    const wanted = [label.expect, ...(label.also ?? [])].map((value) => JSON.stringify(value)).join(' or ');
    console.log(`${name} ${outcome} ${id} ${shown.slice(0, 200)}\n    got ${JSON.stringify(got)}, labelled ${wanted}`);
  }
}

function record(fact: string, batch: number, { misread: _, sources, ...counts }: Measured): void {
  if (readFirstLooks().some((look) => look.fact === fact && look.batch === batch)) return;
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const commit =
    git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', 'worker', 'shared') === '' ? '' : '+');
  const date = new Date().toISOString().slice(0, 10);
  const named = Object.keys(sources).length === 0 ? {} : { sources };
  recordFirstLook({ date, commit, fact, batch, ...counts, round: Number(flags.round), ...named });
}

function percent(part: number, all: number): string {
  return all === 0 ? '–' : `${((100 * part) / all).toFixed(1)} %`;
}

function tableOf(titles: readonly string[], rows: readonly string[][]): string {
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
