import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { projectFile } from '../../../shared/project-file.js';
import type { HeldJob } from '../../../shared/search/job.js';
import type { Question } from '../../lib/postings/questions.js';
import { columnsOf, type Engine, page } from './engine.js';
import { sqlFilters } from './sql-filters.js';

/** The part of `pg` that is used. */
type Row = Record<string, unknown>;
type Client = {
  connect(): Promise<void>;
  query(sql: string, values?: readonly unknown[]): Promise<{ rows: Row[] }>;
  end(): Promise<void>;
};
type Pg = { Client: new (options: { host: string; user: string; database: string }) => Client };

const schema = `
  CREATE TABLE jobs (id int PRIMARY KEY, posted_at bigint, workplace text, job_type text, level text, pay float8,
    country text, lat float8, lon float8, words tsvector);
  CREATE TABLE records (id int PRIMARY KEY, record bytea);
`;

/** The words of each field with its weight, stemmed by the English dictionary. */
const insert = `
  INSERT INTO jobs SELECT id, posted_at, workplace, job_type, level, pay, country, lat, lon,
    setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', company), 'B') ||
    setweight(to_tsvector('english', tags), 'C') || to_tsvector('english', description)
  FROM unnest($1::int[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::text[], $8::float8[], $9::float8[],
    $10::text[], $11::text[], $12::text[], $13::text[])
    AS t(id, posted_at, workplace, job_type, level, pay, country, lat, lon, title, company, tags, description)
  ON CONFLICT (id) DO UPDATE SET words = excluded.words, posted_at = excluded.posted_at, pay = excluded.pay
`;
const insertRecords = `
  INSERT INTO records SELECT * FROM unnest($1::int[], $2::bytea[])
  ON CONFLICT (id) DO UPDATE SET record = excluded.record
`;

/** PostgreSQL's full text search: a server of its own in a temporary folder, with 256 MB of shared buffers. */
export async function openPostgres(now: number): Promise<Engine> {
  const { Client } = createRequire(projectFile('tools/engines/package.json'))('pg') as Pg;
  const server = await startServer();
  const client = new Client({ host: server.folder, user: 'postgres', database: 'postgres' });
  await client.connect();
  await client.query(schema);
  const add = async (jobs: readonly HeldJob[], first: number): Promise<void> => {
    const columns = jobs.map((job, at) => ({ id: first + at + 1, job, ...columnsOf(job) }));
    const of = (read: (row: (typeof columns)[number]) => unknown): unknown[] => columns.map(read);
    await client.query(insert, [
      ...[of(({ id }) => id), of(({ postedAt }) => postedAt), of(({ workplace }) => workplace)],
      ...[of(({ jobType }) => jobType), of(({ level }) => level), of(({ pay }) => pay), of(({ country }) => country)],
      ...[
        of(({ lat }) => lat),
        of(({ lon }) => lon),
        of(({ job }) => job.title),
        of(({ job }) => job.company.name ?? ''),
      ],
      ...[of(({ job }) => job.tags.join(' ')), of(({ job }) => job.description)],
    ]);
    const packed = jobs.map((job) => deflateRawSync(JSON.stringify(job), { level: 3 }));
    await client.query(insertRecords, [of(({ id }) => id), packed]);
  };
  return {
    add,
    replace: add,
    async finish() {
      await client.query('CREATE INDEX by_words ON jobs USING gin (words) WITH (fastupdate = off)');
      await client.query('CREATE INDEX by_time ON jobs (posted_at)');
      await client.query('VACUUM ANALYZE');
    },
    async search(question) {
      const { sql, values } = queryOf(question, now);
      const { rows } = await client.query(sql, values);
      const ids = rows.map(({ id }) => id);
      const found = await client.query('SELECT record FROM records WHERE id = ANY($1)', [ids]);
      const records = found.rows.map(({ record }) => JSON.parse(inflateRawSync(record as Buffer).toString()) as object);
      return { total: Number(rows[0]?.total ?? 0), records };
    },
    diskBytes: async () => Number((await client.query("SELECT pg_database_size('postgres') AS bytes")).rows[0]?.bytes),
    otherMemory: () => server.memory(),
    async close() {
      await client.end();
      await server.stop();
    },
  };
}

function queryOf(question: Question, now: number): { sql: string; values: unknown[] } {
  const { conditions, values } = sqlFilters(question, now);
  const text = wordsOf(question);
  const numbered = conditions.map((condition) => condition);
  let number = 0;
  const where = [...(text === null ? [] : ['words @@ q']), ...numbered]
    .join(' AND ')
    .replaceAll('?', () => `$${++number}`);
  const recent = question.filters.sortBy === 'recent' || text === null;
  const from =
    text === null ? 'jobs j' : `jobs j, (SELECT ${text.replaceAll('?', () => `$${++number}`)} AS q) AS asked`;
  const order = recent ? 'j.posted_at DESC' : 'ts_rank(words, q) DESC';
  return {
    sql: `SELECT j.id, count(*) OVER () AS total FROM ${from} ${where === '' ? '' : `WHERE ${where}`} ORDER BY ${order} LIMIT ${page}`,
    values: [...values, ...(text === null ? [] : termsOf(question))],
  };
}

/** The question's words as an expression of tsquery with a `?` for each term; `null` = none. */
function wordsOf({ alternatives, without }: Question): string | null {
  if (alternatives.length === 0) return null;
  const term = "phraseto_tsquery('english', ?)";
  const any = alternatives.map((terms) => `(${terms.map(() => term).join(' && ')})`).join(' || ');
  return without === '' ? `(${any})` : `((${any}) && !!${term})`;
}

const termsOf = ({ alternatives, without }: Question): string[] => [
  ...alternatives.flat(),
  ...(without === '' ? [] : [without]),
];

const binaries = '/usr/lib/postgresql/15/bin';

/** Starts a server on a socket in a temporary folder, as the user "postgres" (it refuses root). */
async function startServer(): Promise<{ folder: string; memory(): number; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-postgres-'));
  const id = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const user = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const made = spawnSync(`${binaries}/initdb`, ['-D', data, '-A', 'trust', '-E', 'UTF8', '--no-locale'], {
    ...user,
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = [
    'shared_buffers=256MB',
    'work_mem=64MB',
    'maintenance_work_mem=512MB',
    'synchronous_commit=off',
    'max_wal_size=4GB',
    'jit=off',
  ];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const child = spawn(`${binaries}/postgres`, ['-D', data, '-k', folder, '-h', '', ...flags], {
    ...user,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const endWithUs = (): void => void child.kill('SIGQUIT');
  process.on('exit', endWithUs);
  for await (const line of child.stderr) if (String(line).includes('ready to accept connections')) break;
  return {
    folder,
    memory: () => memoryOf(child.pid ?? 0),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      process.off('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Proportional memory of a process and its children, in bytes: shared buffers count once. */
function memoryOf(parent: number): number {
  const pids = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    if (Number(name) === parent) return true;
    try {
      return Number(readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]) === parent;
    } catch {
      // The process has ended meanwhile.
      return false;
    }
  });
  const bytesOf = (pid: string): number =>
    Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
  return pids.reduce((sum, pid) => sum + bytesOf(pid), 0);
}
