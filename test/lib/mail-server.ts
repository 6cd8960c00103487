import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail server on loopback that knows what reading a folder takes, and notes what it was told. */
export type MailServer = { port: number; commands: string[]; uids: number[]; close(): Promise<void> };

export const mailLogin = { user: 'reader', password: 'open sesame 9', folder: 'Job alerts' };

/**
 * Starts a server whose one folder holds these mails, from UID 1; without TLS, as a private host may be. `unasked`: rows that it
 * sends before those of a FETCH.
 */
export async function startMailServer(mails: readonly Buffer[], { unasked = 0 } = {}): Promise<MailServer> {
  const commands: string[] = [];
  const uids = mails.map((_, at) => at + 1);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      const [tag = '', ...words] = line.split(' ');
      const command = words.join(' ');
      commands.push(command);
      for (const part of answerOf(command)) socket.write(part);
      socket.write(`${tag} ${resultOf(command)}\r\n`);
    });
  });
  const answerOf = (command: string): (string | Buffer)[] => {
    if (/^EXAMINE "?Job alerts/.test(command))
      return [`* FLAGS (\\Seen)\r\n* ${mails.length} EXISTS\r\n* OK [UIDVALIDITY 7]\r\n* OK [UIDNEXT 99]\r\n`];
    if (/^UID SEARCH /.test(command)) return [`* SEARCH ${uids.join(' ')}\r\n`];
    const wanted = /^UID FETCH (\S+) /.exec(command)?.[1];
    if (wanted === undefined) return [];
    const others = Array.from(
      { length: unasked },
      (_, at) => `* ${at + 500} FETCH (UID ${at + 500} RFC822.SIZE 9)\r\n`,
    );
    const rows = namedBy(wanted).flatMap((uid) => {
      const mail = mails[uid - 1];
      if (mail === undefined) return [];
      const facts = `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${mail.length}`;
      return /BODY/.test(command) ? [`${facts} BODY[] {${mail.length}}\r\n`, mail, ')\r\n'] : [`${facts})\r\n`];
    });
    return [others.join(''), ...rows];
  };
  const resultOf = (command: string): string => {
    if (/^LOGIN/.test(command) && !command.includes(`"${mailLogin.password}"`)) return 'NO [AUTHENTICATIONFAILED] no';
    if (/^(?:SELECT|EXAMINE)/.test(command) && !command.includes('Job alerts'))
      return 'NO [NONEXISTENT] no such folder';
    return 'OK done';
  };
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port.');
  return {
    ...{ port: address.port, commands, uids },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** `1:3,5` as numbers. */
const namedBy = (set: string): number[] =>
  set.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split(':').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
