import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';
import { root, run } from '../../scripts/programs.mjs';

/** Starts the three containers of docker/small by its one `.env`, asks the API, and removes them. Returns how many there were. */
export async function startSmall(environment, folder) {
  const at = join(folder, 'small');
  cpSync(join(root, 'docker', 'small'), at, { recursive: true });
  cpSync(join(root, 'docker', 'chromium-seccomp.json'), join(folder, 'chromium-seccomp.json'));
  const url = `127.0.0.1:${await freePort()}`;
  const example = readFileSync(join(at, '.env.example'), 'utf8');
  const filled = { IMAGE: 'job-search-one', PUBLISH: url, PUBLISH_ADMIN: `127.0.0.1:${await freePort()}` };
  const lines = example.split('\n').map((line) => {
    const [name] = line.split('=');
    return name in filled ? `${name}=${filled[name]}` : line;
  });
  writeFileSync(join(at, '.env'), lines.join('\n'));
  const { PUBLISH: _, ...others } = environment;
  const env = { ...others, COMPOSE_FILE: join(at, 'docker-compose.yml'), COMPOSE_PROJECT_NAME: `small-${process.pid}` };
  const compose = (...args) => run('docker', ['compose', ...args], { env, cwd: at }).trim();
  try {
    compose('up', '--detach', '--wait', '--no-build');
    const { status } = await (await fetch(`http://${url}/api`)).json();
    if (status === 'fail') throw new Error('GET /api says fail');
    return `${compose('ps', '--quiet').split('\n').length} containers`;
  } finally {
    compose('down', '--volumes', '--timeout', '20');
  }
}
