/**
 * Makes the children of `live` equal to `parts` and keeps every element that stays: its focus, its scroll position and
 * whatever the person opened. Elements are paired by `data-key`, others by their order and tag. The children of an element
 * with `data-kept` are left alone.
 */
export function render(live: Element, parts: readonly (Element | null)[]): void {
  const focused = document.activeElement;
  morphChildren(
    live,
    parts.filter((part) => part !== null),
  );
  // An element that moves loses the focus.
  if (focused instanceof HTMLElement && focused !== document.activeElement && live.contains(focused))
    focused.focus({ preventScroll: true });
}

/** State of the browser or the person, not of the data; styles are set as properties, since the policy blocks the attribute. */
const own: ReadonlySet<string> = new Set(['open', 'data-kept', 'data-state', 'style']);

function morph(live: Element, fresh: Element): void {
  for (const name of live.getAttributeNames())
    if (!fresh.hasAttribute(name) && !own.has(name)) live.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name) ?? '';
    if (!own.has(name) && live.getAttribute(name) !== value) live.setAttribute(name, value);
  }
  if (live instanceof HTMLElement && fresh instanceof HTMLElement) {
    live.onclick = fresh.onclick;
    live.oninput = fresh.oninput;
    live.onchange = fresh.onchange;
    if (live.style.cssText !== fresh.style.cssText) live.style.cssText = fresh.style.cssText;
  }
  if (!live.hasAttribute('data-kept')) morphChildren(live, [...fresh.childNodes]);
}

function morphChildren(live: Element, fresh: readonly Node[]): void {
  const keyed = takeKeyed(live, new Set(fresh.map(keyOf)));
  let next: ChildNode | null = live.firstChild;
  for (const wanted of fresh) {
    const key = keyOf(wanted);
    const found = key === null ? (next !== null && keyOf(next) === null ? next : null) : (keyed.get(key) ?? null);
    if (found === null || found.nodeName !== wanted.nodeName) {
      live.insertBefore(wanted, next);
      continue;
    }
    if (found === next) next = next.nextSibling;
    else live.insertBefore(found, next);
    if (found instanceof Element && wanted instanceof Element) morph(found, wanted);
    else if (found.nodeValue !== wanted.nodeValue) found.nodeValue = wanted.nodeValue;
  }
  while (next !== null) {
    const following: ChildNode | null = next.nextSibling;
    next.remove();
    next = following;
  }
}

/** The children with a key; those that are not wanted are removed first, so that the elements after them need not move. */
function takeKeyed(live: Element, wanted: ReadonlySet<string | null>): Map<string, ChildNode> {
  const keyed = new Map<string, ChildNode>();
  for (const child of [...live.children]) {
    const key = keyOf(child);
    if (key === null) continue;
    if (wanted.has(key)) keyed.set(key, child);
    else child.remove();
  }
  return keyed;
}

const keyOf = (node: Node): string | null => (node instanceof Element ? node.getAttribute('data-key') : null);
