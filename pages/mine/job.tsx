import { render } from 'preact';
import { isPlainPress } from '../components/job-card.js';
import { Reasons } from '../components/job-details.js';
import { under } from '../lib/base-path.js';
import { usesMiles } from '../lib/distance.js';
import { leftFor } from '../search/page-memory.js';
import { addressWithout } from './hide-company.js';
import { JobMarks } from './job-marks.js';
import { lossWords, openMyJobs } from './my-jobs.js';

/** The page of a job: a person's marks, why it matches the search they came from, and the link back to the list. */
const article = document.querySelector<HTMLElement>('#job');
const marks = document.querySelector('#marks');
const outcome = document.querySelector('#outcome');
const { id = '', title = '', company = '', url = '', facts = '{}' } = article?.dataset ?? {};
const job = { id, title, url, company: { name: company === '' ? null : company }, facts: JSON.parse(facts) };
const announce = (text: string): void => outcome?.replaceChildren(text);
const mine = openMyJobs(draw, () => announce(lossWords()));
/** The search from which the job was opened; `null` = it was opened from elsewhere. */
const left = leftFor(id);

function draw(): void {
  if (marks === null) return;
  const hideCompany = (name: string): void => {
    if (left !== null) location.assign(addressWithout(left.address, name));
  };
  render(
    <>
      <JobMarks job={job} mine={mine} announce={announce} hideCompany={left === null ? undefined : hideCompany} />
      {left !== null && <Reasons match={left.match} miles={usesMiles(navigator.languages)} />}
    </>,
    marks,
  );
}

draw();
const back = document.querySelector<HTMLAnchorElement>('#back');
if (left !== null && back !== null) {
  back.href = under(`/${left.address}`);
  back.hidden = false;
  back.onclick = (event) => {
    if (!isPlainPress(event) || history.length < 2) return;
    event.preventDefault();
    history.back();
  };
}
