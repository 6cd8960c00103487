import { byId, el } from '../lib/dom.js';
import { render } from '../lib/morph.js';
import { leftFor } from '../search/page-memory.js';
import { addressWithout, hideCompanyButton } from './hide-company.js';
import { jobButtons } from './job-buttons.js';
import { openMyJobs } from './my-jobs.js';

/** The page of a job: what a person marks it with, as beside the list, and the way back to the list. */
const article = byId('job', HTMLElement);
const marks = byId('marks', HTMLElement);
const outcome = byId('outcome', HTMLElement);
const { id = '', title = '', company = '', url = '' } = article.dataset;
const job = { id, title, url, company: { name: company === '' ? null : company } };
const mine = openMyJobs(draw);

/** The search that was left for this job; `null` = it was opened from elsewhere. */
const list = leftFor(id);

function draw(): void {
  render(marks, [
    ...jobButtons(job, mine, (text) => {
      outcome.textContent = text;
    }),
    list === null ? null : hideCompanyButton(job, (name) => location.assign(addressWithout(list, name))),
  ]);
}

draw();
if (list !== null) {
  const back = el('a', { class: 'act back', href: `/${list}` }, '← Back to the list');
  back.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || history.length < 2) return;
    event.preventDefault();
    history.back();
  };
  article.before(back);
}
