import { say } from '../../shared/messages/messages.js';
import { usesMiles } from '../lib/distance.js';
import { locationNear, type Town } from '../map/search-area.js';
import { readAnswerBody } from './api-client.js';
import type { ShownFacets } from './facets.js';

export type NearMeActions = {
  /** Searches at a location. */
  search(location: string): void;
  /** Explains why there is no such search. */
  fail(sentence: string): void;
};

/**
 * Searches around the reader; the browser asks for permission. The position stays in the browser: it is compared with
 * the towns of the stored jobs, and only the name of the nearest one is sent.
 */
export async function searchNearMe({ search, fail }: NearMeActions): Promise<void> {
  try {
    const position = await currentPosition(navigator.geolocation);
    const miles = usesMiles(navigator.languages);
    const location = locationNear(position, await requestTowns(), { miles });
    if (location === null) fail(say('near.none'));
    else search(location);
  } catch (error) {
    if (!(error instanceof NoPositionError)) throw error;
    fail(error.message);
  }
}

/** The browser did not return a position, or the service did not return the towns of jobs. */
class NoPositionError extends Error {}

function currentPosition(locator: Geolocation): Promise<Pick<Town, 'lat' | 'lon'>> {
  return new Promise((resolve, reject) => {
    locator.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ lat: latitude, lon: longitude }),
      ({ code, PERMISSION_DENIED }) =>
        reject(new NoPositionError(code === PERMISSION_DENIED ? say('near.forbidden') : say('near.unknown'))),
      { maximumAge: 600_000, timeout: 15_000 },
    );
  });
}

/** Seconds to wait for boards: the cached jobs are enough. */
const waitSeconds = 5;

/** The most frequent towns of all stored jobs. */
async function requestTowns(): Promise<readonly Town[]> {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: `wait=${waitSeconds}` },
    body: '{}',
  };
  const response = await fetch('/api/jobs/facets', request).catch(() => null);
  if (!response?.ok) throw new NoPositionError(say('near.failed'));
  return ((await readAnswerBody(response)) as ShownFacets).facets.map.points;
}
