import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { facts } from './facts.js';
import { readFirstLooks, recordFirstLook } from './first-looks.js';
import { measureLearntPay } from './learnt-pay.js';
import { measureLearntWorkplace } from './learnt-workplace.js';
import { materialFolder } from './material.js';
import { type Counts, type Measured, measure } from './measure.js';
import { batchesOf, readLabels } from './read-labels.js';
import type { RealFact } from './real-fact.js';
import { writeFirstLooks } from './write-first-looks.js';

/**
 * `npm run bench -- real [fact …] [--batch N] [--show] [--record --round N] [--write] [--learnt]`: reads the labelled cases of recorded
 * postings and prints how many are right, wrong and missed. `--show` lists the misread ones; `--record` keeps the figures of
 * batches that have none as their first look; `--write` writes the first looks to docs/reports/quality.md; `--learnt` prints what a
 * classifier finds where the rules for pay and workplace say nothing (decisions 25 and 26).
 */
const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    batch: { type: 'string' },
    round: { type: 'string' },
    show: { type: 'boolean' },
    record: { type: 'boolean' },
    write: { type: 'boolean' },
    learnt: { type: 'boolean' },
  },
});

const unknown = names.filter((name) => !facts.some((fact) => fact.name === name));
if (unknown.length > 0) {
  console.error(`There is no fact "${unknown.join('", "')}". Facts: ${facts.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 2;
} else if (flags.record && flags.round === undefined) {
  console.error('--record needs --round: the round of work on the rules, 0 before any.');
  process.exitCode = 2;
} else if (materialFolder === null) {
  console.log('The recorded postings (../shared/examples/real) are not present: nothing was read.');
} else if (flags.learnt) {
  measureLearntPay();
  measureLearntWorkplace();
} else {
  for (const fact of facts) if (names.length === 0 || names.includes(fact.name)) run(fact);
  if (flags.write) writeFirstLooks();
}

function run(fact: RealFact): void {
  const batches = batchesOf(fact.name).filter((batch) => flags.batch === undefined || batch === Number(flags.batch));
  if (batches.length === 0) return;
  const cases = fact.cases();
  for (const batch of batches) {
    const measured = measure(readLabels(fact.name, batch), cases, fact.compare);
    print(`${fact.name}-${batch}`, measured);
    if (flags.record) record(fact.name, batch, measured);
  }
}

function print(name: string, { sources, misread, ...all }: Measured): void {
  console.log(lineOf(name, all));
  for (const [source, counts] of Object.entries(sources)) console.log(lineOf(`  ${source}`, counts));
  if (!flags.show) return;
  for (const { id, outcome, shown, got, label } of misread) {
    const wanted = [label.expect, ...(label.also ?? [])].map((value) => JSON.stringify(value)).join(' or ');
    console.log(`  ${outcome} ${id} ${shown.slice(0, 200)}\n    got ${JSON.stringify(got)}, labelled ${wanted}`);
  }
}

function lineOf(name: string, { cases, labelled, said, right, wrong, missed, recalled }: Counts): string {
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);
  return (
    `${name}: ${cases} cases, ${labelled} state it; right ${right} (${share(right, cases)}), wrong ${wrong} ` +
    `(${share(wrong, said)} of ${said} said), missed ${missed}, recall ${share(recalled, labelled)}`
  );
}

function record(fact: string, batch: number, measured: Measured): void {
  if (readFirstLooks().some((look) => look.fact === fact && look.batch === batch)) {
    console.log(`  ${fact}-${batch} has a first look: not recorded again.`);
    process.exitCode = 1;
    return;
  }
  const { misread: _, sources, ...counts } = measured;
  const date = new Date().toISOString().slice(0, 10);
  const named = Object.keys(sources).length === 0 ? {} : { sources };
  recordFirstLook({ date, commit: commitNow(), fact, batch, ...counts, round: Number(flags.round), ...named });
}

function commitNow(): string {
  const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', 'worker', 'shared') === '' ? '' : '+');
}
