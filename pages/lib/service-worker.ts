/** Serves stored pages offline and shows notifications. The service prepends `edition`, `base` and `files`. */
import { say } from '../../shared/messages/messages.js';

declare const edition: string;
declare const base: string;
declare const files: readonly string[];

type WorkerEvent = Event & {
  request: Request;
  data: { json(): { title: string; body: string; url: string; tag: string } } | null;
  notification: Notification;
  waitUntil(work: Promise<unknown>): void;
  respondWith(response: Promise<Response>): void;
};
type Worker = {
  addEventListener(name: string, act: (event: WorkerEvent) => void): void;
  skipWaiting(): Promise<void>;
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void>; openWindow(url: string): Promise<unknown> };
};
const worker = self as unknown as Worker;

const name = `offline-${edition}`;
worker.addEventListener('install', (event) => {
  const fill = async (): Promise<void> => {
    const cache = await caches.open(name);
    await cache.addAll([`${base}/`, `${base}/saved`, ...files]);
    await worker.skipWaiting();
  };
  event.waitUntil(fill());
});

worker.addEventListener('activate', (event) => {
  const clean = async (): Promise<void> => {
    for (const other of await caches.keys())
      if (other.startsWith('offline-') && other !== name) await caches.delete(other);
    await worker.clients.claim();
  };
  event.waitUntil(clean());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith(`${base}/pages/`))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => offline(pathname)));
});

/** The stored page; the script of the search page restores the last results. */
async function offline(pathname: string): Promise<Response> {
  const kept = await caches.match(pathname, { ignoreSearch: true });
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  return kept ?? new Response(say('offline.page'), { status: 503, headers });
}

worker.addEventListener('push', (event) => {
  const { title, body, url, tag } = event.data?.json() ?? {
    title: say('jobSearch'),
    body: '',
    url: `${base}/`,
    tag: '',
  };
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: url }));
});

worker.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(worker.clients.openWindow(new URL(String(notification.data), location.origin).href));
});
