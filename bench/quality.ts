import { existsSync, writeFileSync } from 'node:fs';
import { projectFile } from '../shared/project-file.js';
import { measureDuplicates } from './quality/duplicates.js';
import { givenFolder } from './quality/given.js';
import { measureJobType } from './quality/job-type.js';
import { measureLevel } from './quality/level.js';
import { measurePlace } from './quality/place.js';
import { measurePostedAt } from './quality/posted-at.js';
import { measureRelevance } from './quality/relevance.js';
import type { Row } from './quality/row.js';
import { measureSalary } from './quality/salary.js';
import { tableOf } from './quality/table.js';
import { measureWorkplace } from './quality/workplace.js';

/** Everything that is measured, in the order of the table. */
const measures: readonly (() => Promise<Row[]>)[] = [
  measureSalary,
  measurePlace,
  measureJobType,
  measureWorkplace,
  measureLevel,
  measurePostedAt,
  measureDuplicates,
  measureRelevance,
];

const rows: Row[] = [];
for (const measure of measures) rows.push(...(await measure()));

const besides = existsSync(givenFolder)
  ? 'Rows of the set "beside the project" are labelled strings that are no part of it (`../shared/examples/normaliser`).'
  : 'The labelled strings beside the project (`../shared/examples/normaliser`) are missing here and were left out.';

const page = `# How well postings are understood

Written by \`npm run bench:quality\`; change the measures in \`bench/quality/\`, not this page.

${tableOf(rows)}

## What the columns say

- **ours**: the share of cases our reader answers right; **baseline**: the same of a simple reader (\`bench/quality/baseline.ts\`:
  a regular expression for "$", "€" and "£", what stands between commas, a look-up of the request's words, \`new Date(text)\`); more is better in every row.
- **set**: *tuning* cases were looked at while the rules were made; *held-out* ones were written before their answers were seen. Both are in
  \`test/fixtures/normalise\`, whose README defines what is right. ${besides}
- **target**: what a held-out set must reach.

## What is right

| fact | right when |
| --- | --- |
| salary | min, max, currency and period are all as labelled; a text that names no pay is read as none |
| not-salary traps | nothing is read: funding, revenue, benefits, bonuses, prices, headcounts, phone numbers, ids, years … |
| salary in descriptions | as for salary, from a whole description |
| place | every place a text names has the city, region and country of its label, and nothing else is read; then also its wider areas ("EMEA") and its workplace |
| job type, workplace, level | the word is as labelled, or there is none in both (two labels of job types beside the project give a kind to texts that name none: there we stay with none); "not wrong" counts \`null\` as honest, and asks that under 1 % name another word |
| duplicates | of two postings on different boards it is said whether they are one opening (\`bench/quality/duplicate-openings.ts\` makes the openings and their near misses, \`write-duplicates.ts\` writes them as boards do, \`hard-duplicates.ts\` holds those written by hand); the baseline is the same company and title |
| relevance | nDCG@10 of judged queries (\`bench/quality/relevance-queries.ts\`: the grade of a posting follows from what is true of it by a written rule, never from a ranker); the baseline is MiniSearch with its default settings, the target 1.15 times as much |
| posted at | the day (UTC) is as labelled, or there is none in both |
`;

writeFileSync(projectFile('docs/quality.md'), page);
console.log(tableOf(rows));
console.log(`\n${besides}\nWritten to docs/quality.md.`);
