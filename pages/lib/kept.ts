/** What this browser keeps by a name; a private window, or a full or forbidden storage, keeps nothing. */
type Place = 'localStorage' | 'sessionStorage';

/** What is kept; `null` = nothing. */
export function readKept(name: string, place: Place = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(name);
  } catch {
    return null;
  }
}

/** Keeps a text, or with `null` nothing more; false when it cannot be kept. */
export function keep(name: string, text: string | null, place: Place = 'localStorage'): boolean {
  try {
    if (text === null) globalThis[place].removeItem(name);
    else globalThis[place].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** What is kept as JSON; `null` = nothing that can be read. */
export function readKeptJson(name: string, place: Place = 'localStorage'): unknown {
  try {
    return JSON.parse(readKept(name, place) ?? 'null');
  } catch {
    return null;
  }
}
