import { button, byId, el } from '../lib/dom.js';
import type { MapInput, ResultsMap, ResultsMapActions } from './results-map.js';

const key = 'results-map';

/** Where the map stands beside the list; the same width as in results.css. */
const wide = '(min-width: 62.5rem)';

export type MapToggle = {
  isOpen(): boolean;
  /** The button that opens and closes the map. */
  showButton(): HTMLElement;
  /** Shows the map of a search while it is open; `null` = no search is on screen. */
  draw(input: MapInput | null): void;
};

/**
 * The map of the results, whose code and outlines are loaded when it is first opened. Beside the list where there is room,
 * else above it. Whether it is open is kept in the browser. `onToggle` is called after it was opened or closed.
 */
export function createMapToggle({ onToggle, ...actions }: ResultsMapActions & { onToggle(): void }): MapToggle {
  const section = byId('results-map', HTMLElement);
  const columns = byId('columns', HTMLElement);
  const side = byId('side', HTMLElement);
  const room = matchMedia(wide);
  let open = read();
  let map: ResultsMap | null = null;
  let isLoading = false;
  let last: MapInput | null = null;

  const place = (): void => (room.matches ? side : columns).prepend(section);
  room.addEventListener('change', place);
  place();

  async function load(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    section.replaceChildren(el('p', { class: 'quiet map-wait', role: 'status' }, 'Loading the map …'));
    try {
      const [{ createResultsMap }] = await Promise.all([import('./results-map.js'), loadStyle()]);
      map = await createResultsMap(section, actions);
      if (last !== null) map.draw(last);
    } catch (error) {
      const again = button({ class: 'act' }, () => void load(), 'Try again');
      section.replaceChildren(el('p', { class: 'map-wait', role: 'alert' }, 'The map could not be loaded. ', again));
      if (!(error instanceof TypeError)) throw error;
    } finally {
      isLoading = false;
    }
  }

  return {
    isOpen: () => open,
    showButton: () =>
      button(
        { class: 'act', 'aria-pressed': String(open), 'data-key': 'map-button' },
        () => {
          open = !open;
          write(open);
          onToggle();
        },
        'Map',
      ),
    draw(input) {
      last = input;
      document.documentElement.classList.remove('map-room');
      const isShown = open && input !== null;
      section.hidden = !isShown;
      document.body.classList.toggle('mapped', isShown);
      if (!isShown) return;
      if (map !== null) map.draw(input);
      else if (section.childElementCount === 0) void load();
    },
  };
}

/** Loads the style of maps. Throws a TypeError when it cannot be loaded, as `import` does. */
async function loadStyle(): Promise<void> {
  const href = new URL('./map.css', import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`) !== null) return;
  const link = el('link', { rel: 'stylesheet', href });
  await new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new TypeError('The style of the map could not be loaded.'));
    };
    document.head.append(link);
  });
}

function read(): boolean {
  try {
    return localStorage.getItem(key) === 'open';
  } catch {
    return false;
  }
}

function write(open: boolean): void {
  try {
    localStorage.setItem(key, open ? 'open' : 'closed');
  } catch {
    // The choice lasts until the page is left.
  }
}
