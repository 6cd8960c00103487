import { type MessageKey, say } from '../../shared/messages/messages.js';
import { keep, readKept } from '../lib/kept.js';

/** The keyboard shortcuts of the search page, which can be turned off. */
const key = 'shortcuts';

/** Calls the action of a key unless the reader is typing. */
export function listenToKeys(actions: Readonly<Record<string, () => void>>): void {
  addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!areKeysOn() || isTyping(event.target) || document.querySelector('dialog[open]') !== null) return;
    const name = (isRow(event.target) && arrows[event.key]) || event.key;
    const action = actions[name];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** On a list row the arrow keys select the next and the previous one; elsewhere they scroll. */
const arrows: Readonly<Record<string, string>> = { ArrowDown: 'j', ArrowUp: 'k' };

const isRow = (target: EventTarget | null): boolean => target instanceof Element && target.matches('.jobs .title');

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** Whether shortcuts are on. */
const areKeysOn = (): boolean => readKept(key) !== 'off';

/** The list of shortcuts, with a switch to turn them off. */
const keys: readonly [keys: readonly string[], does: MessageKey][] = [
  [['j', 'k'], 'keys.walk'],
  [['o'], 'keys.open'],
  [['s'], 'keys.save'],
  [['x'], 'keys.hide'],
  [['a'], 'keys.applied'],
  [['/'], 'keys.type'],
  [['?'], 'keys.list'],
];

export const showKeys = (): void => document.querySelector<HTMLDialogElement>('#help')?.showModal();

export const KeysHelp = () => (
  <dialog id="help" class="help" aria-labelledby="help-title">
    <h2 id="help-title">{say('keys')}</h2>
    <dl>
      {keys.map(([names, does]) => (
        <div key={does}>
          <dt>
            {names.map((name) => (
              <>
                <kbd>{name}</kbd>{' '}
              </>
            ))}
          </dt>
          <dd>{say(does)}</dd>
        </div>
      ))}
    </dl>
    <p>
      <label>
        <input
          type="checkbox"
          id="shortcuts-on"
          defaultChecked={areKeysOn()}
          onChange={({ currentTarget }) => keep(key, currentTarget.checked ? 'on' : 'off')}
        />{' '}
        {say('keys.on')}
      </label>
    </p>
    <form method="dialog">
      <button type="submit" class="act">
        {say('close')}
      </button>
    </form>
  </dialog>
);
