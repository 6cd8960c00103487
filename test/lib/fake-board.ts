import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a fake board currently behaves. */
export type Mood =
  | { kind: 'well'; delayMs?: number }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'silent' }
  /** Answers well when `until` resolves. */
  | { kind: 'held'; until: Promise<void> }
  | { kind: 'page'; body: string; type: string };

export type FakeJob = {
  id: number;
  title: string;
  place?: string;
  content?: string;
  company?: string;
  postedAt?: string;
  /** The employer's own number of the opening; absent unless given. */
  requisition?: string;
};

export type FakeBoard = {
  baseUrl: string;
  host: string;
  /** Boards requested so far, without robots.txt. */
  asked: string[];
  setMood(board: string, mood: Mood): void;
  setJobs(board: string, jobs: FakeJob[]): void;
  close(): Promise<void>;
};

/** A loopback server that implements Greenhouse's job board API, with the named boards and a behaviour for each. */
export async function startFakeBoard(): Promise<FakeBoard> {
  const moods = new Map<string, Mood>();
  const jobs = new Map<string, FakeJob[]>();
  const asked: string[] = [];
  const open = new Set<NodeJS.Timeout>();

  const answer = (board: string, response: ServerResponse, origin: string) => {
    const body = JSON.stringify({
      jobs: (jobs.get(board) ?? []).map((job) => asGreenhouse(job, `${origin}/${board}`)),
      meta: { total: jobs.get(board)?.length ?? 0 },
    });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const origin = `http://${request.headers.host}`;
    const board = /^\/v1\/boards\/([^/]+)\/jobs/.exec(request.url ?? '')?.[1];
    if (board === undefined) return void response.writeHead(404).end();
    asked.push(board);
    const mood = moods.get(board) ?? { kind: 'well' };
    if (mood.kind === 'silent') return;
    if (mood.kind === 'held') return void mood.until.then(() => answer(board, response, origin));
    if (mood.kind === 'status') return void response.writeHead(mood.status, mood.headers).end();
    if (mood.kind === 'page') return void response.writeHead(200, { 'content-type': mood.type }).end(mood.body);
    const timer = setTimeout(() => {
      open.delete(timer);
      answer(board, response, origin);
    }, mood.delayMs ?? 0);
    open.add(timer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    setMood: (board, mood) => void moods.set(board, mood),
    setJobs: (board, list) => void jobs.set(board, list),
    close() {
      for (const timer of open) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function asGreenhouse(job: FakeJob, origin: string): object {
  const content = job.content ?? `<p>${job.title} wanted. You plan, build and look after what we make.</p>`;
  return {
    id: job.id,
    internal_job_id: job.id + 500_000,
    title: job.title,
    company_name: job.company ?? 'Fictive Works',
    absolute_url: `${origin}/jobs/${job.id}`,
    location: { name: job.place ?? 'Berlin, Germany' },
    requisition_id: job.requisition ?? null,
    first_published: job.postedAt ?? new Date(Date.now() - 86_400_000).toISOString(),
    updated_at: new Date().toISOString(),
    metadata: null,
    departments: [],
    offices: [],
    content: content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  };
}
