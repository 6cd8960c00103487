import { render } from 'preact';
import { thousandsWords } from '../../shared/messages/messages.js';
import { under } from './base-path.js';
import { formatTook } from './format.js';

/** The API reference: copies samples, and sends requests from the forms of the page. */

const status = document.getElementById('copied');

document.addEventListener('click', ({ target }) => {
  const pressed = target instanceof Element ? target.closest('button.copy') : null;
  const code = pressed?.parentElement?.querySelector('code');
  if (code && status) void copyText(code).then((outcome) => status.replaceChildren(outcome));
});

document.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLSelectElement && target.dataset.fills !== undefined) fillBody(target, target.dataset.fills);
  if (target instanceof HTMLInputElement && target.name === 'key') shareKey(target.value);
});

document.addEventListener('submit', (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.path === undefined) return;
  event.preventDefault();
  void send(form);
});

for (const button of document.querySelectorAll<HTMLButtonElement>('form[data-path] [type="submit"]'))
  button.disabled = false;

function fillBody({ value }: HTMLSelectElement, id: string): void {
  const body = document.getElementById(id);
  if (body instanceof HTMLTextAreaElement) body.value = value;
}

/** A key stays in the fields of this page and is only sent to this service. */
function shareKey(key: string): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('input[name="key"]')) field.value = key;
}

/** Running requests, by form: sending again aborts the previous one. */
const running = new WeakMap<HTMLFormElement, AbortController>();

async function send(form: HTMLFormElement): Promise<void> {
  const answer = form.parentElement?.querySelector<HTMLElement>('.answer');
  if (!answer) return;
  running.get(form)?.abort();
  const abort = new AbortController();
  running.set(form, abort);
  render(<p class="quiet">Waiting for the answer …</p>, answer);
  const started = performance.now();
  try {
    const response = await fetch(requestOf(form, abort.signal));
    const { text, isCut } = await readBounded(response);
    if (abort.signal.aborted) return;
    render(<Received response={response} text={text} isCut={isCut} tookMs={performance.now() - started} />, answer);
  } catch (error) {
    if (abort.signal.aborted) return;
    const reason = error instanceof TypeError ? 'The service could not be reached.' : String(error);
    render(<p class="note warn">{reason}</p>, answer);
  }
}

/** The request of a form, from its fields `path:id`, `query:limit`, `header:Prefer`, `key` and `body`. */
function requestOf(form: HTMLFormElement, signal: AbortSignal): Request {
  const { path = '', method = 'GET' } = form.dataset;
  const url = new URL(under(path), location.href);
  const headers = new Headers();
  let body: string | null = null;
  for (const [name, value] of new FormData(form)) {
    if (typeof value !== 'string' || value === '') continue;
    const [place, field = ''] = name.split(':');
    if (place === 'path') url.pathname = under(path).replace(`{${field}}`, encodeURIComponent(value));
    else if (place === 'query') url.searchParams.set(field, value);
    else if (place === 'header') headers.set(field, value);
    else if (place === 'key') headers.set('Authorization', `Bearer ${value}`);
    else if (place === 'body') body = value;
  }
  if (body !== null) headers.set('Content-Type', 'application/json');
  return new Request(url, { method, headers, body, signal, cache: 'no-store' });
}

type ReceivedProps = { response: Response; text: string; isCut: boolean; tookMs: number };

function Received({ response, text, isCut, tookMs }: ReceivedProps) {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <>
      <p>
        <strong class={response.ok ? 'good' : 'bad'}>{response.status}</strong> after {formatTook(tookMs)}
      </p>
      <details>
        <summary>Headers</summary>
        <pre tabIndex={0} role="region" aria-label="Headers">
          {headers}
        </pre>
      </details>
      <pre tabIndex={0} role="region" aria-label="Body of the answer">
        <code>{isCut ? text : indent(text)}</code>
      </pre>
      {isCut && <p class="quiet">Only the first {thousandsWords(text.length)} characters are shown.</p>}
    </>
  );
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * Copies the text of an element and returns a confirmation. Without the clipboard (a page served over plain HTTP), it
 * selects the text instead.
 */
export async function copyText(element: Element): Promise<string> {
  try {
    await navigator.clipboard.writeText(element.textContent ?? '');
    return 'Copied.';
  } catch {
    getSelection()?.selectAllChildren(element);
    return 'Selected: copy it with your keyboard.';
  }
}

/** Maximum characters of a body shown. */
const maxShown = 200_000;

/** The start of a body; the rest is not downloaded. */
export async function readBounded(response: Response): Promise<{ text: string; isCut: boolean }> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return { text, isCut: false };
    text += part.value;
    if (text.length <= maxShown) continue;
    await reader?.cancel();
    return { text: text.slice(0, maxShown), isCut: true };
  }
}
