/** The languages that the service writes in, and the current one. */
import { AsyncLocalStorage } from 'node:async_hooks';
import german from './de.json' with { type: 'json' };
import english from './en.json' with { type: 'json' };
import spanish from './es.json' with { type: 'json' };
import french from './fr.json' with { type: 'json' };
import { type Messages, speakBy } from './messages.js';

/** Their messages by code, the default language first. */
export const spokenLanguages: ReadonlyMap<string, Messages> = new Map(
  [english, german, french, spanish].map((messages) => [messages.language, messages]),
);

const spoken = new AsyncLocalStorage<Messages>();
speakBy(() => spoken.getStore() ?? english);

/** Runs work with messages in a language; in English if it is unknown. */
export const sayIn = <Result>(language: string | undefined, work: () => Result): Result =>
  spoken.run(spokenLanguages.get(language ?? '') ?? english, work);
