import { say } from '../../shared/messages/messages.js';

/**
 * Passes an address on: by what the device offers, else by the clipboard. The outcome in words, `''` where the device has
 * shown it itself.
 */
export async function shareAddress(url: string, title: string): Promise<string> {
  try {
    if ('share' in navigator) {
      await navigator.share({ title, url });
      return '';
    }
  } catch (error) {
    // The person closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return '';
  }
  try {
    await navigator.clipboard.writeText(url);
    return say('share.copied');
  } catch {
    return say('share.forbidden');
  }
}
