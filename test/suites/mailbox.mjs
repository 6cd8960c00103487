// `npm test -- --suite mailbox [JEST OPTION …]`: starts Dovecot on loopback, with mails in a folder, and reads them as a worker does.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/free-port.mjs';
import { runTests } from '../../scripts/run-tests.mjs';

const dovecot = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'].find(existsSync);
if (dovecot === undefined) {
  process.stderr.write(
    'The mailbox suite needs Dovecot, which is not installed (Debian: apt-get install dovecot-imapd).\n',
  );
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'dovecot-'));
chmodSync(folder, 0o755);
const mails = join(folder, 'mail', '.Job alerts');
for (const each of ['cur', 'new', 'tmp']) mkdirSync(join(mails, each), { recursive: true });
for (const each of [join(folder, 'mail'), mails, ...['cur', 'new', 'tmp'].map((name) => join(mails, name))])
  chmodSync(each, 0o777);

const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', join(folder, 'key.pem')];
execFileSync('openssl', ['req', '-x509', '-days', '2', ...key, '-out', join(folder, 'cert.pem'), ...names], {
  stdio: 'pipe',
});

const [imap, imaps] = [await freePort(), await freePort()];
const login = { user: 'reader', password: 'open sesame 9' };
writeFileSync(join(folder, 'users'), `${login.user}:{PLAIN}${login.password}\n`);
const isRoot = userInfo().uid === 0;
const owner = isRoot ? 'dovecot' : userInfo().username;
const group = execFileSync('id', ['-gn', owner], { encoding: 'utf8' }).trim();
writeFileSync(
  join(folder, 'dovecot.conf'),
  `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
first_valid_uid = 1
mail_location = maildir:${folder}/mail
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
${isRoot ? '' : `default_login_user = ${owner}\ndefault_internal_user = ${owner}\ndefault_internal_group = ${group}`}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${owner} gid=${group} home=${folder}/mail
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${imaps}
    ssl = yes
  }
}
`,
);

const server = spawn(dovecot, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: ['ignore', 'inherit', 'pipe'] });
const ended = once(server, 'exit');
try {
  const said = [];
  const started = new Promise((resolve) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      said.push(line);
      if (/starting up/.test(line)) resolve(true);
    });
  });
  if ((await Promise.race([started, ended.then(() => false)])) !== true)
    throw new Error(`Dovecot did not start: ${said.slice(-3).join(' ')}`);
  process.env.MAILBOX_TEST = JSON.stringify({ imap, imaps, mails, ...login });
  process.env.NODE_EXTRA_CA_CERTS = join(folder, 'cert.pem');
  await runTests(['-w', '1', 'test/worker/mail/dovecot.test.ts', ...process.argv.slice(2)]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  server.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}
