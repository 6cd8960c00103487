import { render } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { forgetAccount } from './account-storage.js';
import { keptHere, lossWords, openMyJobs } from './my-jobs.js';
import { parse } from './my-jobs-file.js';

/** The script of /account: adds what this browser keeps to the account, and forgets the account when somebody signs out. */

const place = document.querySelector('#account');
let status = '';

/** Offers what was saved here before somebody signed in. */
function draw(): void {
  if (place === null) return;
  const here = parse(keptHere() ?? '');
  const [jobs, searches] = [Object.keys(here?.jobs ?? {}).length, here?.searches.length ?? 0];
  const add = (): void => {
    mine.import(keptHere() ?? '');
    status = say('account.added');
    draw();
  };
  render(
    <>
      {jobs + searches > 0 && status === '' && (
        <p>
          {say('account.here', { jobs, searches })}{' '}
          <button type="button" class="act" onClick={add}>
            {say('account.add')}
          </button>
        </p>
      )}
      <p class="quiet" role="status">
        {status}
      </p>
    </>,
    place,
  );
}

const mine = openMyJobs(draw, () => {
  status = lossWords();
  draw();
});
draw();
for (const form of document.querySelectorAll('form[action="/sign-out"], form[action="/account/delete"]'))
  form.addEventListener('submit', forgetAccount);
