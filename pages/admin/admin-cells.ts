/** The element with an id; throws when there is none of this kind. */
export function find<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`There is no ${id}.`);
  return found;
}

/** Makes an element with a text. */
export function element(name: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (className !== '') made.className = className;
  return made;
}

/** A number with its thousands apart; a dash for none. */
export const number = (value: number | null): string => (value === null ? '–' : value.toLocaleString('en'));

/** A time as its distance from now. */
export function distance(iso: string | null): string {
  if (iso === null) return '–';
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  const size = Math.abs(seconds);
  const [count, unit] =
    size < 90
      ? [size, 's']
      : size < 5400
        ? [size / 60, 'min']
        : size < 129_600
          ? [size / 3600, 'h']
          : [size / 86_400, 'days'];
  return seconds < 0 ? `${Math.round(count)} ${unit} ago` : `in ${Math.round(count)} ${unit}`;
}

/** A cell with a time. */
export function timeCell(iso: string | null): HTMLElement {
  const cell = document.createElement('td');
  if (iso === null) cell.textContent = '–';
  else {
    const time = document.createElement('time');
    time.dateTime = iso;
    time.title = new Date(iso).toLocaleString();
    time.textContent = distance(iso);
    cell.append(time);
  }
  return cell;
}

/** Writes the distances of the times within an element anew. */
export function renewTimes(within: HTMLElement): void {
  for (const time of within.querySelectorAll('time')) time.textContent = distance(time.dateTime);
}

/** Replaces the rows of a table, each headed by its first cell; `none` is shown when there are none. */
export function fill(id: string, rows: readonly string[][], none: string): void {
  const body = find(id, HTMLElement);
  if (rows.length === 0) {
    const line = element('tr', '');
    line.append(element('td', none));
    body.replaceChildren(line);
    return;
  }
  const lines = rows.map(([head = '', ...cells]) => {
    const line = document.createElement('tr');
    const first = element('th', head);
    first.setAttribute('scope', 'row');
    line.append(first, ...cells.map((cell) => element('td', cell)));
    return line;
  });
  body.replaceChildren(...lines);
}
