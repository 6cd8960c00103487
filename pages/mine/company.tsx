import { render } from 'preact';
import { Follow } from './job-marks.js';
import { lossWords, openMyJobs } from './my-jobs.js';

/** The script of a company's page: the follow button. */

const place = document.querySelector<HTMLElement>('#follow');
const mine = openMyJobs(draw, () => place?.append(` ${lossWords()}`));

function draw(): void {
  if (place !== null) render(<Follow company={place.dataset.company ?? ''} mine={mine} />, place);
}

draw();
