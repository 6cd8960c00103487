import type { ComponentChildren } from 'preact';
import { type MessageKey, say, sayWith, spokenLanguage } from '../../shared/messages/messages.js';
import type { Job, WholeJob } from '../../shared/search/job.js';
import { companyKey } from '../../shared/words/company-names.js';
import { rangeWords, seenSentences, whyTitle } from '../../shared/words/job-words.js';
import { formatMoment } from '../lib/format.js';
import { CompanyMark, Fact, foreign, JobFacts, OutsideLink, Posted } from './job-card.js';
import { placeWords, reasonWord, siteName, statedPay } from './words.js';

/** The full details of a job, next to the list and on its own page. */
type ShownJob = Omit<Job, 'match' | 'description'> &
  Partial<Pick<Job, 'match'> & Pick<WholeJob, 'closedAt' | 'lastSeenAt' | 'skillEvidence'>>;

/** The bullet of a list item from which a sentence was taken. */
export const listMark = /^[-*•·–]\s+/;

/** The headings under which sentences of a posting are quoted as evidence. */
export const evidenceFields: readonly (readonly [field: string, label: MessageKey])[] = [
  ['remoteFrom', 'evidence.remoteFrom'],
  ['visaSponsorship', 'evidence.visa'],
  ['securityClearance', 'evidence.clearance'],
  ['degree', 'evidence.degree'],
  ['yearsOfExperience', 'evidence.experience'],
  ['postedBy', 'evidence.postedBy'],
];

type DetailsProps = {
  job: ShownJob;
  now: Date;
  level: 'h1' | 'h2';
  miles?: boolean;
  /** Buttons that mark the job. */
  marks?: ComponentChildren;
  /** The description, and similar jobs. */
  children: ComponentChildren;
};

/** All known facts of a job, with the sentences they come from. */
export function JobDetails({ job, now, level: Heading, miles = false, marks, children }: DetailsProps) {
  const title = Heading === 'h1' ? job.title : <a href={`/jobs/${job.id}`}>{job.title}</a>;
  const seen = seenSentences(job);
  return (
    <>
      <div class="panel-top" key={`top-${job.id}`}>
        <CompanyMark name={job.company.name} />
        <Heading id="panel-title" tabIndex={-1} {...foreign(job)}>
          {title}
        </Heading>
        <ApplyLink job={job} />
      </div>
      <div class="panel-head" key={`head-${job.id}`} lang={spokenLanguage()}>
        <CompanyLine company={job.company} place={placeWords(job, { short: false })} />
        <ul class="facts whole" aria-label={say('card.facts')}>
          <Fact job={job} field="salary" words={payWithBands(job)} kind="pay" title={bandRows(job)} />
          <JobFacts job={job as Job} />
        </ul>
        <Posted job={job as Job} now={now} short={false} />
        {job.validUntil !== null && (
          <p class="deadline">{sayWith('job.applyBy', { day: <DayOf iso={job.validUntil} /> })}</p>
        )}
        {job.closedAt && <p class="note warn">{sayWith('job.closedOn', { day: <DayOf iso={job.closedAt} /> })}</p>}
        {marks}
        {job.match && <Reasons match={job.match} miles={miles} />}
        <Evidence evidence={job.evidence} language={job.language} />
        {job.skills.length > 0 && <Skills skills={job.skills} evidence={job.skillEvidence ?? {}} />}
        {seen !== null && <p class="quiet">{seen}</p>}
        <p class="from">
          {say('job.source')} <OutsideLink href={job.url}>{siteName(job.url)}</OutsideLink>
          {job.alsoOn.map(({ url }) => (
            <span key={url}>
              , {sayWith('job.alsoOn', { site: <OutsideLink href={url}>{siteName(url)}</OutsideLink> })}
            </span>
          ))}
          {job.lastSeenAt && <>, {sayWith('job.lastListed', { day: <DayOf iso={job.lastSeenAt} /> })}</>}
        </p>
      </div>
      {children}
    </>
  );
}

