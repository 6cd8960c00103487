import { randomUUID } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';
import { echoChannel } from './redis-keys.js';

/** How often a connection is asked whether it still works, though it may have nothing to say; milliseconds. */
const askMs = 2000;

/**
 * Has a connection made anew when it died in silence, before anyone needs it: `socketTimeout` notices that only where a command
 * waits. One that `listens` alone sends none. Ends with the connection.
 */
export function watchConnection(
  connection: Redis | Cluster,
  { listens, everyMs = askMs }: { listens: boolean; everyMs?: number },
): void {
  const ask =
    connection instanceof Cluster ? (listens ? echoing(connection) : askNodes(connection)) : pinging(connection);
  const timer = setInterval(() => {
    if (connection.status === 'ready') ask();
  }, everyMs).unref();
  connection.once('end', () => clearInterval(timer));
}

const pinging = (connection: Redis) => (): void => void connection.ping().catch(() => undefined);

/** A cluster has a connection to each node that was used. */
const askNodes = (cluster: Cluster) => (): void => {
  for (const node of cluster.nodes()) if (node.status === 'ready') pinging(node)();
};

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
