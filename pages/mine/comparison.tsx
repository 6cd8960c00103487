import type { ComponentChildren } from 'preact';
import { type MessageKey, say } from '../../shared/messages/messages.js';
import type { WholeJob } from '../../shared/search/job.js';
import { foreign, OutsideLink } from '../components/job-card.js';
import { evidenceFields, listMark } from '../components/job-details.js';
import { optionList, placeWords, siteName, statedPay, workplaceWords } from '../components/words.js';
import { formatMoment } from '../lib/format.js';
import { Description } from '../results/job-panel.js';

/** Jobs field by field, then their texts. */
const day = (iso: string): string => formatMoment(iso, { dayOnly: true });

type Compared = [label: MessageKey, read: (job: WholeJob) => string | null];

const sentenceFor = ({ evidence }: WholeJob, name: string): string | null =>
  Object.entries(evidence)
    .find(([field]) => field === name)?.[1]
    ?.replace(listMark, '') ?? null;

const facts: readonly Compared[] = [
  ['compare.company', ({ company }) => company.name],
  ['compare.place', (job) => placeWords(job, { short: false })],
  ['field.salary', (job) => statedPay(job)],
  ['field.remoteFilter', workplaceWords],
  ['field.jobType', ({ jobTypes }) => optionList('jobType', jobTypes)],
  ['field.experienceLevel', ({ experienceLevels }) => optionList('experienceLevel', experienceLevels)],
  [
    'field.dateSincePosted',
    ({ postedAt, firstSeenAt }) =>
      postedAt === null ? say('posted.firstSeen', { when: day(firstSeenAt) }) : day(postedAt),
  ],
  ['compare.applyBy', ({ validUntil }) => validUntil && day(validUntil)],
  ['stage.closed', ({ closedAt }) => closedAt && day(closedAt)],
  ['compare.source', ({ url, alsoOn }) => [url, ...alsoOn.map((other) => other.url)].map(siteName).join(', ')],
  ...evidenceFields.map(([name, label]): Compared => [label, (job) => sentenceFor(job, name)]),
];

export function Comparison({ jobs }: { jobs: readonly WholeJob[] }) {
  const rows = facts.map(([label, read]) => ({ label: say(label), cells: jobs.map(read) }));
  return (
    <section class="comparison" aria-label={say('compare.title')}>
      <h2 id="comparison" tabIndex={-1}>
        {say('compare.title')}
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
                <OutsideLink
                  href={job.applyUrl ?? job.url}
                  class="act strong"
                  aria-label={`${say('apply')} ${say('job.applyFor', { title: job.title })}`}
                >
                  {say('apply')}
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
                    {cell ?? say('compare.notStated')}
                  </td>
                ))}
              </Row>
            ))}
          <Row label={say('compare.text')}>
            {jobs.map((job) => (
              <td key={job.id} class="description" {...foreign(job)}>
                {job.descriptionHtml === '' ? say('job.noText') : <Description html={job.descriptionHtml} level={3} />}
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
