import { existsSync } from 'node:fs';
import { writeSection } from '../figures/sections.js';
import { takeStamp } from '../figures/stamp.js';
import { writeFirstLooks } from '../real/write-first-looks.js';
import { realRelevanceSection } from '../relevance/section.js';
import { measureDuplicates } from './duplicates.js';
import { givenFolder } from './given.js';
import { measureJobType } from './job-type.js';
import { learntSection } from './learnt-neighbours.js';
import { measureLevel } from './level.js';
import { measurePlace } from './place.js';
import { measurePostedAt } from './posted-at.js';
import { measureRelevance } from './relevance.js';
import type { Row } from './row.js';
import { measureSalary } from './salary.js';
import { tableOf } from './table.js';
import { measureTitles } from './titles.js';
import { measureWorkplace } from './workplace.js';

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

const stamp = takeStamp('npm run bench -- quality');
const rows: Row[] = [];
for (const measure of measures) rows.push(...(await measure()));

const external = existsSync(givenFolder)
  ? 'Rows of the set "beside the project" are external labelled strings (`../shared/examples/normaliser`).'
  : 'The external labelled strings (`../shared/examples/normaliser`) were not present in this run.';

const write = (name: string, text: string): void => writeSection('docs/reports/quality.md', name, text, { stamp });

write('reading', `${tableOf(rows)}\n\n${external}`);
write('relevance', realRelevanceSection());
write('learnt', learntSection());
writeFirstLooks();
console.log(tableOf(rows));
console.log(`\n${external}\nWritten to docs/reports/quality.md.`);
