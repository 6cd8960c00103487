import { areKeysOn, turnKeys } from './shortcuts.js';

/** The list of keys, with the choice to turn them off. */
const keys: readonly [keys: readonly string[], does: string][] = [
  [['j', 'k'], 'next and previous job; on a title the arrow keys, too'],
  [['o'], 'open the page of the job'],
  [['s'], 'save the job'],
  [['x'], 'hide the job'],
  [['a'], 'mark that you have applied'],
  [['/'], 'type another search'],
  [['?'], 'this list'],
];

export function KeysHelp({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <dialog
      {...{ id: 'help', class: 'help', 'aria-labelledby': 'help-title' }}
      onClose={close}
      ref={(dialog) => {
        if (dialog !== null && isOpen !== dialog.open) isOpen ? dialog.showModal() : dialog.close();
      }}
    >
      <h2 id="help-title">Keys</h2>
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
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>
        <label>
          <input
            {...{ type: 'checkbox', id: 'shortcuts-on', defaultChecked: areKeysOn() }}
            onChange={({ currentTarget }) => turnKeys(currentTarget.checked)}
          />{' '}
          Keys are on
        </label>
      </p>
      <button type="button" class="act" id="close-help" onClick={close}>
        Close
      </button>
    </dialog>
  );
}
