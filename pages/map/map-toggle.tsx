import { render } from 'preact';
import { say } from '../../shared/messages/messages.js';
import { keep, readKept } from '../lib/kept.js';
import { Failed } from '../lib/later.js';
import type { MapInput, ResultsMap, ResultsMapActions } from './results-map.js';

const key = 'results-map';

export type MapToggle = {
  isOpen(): boolean;
  toggle(): void;
  /** Renders the map of a search into its section while it is open; `null` = no search is on screen. */
  draw(input: MapInput | null): void;
};

/**
 * The map of the results; its code and outlines are loaded when first opened. The browser stores whether it is open.
 * `onToggle` is called after it was opened or closed.
 */
export function createMapToggle({ onToggle, ...actions }: ResultsMapActions & { onToggle(): void }): MapToggle {
  let open = readKept(key) === 'open';
  let map: ResultsMap | null = null;
  let isLoading = false;
  let last: MapInput | null = null;

  async function load(section: HTMLElement): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    render(
      <p class="quiet map-wait" role="status">
        {say('map.loading')}
      </p>,
      section,
    );
    try {
      const [{ createResultsMap }] = await Promise.all([import('./results-map.js'), loadStyle()]);
      map = await createResultsMap(section, actions);
      if (last !== null) map.draw(last);
    } catch (error) {
      render(<Failed kind="map-wait" text={say('map.failed')} retry={() => void load(section)} />, section);
      if (!(error instanceof TypeError)) throw error;
    } finally {
      isLoading = false;
    }
  }

  return {
    isOpen: () => open,
    toggle() {
      open = !open;
      keep(key, open ? 'open' : 'closed');
      onToggle();
    },
    draw(input) {
      last = input;
      document.documentElement.classList.remove('map-room');
      const isShown = open && input !== null;
      document.body.classList.toggle('mapped', isShown);
      const section = document.querySelector<HTMLElement>('#results-map');
      if (!isShown || section === null) return;
      if (map !== null) map.draw(input);
      else if (section.childElementCount === 0) void load(section);
    },
  };
}

/** Loads the style sheet of maps. Throws a TypeError if that fails, as `import` does. */
async function loadStyle(): Promise<void> {
  const href = new URL('./map.css', import.meta.url).href;
  if (document.querySelector(`link[href="${href}"]`) !== null) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  await new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new TypeError('The style of the map could not be loaded.'));
    };
    document.head.append(link);
  });
}
