/** Browser storage by name; a private window, or full or forbidden storage, stores nothing. */
type Place = 'localStorage' | 'sessionStorage';

/** The stored text; `null` = none. */
export function readKept(name: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(name);
  } catch {
    return null;
  }
}

/** Stores a text, or removes it for `null`; false if it cannot be stored. */
export function keep(name: string, text: string | null, place: Place = 'localStorage'): boolean {
  try {
    if (text === null) globalThis[place].removeItem(name);
    else globalThis[place].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** The stored JSON; `null` = none, or not readable. */
export function readKeptJson(name: string, place: Place = 'localStorage'): unknown {
  try {
    return JSON.parse(readKept(name, place) ?? 'null');
  } catch {
    return null;
  }
}
