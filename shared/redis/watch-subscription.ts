import { randomUUID } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';
import { echoChannel } from './redis-keys.js';

/** How often a subscription, which says nothing while nothing happens, is asked whether it still works; milliseconds. */
const askMs = 5000;

/**
 * Has a connection that only listens made anew when it no longer hears: as it sends no commands, `socketTimeout` alone would never
 * notice that it died in silence. Ends with the connection.
 */
export function watchSubscription(connection: Redis | Cluster, everyMs: number = askMs): void {
  const ask = connection instanceof Cluster ? echoing(connection) : () => void connection.ping().catch(() => undefined);
  const timer = setInterval(() => {
    if (connection.status === 'ready') ask();
  }, everyMs).unref();
  connection.once('end', () => clearInterval(timer));
}

/** A cluster subscribes through a connection that cannot be reached from outside, so it has to hear what is published to it. */
function echoing(cluster: Cluster): () => void {
  const channel = echoChannel(randomUUID());
  let sent = 0;
  let lastReceived = 0;
  cluster.on('message', (from: string, number: string) => {
    if (from === channel) lastReceived = Number(number);
  });
  cluster.subscribe(channel).catch(() => undefined);
  return () => {
    if (sent - lastReceived >= 2) {
      lastReceived = sent;
      cluster.disconnect(true);
      return;
    }
    cluster.publish(channel, String(sent + 1)).then(
      () => {
        sent += 1;
      },
      () => undefined,
    );
  };
}
