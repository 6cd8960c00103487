import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type MailServer = {
  mails: string[];
  refuses: boolean;
  status: number;
  url: string;
  close(): Promise<void>;
};

/** A mail server that keeps what it accepts; it refuses recipients with `status` while `refuses`. */
export async function startMailServer(): Promise<MailServer> {
  const mails: string[] = [];
  const host: MailServer = {
    ...{ mails, refuses: false, status: 550, url: '' },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(host.refuses ? Object.assign(new Error('Not now.'), { responseCode: host.status }) : null),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  host.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  return host;
}
