import { say } from '../../shared/messages/messages.js';

/**
 * Shares an address with the device's dialog, else by the clipboard. Returns the outcome as text, `''` if the device
 * has shown it.
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
