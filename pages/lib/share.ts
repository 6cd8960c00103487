import { byId } from './dom.js';

/** The button of a job's page that passes its address on: by what the device offers, else by the clipboard. */
const share = byId('share', HTMLButtonElement);
const outcome = byId('share-outcome', HTMLElement);
share.hidden = false;
share.onclick = () => void pass();

async function pass(): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;
  try {
    if ('share' in navigator) await navigator.share({ title: document.title, url });
    else await copy(url);
  } catch (error) {
    // The person closed the dialog.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copy(url);
  }
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    outcome.textContent = 'Link copied.';
  } catch {
    outcome.textContent = 'This browser does not allow copying. Copy the address of this page instead.';
  }
}