/** A date, readable by people and machines. */
export const DayOf = ({ iso }: { iso: string }) => (
  <time dateTime={iso.slice(0, 10)}>{formatMoment(iso, { dayOnly: true })}</time>
);

/** The industry and size of a company. */
export const aboutCompany = ({ industry, size }: Pick<Job['company'], 'industry' | 'size'>): string =>
  [industry, size && say('company.size', { size: size.replace('-', '–') })].filter((word) => word !== null).join(', ');

/** The company of a job, with links to its page and its other openings. */
export function CompanyLine({ company, place }: { company: Job['company']; place: string | null }) {
  const words = aboutCompany(company);
  const key = companyKey(company.name ?? '');
  return (
    <p class="company">
      <OutsideLink href={company.url} class="name" dir="auto">
        {company.name ?? say('card.noCompany')}
      </OutsideLink>
      {place !== null && (
        <span class="place" dir="auto">
          {place}
        </span>
      )}
      {words !== '' && <span class="quiet">{words}</span>}
      {key !== '' && (
        <a class="quiet" href={`/companies/${encodeURIComponent(key)}`}>
          {say('job.allOpenings')}
        </a>
      )}
    </p>
  );
}

/** The link to the employer's application form. */
export const ApplyLink = ({ job }: { job: Pick<Job, 'applyUrl' | 'url' | 'title'> }) => (
  <OutsideLink href={job.applyUrl ?? job.url} class="act apply">
    {say('apply')}
    <span class="visually-hidden"> {say('job.applyFor', { title: job.title })}</span>
  </OutsideLink>
);

/** The pay, with a note if the posting has bands for several places or levels. */
function payWithBands(job: ShownJob): string | null {
  const pay = statedPay(job);
  return pay !== null && (job.salary?.bands ?? []).length > 0 ? say('job.payBands', { pay }) : pay;
}

function bandRows({ salary }: ShownJob): string {
  const { bands = [], currency = null } = salary ?? {};
  return currency === null
    ? ''
    : bands.map(({ text, min, max }) => `${text}: ${rangeWords(min, max, currency)}`).join('\n');
}

/** The reasons for a match. The posting's age is already among its facts. */
export function Reasons({ match, miles }: { match: Job['match']; miles: boolean }) {
  const reasons = match.why.filter((reason) => !/^posted (?!again)|^found on \d+ boards$/.test(reason));
  if (reasons.length === 0) return null;
  return (
    <div class={match.near === true ? 'why near' : 'why'}>
      <span class="why-title">{whyTitle(match)}</span>
      <ul>
        {reasons.map((reason) => (
          <li dir="auto" key={reason}>
            {reasonWord(reason, { miles })}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Each fact of the posting with the sentence it comes from. */
function Evidence({ evidence, language }: Pick<Job, 'evidence' | 'language'>) {
  const known = new Map(Object.entries(evidence));
  const rows = evidenceFields.flatMap(([field, label]) => {
    const sentence = known.get(field);
    return sentence === undefined ? [] : [[say(label), sentence] as const];
  });
  if (rows.length === 0) return null;
  return (
    <dl class="evidence" aria-label={say('job.evidence')}>
      {rows.map(([label, sentence]) => (
        <>
          <dt>{label}</dt>
          <dd>
            <q {...foreign({ language })}>{sentence.replace(listMark, '')}</q>
          </dd>
        </>
      ))}
    </dl>
  );
}

/** Skills as links to other jobs that name them; each tooltip is the sentence that names the skill. */
const Skills = ({ skills, evidence }: { skills: readonly string[]; evidence: Readonly<Record<string, string>> }) => (
  <p class="skills">
    {say('job.skills')}{' '}
    {skills.map((skill, at) => (
      <span key={skill}>
        {at === 0 ? '' : ', '}
        <a href={`/?${new URLSearchParams({ skills: skill })}`} title={evidence[skill]}>
          {skill}
        </a>
      </span>
    ))}
  </p>
);
