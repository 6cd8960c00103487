import { useState } from 'preact/hooks';
import { say } from '../../shared/messages/messages.js';
import type { NearMeActions } from './near-me.js';

/** A button that searches around the reader, if the browser supports geolocation. */
export function NearMe({ search, fail }: NearMeActions) {
  const [isLooking, setLooking] = useState(false);
  if (!('geolocation' in navigator)) return null;
  const look = async (): Promise<void> => {
    setLooking(true);
    try {
      const { searchNearMe } = await import('./near-me.js');
      await searchNearMe({ search, fail });
    } finally {
      setLooking(false);
    }
  };
  return (
    <button type="button" class="link near-me" disabled={isLooking} onClick={() => void look()}>
      {say(isLooking ? 'looking' : 'near.me')}
    </button>
  );
}
