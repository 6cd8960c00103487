import { button, el } from '../lib/dom.js';
import { isProblem } from '../search/answer.js';
import { readAnswerBody } from '../search/api-client.js';

/** A search to watch: its name for people, and the fields that it sets. */
export type SearchToWatch = { name: string; fields: Readonly<Record<string, string>> };

/** The key of the person; kept in memory until the page is left. */
let apiKey = '';

/** Opens the dialog that makes a watch of a search: the service then sends new jobs to an address, by `POST /api/watches`. */
export function openWatchDialog({ name, fields }: SearchToWatch): void {
  const address = el('input', {
    ...{ id: 'watch-url', type: 'url', required: true, maxlength: 2000, autocomplete: 'off' },
    placeholder: 'https://example.com/hook',
  });
  const key = el('input', { id: 'watch-key', type: 'password', required: true, maxlength: 200, autocomplete: 'off' });
  key.value = apiKey;
  const outcome = el('div', { class: 'watch-outcome', role: 'status' });
  const send = el('button', { type: 'submit', class: 'act strong' }, 'Watch');
  const form = el(
    'form',
    {},
    el('div', { class: 'field' }, el('label', { for: 'watch-url' }, 'Send new jobs to'), address),
    el('div', { class: 'field' }, el('label', { for: 'watch-key' }, 'Your API key'), key),
    el(
      'p',
      { class: 'quiet small' },
      'The key is forgotten when you leave this page. It is sent to this service alone.',
    ),
    outcome,
    el(
      'div',
      { class: 'actions' },
      send,
      button({ class: 'act' }, () => dialog.close(), 'Close'),
    ),
  );
  const dialog = el(
    'dialog',
    { class: 'help watch', 'aria-labelledby': 'watch-title' },
    el('h2', { id: 'watch-title' }, 'Watch: ', el('span', { dir: 'auto' }, name)),
    el(
      'p',
      { class: 'quiet' },
      'The service sends each new job of this search to your webhook, signed, also while this page is closed.',
    ),
    form,
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    void submit();
  };
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();

  async function submit(): Promise<void> {
    apiKey = key.value.trim();
    send.disabled = true;
    outcome.replaceChildren('Asking the service …');
    const answer = await requestWatch({ search: fields, url: address.value.trim() });
    send.disabled = false;
    if ('words' in answer) outcome.replaceChildren(el('p', { class: 'note warn' }, answer.words));
    else {
      send.hidden = true;
      outcome.replaceChildren(...showWatch(answer));
      outcome.querySelector('input')?.focus();
    }
  }
}

type Made = { id: string; secret: string };

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
    if (!isProblem(answer)) return { words: `The service answered ${response.status}.` };
    const details = answer.errors?.map(({ detail }) => detail) ?? [];
    return { words: [answer.title, ...(details.length > 0 ? details : [answer.detail])].join(' ') };
  } catch (error) {
    // `fetch` throws a TypeError for the network and for a key that no header can carry, `json` a SyntaxError.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return {
      words: 'The service does not respond, or the key contains characters that no key has. No watch was created.',
    };
  }
}

const isMade = (answer: unknown): answer is Made =>
  typeof answer === 'object' && answer !== null && 'id' in answer && 'secret' in answer;

function showWatch({ id, secret }: Made): HTMLElement[] {
  const field = el('input', { readonly: true, value: secret, id: 'watch-secret' });
  field.onfocus = () => field.select();
  return [
    el('p', { class: 'note' }, 'Watch ', el('code', {}, id), ' was created.'),
    el(
      'div',
      { class: 'field' },
      el('label', { for: 'watch-secret' }, 'Your signing secret. You won’t see it again.'),
      field,
    ),
  ];
}
