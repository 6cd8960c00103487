import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { projectFile } from '../shared/project-file.js';
import { measureDuplicates } from './quality/duplicates.js';
import { givenFolder } from './quality/given.js';
import { measureJobType } from './quality/job-type.js';
import { learntSection } from './quality/learnt-neighbours.js';
import { measureLevel } from './quality/level.js';
import { measurePlace } from './quality/place.js';
import { measurePostedAt } from './quality/posted-at.js';
import { measureRelevance } from './quality/relevance.js';
import type { Row } from './quality/row.js';
import { measureSalary } from './quality/salary.js';
import { tableOf } from './quality/table.js';
import { measureTitles } from './quality/titles.js';
import { measureWorkplace } from './quality/workplace.js';
import { endOfFirstLooks, firstLookSection } from './real/write-first-looks.js';
import { realRelevanceSection } from './relevance/section.js';

/** All measures, in the order of the table. */
const measures: readonly (() => Promise<Row[]>)[] = [
  measureSalary,
  measurePlace,
  measureJobType,
  measureWorkplace,
  measureLevel,
  measurePostedAt,
  measureDuplicates,
  measureRelevance,
  () => measureTitles(),
];

const rows: Row[] = [];
for (const measure of measures) rows.push(...(await measure()));

const external = existsSync(givenFolder)
  ? 'Rows of the set "beside the project" are external labelled strings (`../shared/examples/normaliser`).'
  : 'The external labelled strings (`../shared/examples/normaliser`) were not present in this run.';

const page = `# Quality of reading, deduplication and ranking

Written by \`npm run bench:quality\`; change the measures in \`bench/quality/\`, not this page.

${tableOf(rows)}

## What the columns say

- **ours**: the share of cases that this service reads correctly; **baseline**: the same for a simple reader (\`bench/quality/baseline.ts\`:
  a regular expression for "$", "€" and "£", the text between commas, a look-up of the words of the API, \`new Date(text)\`); higher is better in every row.
- **set**: the rules were made with the *tuning* cases; the *held-out* ones were labelled before the rules were run on them. Both are in
  \`test/fixtures/normalise\`, whose README defines the correct answers. ${external}
- **target**: the share that a held-out set must reach.

## When a case is correct

| fact | correct when |
| --- | --- |
| salary | min, max, currency and period are all as labelled; a text without pay is read as none |
| not-salary traps | nothing is read from funding, revenue, benefits, bonuses, prices, headcounts, phone numbers, ids, years … |
| salary in descriptions | as for salary, from a whole description |
| place | every place of a text has the city, region and country of its label, and no other place is read; in the second row also its areas ("EMEA") and its workplace |
| job type, workplace, level | the word is as labelled, or both have none (two external labels give a job type to texts that name none; we keep none); "not wrong" counts \`null\` as correct: under 1 % may name another word |
| duplicates | two postings on different boards are correctly found to be one opening or two (\`bench/quality/duplicate-openings.ts\` makes the openings and their near misses, \`write-duplicates.ts\` varies them as boards do, \`hard-duplicates.ts\` has hand-written ones); the baseline compares company and title |
| relevance | nDCG@10 of graded queries (\`bench/quality/relevance-queries.ts\`: a written rule grades each posting by its facts, independent of any ranker); the baseline is the better of BM25F with field weights and MiniSearch (titles count fourfold, postings with all words first), the target 1.05 times its value |
| titles | common titles as queries over 2,600 random real titles (\`bench/quality/titles.ts\`; the titles lie beside the project, the judgements name them by hash); the baseline is MiniSearch, titles with all words before those with any; near matches count |
| posted at | the day (UTC) is as labelled, or both have none |

${realRelevanceSection()}
${learntSection()}
${firstLookSection()}
`;

/** What follows the last table is written by hand: what is still misread, and figures of other commands. */
const file = projectFile('docs/quality.md');
const [, byHand = ''] = readFileSync(file, 'utf8').split(`${endOfFirstLooks}\n`);
writeFileSync(file, page + byHand);
console.log(tableOf(rows));
console.log(`\n${external}\nWritten to docs/quality.md.`);
