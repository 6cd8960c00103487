import { render } from 'preact';
import { EmptyRow, number, Outcome, Pager, ScrollTable, SiteLink } from './admin-parts.js';
import { type AdminOutcome, request } from './admin-request.js';

/** The operator's page that chooses boards from the catalogue. */
type Board = {
  name: string;
  website: string | null;
  industry: string | null;
  size: string | null;
  country: string | null;
  board: string;
  /** The address at which people see the board. */
  shown: string;
};
type Found = {
  all: number;
  total: number;
  page: number;
  pages: number;
  boards: Board[];
  industries: string[];
  sizes: string[];
  countries: { code: string; name: string }[];
};

/** How long typing rests before the catalogue is searched. */
const restMs = 200;

const root = document.querySelector('main') as Element;
const filter = { text: new URLSearchParams(location.search).get('text') ?? '', industry: '', size: '', country: '' };
let page = 1;
let found: Found | null = null;
let plan = '';
/** Boards of the page that are sources already. */
let present: ReadonlySet<string> = new Set();
let outcome: AdminOutcome = { state: '', sentence: '' };
/** Numbers the searches: one that is answered after a later one is not shown. */
let asked = 0;
let resting: ReturnType<typeof setTimeout> | undefined;

function draw(): void {
  render(
    <>
      <h1>Catalogue of boards</h1>
      <Filters />
      <p id="found" role="status">
        {found && `${found.total === found.all ? '' : `${number(found.total)} of `}${number(found.all)} boards`}
      </p>
      <p id="plan" class="quiet">
        {plan}
      </p>
      {found && <AddButtons {...found} />}
      <Outcome {...outcome} />
      <div class="picks" id="boards">
        <ScrollTable label="Table of boards" id="rows" heads={heads} numbers={[2]}>
          {found?.boards.length === 0 && (
            <EmptyRow words="No board of the catalogue matches. An address can be added on the page of sources." />
          )}
          {found?.boards.map((board) => (
            <BoardRow key={board.board} board={board} />
          ))}
        </ScrollTable>
      </div>
      {found && <Pager page={found.page} pages={found.pages} turn={turn} />}
      <p class="quiet">
        Companies, industries and sizes are facts of a public list (colophon-group/jobseek, August 2026); some will have
        changed since.
      </p>
    </>,
    root,
  );
}

const heads = ['Company', 'Industry', 'Employees', 'Country', 'Board', 'Change'];

function turn(step: number): void {
  page += step;
  void search();
}

function Filters() {
  const options = (
    name: 'industry' | 'size' | 'country',
    any: string,
    values: readonly (readonly [string, string])[],
  ) => (
    <select id={name} value={filter[name]} onInput={({ currentTarget }) => choose(name, currentTarget.value)}>
      <option value="">{any}</option>
      {values.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
  const { industries = [], sizes = [], countries = [] } = found ?? {};
  const same = (words: readonly string[]) => words.map((word) => [word, word] as const);
  return (
    <form id="filters" class="choose" onSubmit={(event) => event.preventDefault()}>
      <label>
        Company{' '}
        <input
          id="text"
          type="search"
          maxLength={200}
          autoComplete="off"
          spellcheck={false}
          value={filter.text}
          onInput={({ currentTarget }) => choose('text', currentTarget.value)}
        />
      </label>
      <label>Industry {options('industry', 'Any industry', same(industries))}</label>
      <label>Employees {options('size', 'Any size', same(sizes))}</label>
      <label>
        Country{' '}
        {options(
          'country',
          'Any country',
          countries.map(({ code, name }) => [code, name] as const),
        )}
      </label>
    </form>
  );
}

function choose(name: keyof typeof filter, value: string): void {
  filter[name] = value;
  clearTimeout(resting);
  resting = setTimeout(() => {
    page = 1;
    void search();
  }, restMs);
}

function AddButtons({ boards, total }: Found) {
  const addAll = (): void => {
    if (confirm(`Add all ${number(total)} boards? ${plan}`))
      void addBoards('/admin/catalogue', { ...filter, page: null, dryRun: false });
  };
  const isAll = boards.every(({ board }) => present.has(board));
  return (
    <p class="line actions">
      <button
        id="add-page"
        type="button"
        class="primary"
        disabled={total === 0 || isAll}
        onClick={() => void addBoards('/admin/catalogue', { ...filter, page, dryRun: false })}
      >
        {boards.length === 1 ? 'Add this board' : `Add these ${number(boards.length)} boards`}
      </button>
      {total > boards.length && (
        <button type="button" id="add-all" onClick={addAll}>
          Add all {number(total)}
        </button>
      )}
    </p>
  );
}

function BoardRow({ board: { name, website, industry, size, country, board, shown } }: { board: Board }) {
  return (
    <tr data-board={board}>
      <td class="source">
        <strong>
          <SiteLink address={website}>{name}</SiteLink>
        </strong>
      </td>
      <td>{industry}</td>
      <td class="number">{size}</td>
      <td>{found?.countries.find(({ code }) => code === country)?.name ?? country}</td>
      <td class="source">
        <SiteLink address={shown}>{shown.replace(/^https?:\/\//, '')}</SiteLink>
      </td>
      <td>
        {present.has(board) ? (
          <span class="held">✓ A source</span>
        ) : (
          <button
            type="button"
            aria-label={`Add ${name}`}
            onClick={() => void addBoards('/admin/sources', { address: board })}
          >
            Add
          </button>
        )}
      </td>
    </tr>
  );
}

async function search(): Promise<void> {
  asked += 1;
  const own = asked;
  try {
    const response = await fetch(`/admin/catalogue/boards?${new URLSearchParams({ ...filter, page: String(page) })}`);
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    const next = (await response.json()) as Found;
    if (own !== asked) return;
    found = next;
    page = next.page;
    present = new Set();
    plan = next.total === 0 ? '' : 'A worker counts what reading them takes …';
    draw();
    if (next.total === 0) return;
    const reading = await request('POST', '/admin/catalogue', { ...filter, page, dryRun: true });
    if (own !== asked) return;
    plan = reading.sentence;
    present = new Set(reading.present ?? []);
  } catch (error) {
    if (own !== asked) return;
    const why = error instanceof Error ? error.message : '';
    outcome = { state: 'unread', sentence: `The catalogue could not be read. ${why}` };
  }
  draw();
}

/** Sends boards to add, and shows what the workers make of it. */
async function addBoards(path: string, body: object): Promise<void> {
  outcome = { state: 'waiting', sentence: 'A worker adds them …' };
  draw();
  outcome = await request('POST', path, body);
  draw();
  await search();
}

draw();
void search();
