import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Maximum duration of the load, in milliseconds. */
const longestMs = 240_000;

/**
 * Requests cached searches, half of them on new connections, while a program runs; counts answers, and failures by status or
 * error. Rejects when the program fails.
 */
export async function loadWhile({ url, key, program: [command, args], environment }) {
  const kept = new Agent({ keepAlive: true, maxSockets: 3 });
  const counts = { answers: 0, failures: {} };
  let running = true;
  const timer = setTimeout(() => {
    running = false;
  }, longestMs);
  const ask = async (index) => {
    while (running) {
      const status = await post(
        url,
        key,
        { keyword: 'nurse', limit: String(5 + index) },
        index % 2 === 0 ? kept : undefined,
      );
      counts.answers += 1;
      if (status !== '200') counts.failures[status] = (counts.failures[status] ?? 0) + 1;
      await sleep(15);
    }
  };
  const asking = Promise.all([0, 1, 2, 3, 4, 5].map(ask));
  const child = spawn(command, args, { env: environment, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (bytes) => {
    words += String(bytes);
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  await sleep(1000);
  running = false;
  clearTimeout(timer);
  await asking;
  kept.destroy();
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code}): ${words.trim()}`);
  return counts;
}

function post(url, key, query, agent) {
  return new Promise((resolve) => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` };
    const asked = request(
      `${url}/api/jobs/search`,
      { method: 'POST', headers, ...(agent === undefined ? {} : { agent }) },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(String(answer.statusCode)));
        answer.once('error', (error) => resolve(error.message));
      },
    );
    asked.once('error', (error) => resolve(error.message));
    asked.setTimeout(30_000, () => asked.destroy(new Error('no answer within 30 s')));
    asked.end(JSON.stringify(query));
  });
}
