import { say } from '../../shared/messages/messages.js';
import { under } from '../lib/base-path.js';
import { keep } from '../lib/kept.js';
import { trustedBy } from '../lib/trusted.js';
import { readAnswerBody } from '../search/api-client.js';
import { readAddress } from '../search/query.js';
import type { KeptJob, SavedSearch } from './my-jobs-file.js';

/** Background features: stores saved jobs for offline use, and receives notifications of new jobs of saved searches. */

/** Only this script may be registered, whatever the argument. */
const script = under('/service-worker.js');
const trusted = trustedBy('worker', { createScriptURL: (_: string) => script });

const register = (): Promise<unknown> => navigator.serviceWorker.register(trusted.createScriptURL(script));

const canKeep = (): boolean => 'serviceWorker' in navigator && isSecureContext;

/** From now on, the pages of saved jobs and the last results open offline. */
export async function keepOffline(jobs: Readonly<Record<string, KeptJob>>): Promise<void> {
  if (!canKeep()) return;
  await register();
  await navigator.serviceWorker.ready;
  const [name] = (await caches.keys()).filter((each) => each.startsWith('offline-')).slice(-1);
  if (name === undefined) return;
  const cache = await caches.open(name);
  const kept = Object.entries(jobs).filter(([, { starredAt, appliedAt }]) => (starredAt ?? appliedAt) !== undefined);
  const wanted = new Set(kept.slice(0, mostKept).map(([id]) => under(`/jobs/${id}`)));
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url);
    if (wanted.delete(pathname) || !pathname.startsWith(under('/jobs/'))) continue;
    await cache.delete(url);
  }
  for (const page of wanted) await cache.add(page).catch(() => undefined);
}

/** Deletes the stored pages of saved jobs, and the last results. */
export async function forgetOffline(): Promise<void> {
  keep('answers', null);
  if (!('caches' in globalThis)) return;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys())
      if (new URL(url).pathname.startsWith(under('/jobs/'))) await cache.delete(url);
  }
}

/** Maximum jobs whose pages are stored, most recently saved first. */
const mostKept = 100;

/** Turns notifications of a saved search on or off. Returns the updated search; throws a readable Error. */
export async function toggleAlert(search: SavedSearch): Promise<SavedSearch> {
  const { alert: known, ...plain } = search;
  if (known !== undefined) {
    await fetch(`/api/watches/stop?${new URLSearchParams(known)}`, { method: 'POST' });
    return plain;
  }
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis)) throw new Error(say('push.unknown'));
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(say('push.denied'));
  const alert = await requestAlert(search.address, await subscribe());
  return { ...plain, alert };
}

async function subscribe(): Promise<PushSubscription> {
  await register();
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  if (known !== null) return known;
  const response = await fetch('/alerts/push');
  if (!response.ok) throw new Error(say('push.failed'));
  const { key } = (await response.json()) as { key: string };
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }).catch(() => {
    throw new Error(say('push.failed'));
  });
}

async function requestAlert(
  address: string,
  subscription: PushSubscription,
): Promise<NonNullable<SavedSearch['alert']>> {
  const { sortBy: _order, limit: _limit, page: _page, ...search } = readAddress(address) ?? {};
  const response = await fetch('/alerts/push', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ search, subscription }),
  });
  const body = (await readAnswerBody(response)) as NonNullable<SavedSearch['alert']>;
  if (!response.ok) throw new Error(say(response.status === 400 ? 'push.full' : 'push.failed'));
  return body;
}
