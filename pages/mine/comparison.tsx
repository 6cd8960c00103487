import type { ComponentChildren } from 'preact';
import type { WholeJob } from '../../shared/search/job.js';
import { foreign, OutsideLink } from '../components/job-card.js';
import { evidenceLabels, listMark } from '../components/job-details.js';
import { optionList, placeWords, siteName, statedPay, workplaceWords } from '../components/words.js';
import { formatMoment } from '../lib/format.js';
import { Description } from '../results/job-panel.js';

/** Jobs field by field, then their texts. */
const day = (iso: string): string => formatMoment(iso, { dayOnly: true });

type Compared = [label: string, read: (job: WholeJob) => string | null];

const sentenceFor = ({ evidence }: WholeJob, name: string): string | null =>
  Object.entries(evidence)
    .find(([field]) => field === name)?.[1]
    ?.replace(listMark, '') ?? null;

const facts: readonly Compared[] = [
  ['Company', ({ company }) => company.name],
  ['Place', (job) => placeWords(job, { short: false })],
  ['Pay', (job) => statedPay(job)],
  ['Workplace', workplaceWords],
  ['Job type', ({ jobTypes }) => optionList('jobType', jobTypes)],
  ['Level', ({ experienceLevels }) => optionList('experienceLevel', experienceLevels)],
  ['Posted', ({ postedAt, firstSeenAt }) => (postedAt === null ? `First seen ${day(firstSeenAt)}` : day(postedAt))],
  ['Apply by', ({ validUntil }) => validUntil && day(validUntil)],
  ['Closed', ({ closedAt }) => closedAt && day(closedAt)],
  ['Source', ({ url, alsoOn }) => [url, ...alsoOn.map((other) => other.url)].map(siteName).join(', ')],
  ...Object.entries(evidenceLabels).map(([name, label]): Compared => [label, (job) => sentenceFor(job, name)]),
];

export function Comparison({ jobs }: { jobs: readonly WholeJob[] }) {
  const rows = facts.map(([label, read]) => ({ label, cells: jobs.map(read) }));
  return (
    <section class="comparison" aria-label="Comparison">
      <h2 id="comparison" tabIndex={-1}>
        Side by side
      </h2>
      <table>
        <thead>
          <tr>
            <td />
            {jobs.map((job) => (
              <th key={job.id} scope="col">
                <a href={`/jobs/${job.id}`} {...foreign(job)}>
                  {job.title}
                </a>
                <OutsideLink href={job.applyUrl ?? job.url} class="act strong" aria-label={`Apply for ${job.title}`}>
                  Apply
                </OutsideLink>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ cells }) => cells.some((cell) => cell !== null))
            .map(({ label, cells }) => (
              <Row key={label} label={label}>
                {cells.map((cell, at) => (
                  <td key={jobs[at]?.id} class={cell === null ? 'quiet' : undefined} dir="auto">
                    {cell ?? 'not stated'}
                  </td>
                ))}
              </Row>
            ))}
          <Row label="Text">
            {jobs.map((job) => (
              <td key={job.id} class="description" {...foreign(job)}>
                {job.descriptionHtml === '' ? (
                  'The source gives no description.'
                ) : (
                  <Description html={job.descriptionHtml} level={3} />
                )}
              </td>
            ))}
          </Row>
        </tbody>
      </table>
    </section>
  );
}

const Row = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <tr>
    <th scope="row">{label}</th>
    {children}
  </tr>
);
