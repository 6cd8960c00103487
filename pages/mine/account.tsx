import { render } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { splitFormList } from '../components/words.js';
import { forgetAccount } from './account-storage.js';
import { keptHere, lossWords, openMyJobs } from './my-jobs.js';
import { type Profile, parse, profileLists, profileOf } from './my-jobs-file.js';

/** The script of /account: imports this browser's saved items, and removes account data on sign-out. */

const place = document.querySelector('#account');
let status = '';

/** Offers to import items saved here before signing in. */
function draw(): void {
  if (place === null) return;
  const here = parse(keptHere() ?? '');
  const [jobs, searches] = [Object.keys(here?.jobs ?? {}).length, here?.searches.length ?? 0];
  const add = (): void => {
    mine.import(keptHere() ?? '');
    status = say('account.added');
    draw();
  };
  const save = (profile: Profile): void => {
    mine.setProfile(profile);
    status = say('profile.saved');
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
      <ProfileForm profile={mine.all().profile ?? profileOf({})} save={save} />
      <p class="quiet" role="status">
        {status}
      </p>
    </>,
    place,
  );
}

/** The profile form: lists of words, and a yearly pay. */
const ProfileForm = ({ profile, save }: { profile: Profile; save(profile: Profile): void }) => (
  <form
    class="alert-form"
    onSubmit={(event: SubmitEvent) => {
      event.preventDefault();
      const given = new FormData(event.currentTarget as HTMLFormElement);
      const textOf = (name: string): string => String(given.get(name) ?? '');
      const lists = profileLists.map((name) => [name, splitFormList(textOf(name))]);
      save(profileOf({ ...Object.fromEntries(lists), pay: textOf('pay') }));
    }}
  >
    <h2>{say('profile')}</h2>
    <p class="quiet">{say('profile.about')}</p>
    {profileLists.map((name) => (
      <Field key={name} name={name} value={profile[name].join(', ')} />
    ))}
    <Field name="pay" value={profile.pay} />
    <button class="act strong main" type="submit">
      {say('profile.save')}
    </button>
  </form>
);

const Field = ({ name, value }: { name: keyof Profile; value: string }) => (
  <div class="field">
    <label for={`profile-${name}`}>{say(`profile.${name}`)}</label>
    <input
      id={`profile-${name}`}
      name={name}
      key={value}
      defaultValue={value}
      maxLength={600}
      placeholder={say(`profile.${name}Like`)}
      autoComplete="off"
    />
  </div>
);

const mine = openMyJobs(draw, () => {
  status = lossWords();
  draw();
});
draw();
for (const form of document.querySelectorAll('form[action$="/sign-out"], form[action$="/account/delete"]'))
  form.addEventListener('submit', forgetAccount);
