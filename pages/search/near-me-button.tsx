import { useState } from 'preact/hooks';
import { say } from '../../shared/messages/messages.js';

type NearMeProps = {
  /** Searches at a location. */
  search(location: string): void;
  /** Says why there is no such search. */
  fail(sentence: string): void;
};

/** A button that searches around the reader, where the browser can say where that is. */
export function NearMe({ search, fail }: NearMeProps) {
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
