import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Collector, openCollector } from '../../lib/processes/open-collector.js';
import { readFixtureBytes } from '../../lib/read-fixture.js';
import { suiteRedis } from '../../lib/suite-redis.js';

type Dovecot = { imap: number; imaps: number; mails: string; user: string; password: string };

const written = process.env.MAILBOX_TEST;
if (written === undefined) test.skip('needs Dovecot: npm test -- --suite mailbox', () => undefined);
else {
  const { imap, imaps, mails, user, password } = JSON.parse(written) as Dovecot;
  const { redis } = await suiteRedis('working');
  const collector: Collector = openCollector(redis, {});
  afterAll(() => collector.close());

  const inbox = { kind: 'mailbox', host: '127.0.0.1', folder: 'Job alerts', user, password };
  let arrived = 0;
  /** Has a mail arrive, as its delivery writes it (https://cr.yp.to/proto/maildir.html). */
  const arrive = (name: string): void => {
    const file = join(mails, 'new', `${Math.floor(Date.now() / 1000)}.${++arrived}.test`);
    writeFileSync(file, readFixtureBytes(`mails/${name}.eml`));
    chmodSync(file, 0o666);
  };
  const titles = async (): Promise<string[]> => (await collector.jobs()).map(({ title }) => title).sort();

  describe('Dovecot', () => {
    beforeEach(async () => {
      await redis.flushall();
      collector.now = Date.now();
    });

    test.each([
      ['TLS from the first byte', { port: imaps }],
      ['STARTTLS', { port: imap, security: 'starttls' }],
    ])('is read by %s, read again when a mail has come, and left as it was', async (_, how) => {
      if (arrived === 0) for (const name of ['linkedin', 'xing', 'welcome']) arrive(name);
      const before = readdirSync(join(mails, 'new')).length;
      collector.settings = { ...inbox, ...how };
      await collector.collect();
      expect((await collector.state()).attempt).toMatchObject({ status: 'ok', detail: null });
      const first = await titles();
      expect(first).toEqual(expect.arrayContaining(['Pastry Cook', 'Teigmacherin']));

      await collector.collect();
      expect(collector.counts).toMatchObject({ parsed: 0, unchanged: 1 });

      arrive('indeed');
      await collector.collect();
      expect((await titles()).filter((title) => title === 'Oven Hand')).toHaveLength(1);
      expect(await titles()).toEqual(expect.arrayContaining(first));
      // A folder that is selected for writing has its new mails moved to `cur`, and one that was read is marked there.
      expect(readdirSync(join(mails, 'new'))).toHaveLength(before + 1);
      expect(readdirSync(join(mails, 'cur'))).toEqual([]);
    });

    test.each([
      ['did not accept the user and password', { password: 'wrong password' }],
      ['has no folder of this name', { folder: 'Nowhere' }],
      ['could not be read by IMAP', { port: imap }],
    ])('that %s is reported', async (words, wrong) => {
      collector.settings = { ...inbox, port: imaps, ...wrong };
      await collector.collect();
      const { attempt } = await collector.state();
      expect(attempt).toMatchObject({ status: 'failed', detail: expect.stringContaining(words) });
      expect(attempt?.detail).not.toMatch(/wrong|Nowhere|sesame/);
    });
  });
}
