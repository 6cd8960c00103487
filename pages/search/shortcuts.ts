import { byId } from '../lib/dom.js';

const key = 'shortcuts';

/** Calls an action for each key while nothing is being typed. The help dialog lists the keys and can turn them off. */
export function listenToKeys(actions: Readonly<Record<string, () => void>>): void {
  const help = byId('help', HTMLDialogElement);
  const isOn = byId('shortcuts-on', HTMLInputElement);
  isOn.checked = read() !== 'off';
  isOn.onchange = () => write(isOn.checked ? 'on' : 'off');
  byId('open-help', HTMLButtonElement).onclick = () => help.showModal();
  byId('close-help', HTMLButtonElement).onclick = () => help.close();
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!isOn.checked || isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
    const key = (isRow(event.target) && arrows[event.key]) || event.key;
    const action = key === '?' ? () => help.showModal() : actions[key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** On a row of the list the arrow keys choose the next and the previous one; elsewhere they scroll. */
const arrows: Readonly<Record<string, string>> = { ArrowDown: 'j', ArrowUp: 'k' };

const isRow = (target: EventTarget | null): boolean => target instanceof Element && target.matches('.jobs .title');

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The choice lasts until the page is left.
  }
}
