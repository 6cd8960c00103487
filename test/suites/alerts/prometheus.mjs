import { spawn } from 'node:child_process';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../scripts/free-port.mjs';
import { aptUnpack } from '../../../scripts/install/apt.mjs';
import { hasApt, onPath, root } from '../../../scripts/programs.mjs';
import { shortenRules } from './shorten-rules.mjs';

/** The Prometheus of this machine, or Debian's, unpacked into `.cache`. */
export function findPrometheus() {
  const unpacked = join(root, '.cache', 'prometheus');
  const program = join(unpacked, 'usr/bin/prometheus');
  const found = onPath(['prometheus']) ?? (existsSync(program) ? program : null);
  if (found !== null) return found;
  if (!hasApt()) throw new Error('The alerts suite needs Prometheus on the path.');
  aptUnpack('prometheus', unpacked);
  return program;
}

/**
 * Starts Prometheus with the rules of ops/alerts.yml, and the same with shortened durations, on what `api-targets.json` and
 * `worker-targets.json` of a folder name. Resolves with its process, what it is asked by, and `reaches`, which resolves once it reads
 * so many processes.
 */
export async function startPrometheus(program, { folder, token }) {
  const port = await freePort();
  writeFileSync(join(folder, 'token'), token);
  writeFileSync(join(folder, 'shortened.yml'), shortenRules(readFileSync(join(root, 'ops/alerts.yml'), 'utf8')));
  const job = (part) =>
    `  - job_name: job-search-${part}\n    authorization: { credentials_file: ${join(folder, 'token')} }\n    file_sd_configs: [{ files: [${join(folder, `${part}-targets.json`)}], refresh_interval: 1s }]\n`;
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 2s, evaluation_interval: 2s }\nrule_files: [${join(root, 'ops/alerts.yml')}, shortened.yml]\nscrape_configs:\n${job('api')}${job('worker')}`,
  );
  const options = {
    'config.file': join(folder, 'prometheus.yml'),
    'storage.tsdb.path': join(folder, 'tsdb'),
    'web.listen-address': `127.0.0.1:${port}`,
  };
  const log = openSync(join(folder, 'prometheus.log'), 'a');
  const child = spawn(
    program,
    Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    { stdio: ['ignore', log, log] },
  );
  const asked = async (path) => (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()).data;
  const areUp = async (processes) => {
    const { activeTargets } = await asked('targets');
    return activeTargets.length === processes && activeTargets.every(({ health }) => health === 'up');
  };
  return {
    child,
    async reaches(processes) {
      for (let tries = 0; !(await areUp(processes).catch(() => false)); tries++) {
        if (tries === 120) throw new Error('Prometheus does not reach every process.');
        await pause(500);
      }
    },
    version: async () => (await asked('status/buildinfo')).version,
    /** The labels of alerts that fire, of the rules as they are or of those with shortened durations. */
    firing: async (durations) =>
      (await asked('alerts')).alerts
        .filter(({ state, labels }) => state === 'firing' && labels.durations === durations)
        .map(({ labels }) => labels),
    /** The value of an expression, or `null` when it has none. */
    value: async (expression) => {
      const { result } = await asked(`query?query=${encodeURIComponent(expression)}`);
      return result.length === 0 ? null : Number(result[0].value[1]);
    },
  };
}
