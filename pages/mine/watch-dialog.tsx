import { render } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { say, sayWith } from '../../shared/messages/messages.js';
import { isProblem } from '../search/answer.js';
import { readAnswerBody } from '../search/api-client.js';

/** A search to watch: its name for people, and the fields that it sets. */
export type SearchToWatch = { name: string; fields: Readonly<Record<string, string>> };

/** The key of the person; kept in memory until the page is left. */
let apiKey = '';

/** Opens the dialog that makes a watch of a search: the service then sends new jobs to an address, by `POST /api/watches`. */
export function openWatchDialog(search: SearchToWatch): void {
  const place = document.createElement('div');
  document.body.append(place);
  const close = (): void => {
    render(null, place);
    place.remove();
  };
  render(<WatchDialog search={search} close={close} />, place);
  place.querySelector('dialog')?.showModal();
}

/** What became of the request; `null` = none was sent. */
type Outcome = Made | { words: string } | 'asked' | null;

function WatchDialog({ search: { name, fields }, close }: { search: SearchToWatch; close: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const address = useRef<HTMLInputElement>(null);
  const key = useRef<HTMLInputElement>(null);
  const isMadeNow = outcome !== null && outcome !== 'asked' && 'secret' in outcome;
  const submit = async (): Promise<void> => {
    apiKey = key.current?.value.trim() ?? '';
    setOutcome('asked');
    setOutcome(await requestWatch({ search: fields, url: address.current?.value.trim() }));
  };
  return (
    <dialog class="help watch" aria-labelledby="watch-title" onClose={close}>
      <h2 id="watch-title">
        {say('watch')}: <span dir="auto">{name}</span>
      </h2>
      <p class="quiet">{say('watch.about')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div class="field">
          <label for="watch-url">{say('watch.to')}</label>
          <input
            {...{ id: 'watch-url', required: true, maxLength: 2000, autoComplete: 'off', ref: address }}
            {...{ type: 'url', placeholder: 'https://example.com/hook' }}
          />
        </div>
        <div class="field">
          <label for="watch-key">{say('watch.key')}</label>
          <input
            {...{ id: 'watch-key', required: true, maxLength: 200, autoComplete: 'off', ref: key }}
            {...{ type: 'password', defaultValue: apiKey }}
          />
        </div>
        <p class="quiet small">{say('watch.keyIsForgotten')}</p>
        <div class="watch-outcome" role="status">
          {outcome === 'asked' && say('watch.asking')}
          {outcome !== null && outcome !== 'asked' && 'words' in outcome && <p class="note warn">{outcome.words}</p>}
          {isMadeNow && <MadeWatch {...outcome} />}
        </div>
        <div class="actions">
          {!isMadeNow && (
            <button type="submit" class="act strong" disabled={outcome === 'asked'}>
              {say('watch')}
            </button>
          )}
          <button type="button" class="act" onClick={close}>
            {say('close')}
          </button>
        </div>
      </form>
    </dialog>
  );
}

type Made = { id: string; secret: string };

const MadeWatch = ({ id, secret }: Made) => (
  <>
    <p class="note">{sayWith('watch.made', { id: <code>{id}</code> })}</p>
    <div class="field">
      <label for="watch-secret">{say('watch.secret')}</label>
      <input
        {...{
          id: 'watch-secret',
          readOnly: true,
          value: secret,
          ref: (field: HTMLInputElement | null) => field?.focus(),
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </div>
  </>
);

/** Makes a watch, or says in words for people why there is none. */
async function requestWatch(body: unknown): Promise<Made | { words: string }> {
  try {
    const response = await fetch('/api/watches', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
      body: JSON.stringify(body),
    });
    const answer = await readAnswerBody(response);
    if (isMade(answer)) return answer;
    if (!isProblem(answer)) return { words: say('service.answered', { status: String(response.status) }) };
    const details = answer.errors?.map(({ detail }) => detail) ?? [];
    return { words: [answer.title, ...(details.length > 0 ? details : [answer.detail])].join(' ') };
  } catch (error) {
    // `fetch` throws a TypeError for the network and for a key that no header can carry, `json` a SyntaxError.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return { words: say('watch.notMade') };
  }
}

const isMade = (answer: unknown): answer is Made =>
  typeof answer === 'object' && answer !== null && 'id' in answer && 'secret' in answer;
