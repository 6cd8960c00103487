import { usesMiles } from '../lib/distance.js';
import { button, byId } from '../lib/dom.js';
import { locationNear, type Town } from '../map/search-area.js';
import { readAnswerBody } from './api-client.js';
import type { ShownFacets } from './facets.js';
import type { Form } from './form.js';

/** What is used of `navigator.geolocation`. */
type Locator = Pick<Geolocation, 'getCurrentPosition'>;

type NearMe = {
  /** Searches at a location. */
  search(location: string): void;
  /** Says why there is no such search. */
  fail(sentence: string): void;
  miles: boolean;
};

/** Puts the button beside the field of the place, where the browser can say where the reader is. */
export function offerNearMe(form: Pick<Form, 'showErrors'>, search: NearMe['search']): void {
  if (!('geolocation' in navigator)) return;
  const fail = (detail: string): void => form.showErrors([{ pointer: '#/location', code: 'no-position', detail }]);
  const miles = usesMiles(navigator.languages);
  byId('location', HTMLInputElement).before(nearMeButton(navigator.geolocation, { search, fail, miles }));
}

/**
 * A button that searches around the reader. The browser asks for leave when it is pressed, not before. The position stays in
 * the browser: it is compared with the towns of the jobs that are held, and only the name of the nearest one is sent.
 */
function nearMeButton(locator: Locator, { search, fail, miles }: NearMe): HTMLButtonElement {
  const near = button({ class: 'link near-me' }, () => void find(), 'Near me');
  const find = async (): Promise<void> => {
    near.disabled = true;
    try {
      const position = await currentPosition(locator);
      const location = locationNear(position, await requestTowns(), { miles });
      if (location === null) fail('No job that is held here states a town near you.');
      else search(location);
    } catch (error) {
      if (!(error instanceof NoPositionError)) throw error;
      fail(error.message);
    } finally {
      near.disabled = false;
    }
  };
  return near;
}

/** The browser does not say where the reader is, or the service does not say where jobs are. */
class NoPositionError extends Error {}

function currentPosition(locator: Locator): Promise<Pick<Town, 'lat' | 'lon'>> {
  return new Promise((resolve, reject) => {
    locator.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ lat: latitude, lon: longitude }),
      ({ code, PERMISSION_DENIED }) =>
        reject(
          new NoPositionError(
            code === PERMISSION_DENIED
              ? 'The browser may not say where you are. Write the place instead.'
              : 'The browser does not know where you are. Write the place instead.',
          ),
        ),
      { maximumAge: 600_000, timeout: 15_000 },
    );
  });
}

/** The towns that most of all held jobs state. */
async function requestTowns(): Promise<readonly Town[]> {
  const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
  const response = await fetch('/api/jobs/facets', asked).catch(() => null);
  if (!response?.ok) throw new NoPositionError('The towns of the jobs could not be loaded. Write the place instead.');
  return ((await readAnswerBody(response)) as ShownFacets).facets.map.points;
}
