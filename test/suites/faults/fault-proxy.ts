import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * How a proxy forwards bytes. `slow`: delays each chunk by `delayMs`. `silent`: drops data in both directions. `mute`: drops the
 * server's responses, so that commands take effect but clients get no reply. `closed`: refuses connections. `forgotten`: as after
 * the restart of a firewall, established connections carry nothing more and neither end is notified; new connections work.
 */
export type Way =
  | { kind: 'open' }
  | { kind: 'slow'; delayMs: number }
  | { kind: 'silent' }
  | { kind: 'mute' }
  | { kind: 'forgotten' }
  | { kind: 'closed' };

/** A TCP proxy that delays data, drops data and cuts connections. */
export type FaultProxy = {
  /** Its port on the loopback interface. */
  port: number;
  setWay(way: Way): void;
  /** Breaks every connection once. */
  cut(): void;
  close(): Promise<void>;
};

/** Starts a proxy in front of a server: a unix socket's path, or a port of the loopback interface. The caller closes it. */
export async function startFaultProxy(target: string | number): Promise<FaultProxy> {
  let way: Way = { kind: 'open' };
  const pairs = new Set<[Socket, Socket]>();
  const forgotten = new WeakSet<Socket>();
  const cut = (): void => {
    for (const pair of pairs) for (const end of pair) end.destroy();
  };
  const pass = (from: Socket, to: Socket, isAnswer: boolean): void => {
    let turn: Promise<unknown> = Promise.resolve();
    from.on('data', (bytes) => {
      if (way.kind === 'silent' || (way.kind === 'mute' && isAnswer) || forgotten.has(from)) return;
      const delayMs = way.kind === 'slow' ? way.delayMs : 0;
      const due = new Promise((resolve) => (delayMs === 0 ? resolve(null) : setTimeout(resolve, delayMs)));
      turn = turn.then(() => due).then(() => void (to.destroyed || to.write(bytes)));
    });
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  };
  const server = createServer((client) => {
    if (way.kind === 'closed') return void client.resetAndDestroy();
    const up = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target);
    const pair: [Socket, Socket] = [client, up];
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
    pass(client, up, false);
    pass(up, client, true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    setWay(next) {
      const was = way.kind;
      way = next;
      if (next.kind === 'forgotten') for (const pair of pairs) for (const end of pair) forgotten.add(end);
      // The dropped bytes are lost: as after a network outage, connections of that time are unusable.
      if (next.kind === 'closed' || was === 'silent' || was === 'mute') cut();
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
