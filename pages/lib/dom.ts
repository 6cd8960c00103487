type Child = Node | string | null;
type Attributes = Readonly<Record<string, string | number | boolean | null>>;

/** Creates an HTML element. Strings become text nodes; attributes that are `null` or `false` are omitted. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return fill(document.createElement(tag), attributes, children);
}

/** Creates an SVG element. */
export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill<Kind extends Element>(element: Kind, attributes: Attributes, children: Child[]): Kind {
  for (const [name, value] of Object.entries(attributes))
    if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** The element with this id. Throws when it is missing, since the page and its script are built together. */
export function byId<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} with the id "${id}".`);
}

/** A link to another site; plain text unless the URL is http or https, because it comes from a posting. */
export function externalLink(address: string | null, attributes: Attributes, ...children: Child[]): HTMLElement {
  if (address === null || !/^https?:\/\//i.test(address) || !URL.canParse(address))
    return el('span', attributes, ...children);
  return el('a', { ...attributes, href: address, target: '_blank', rel: 'noopener noreferrer' }, ...children);
}

/** Creates a button. Its handler is a property, so that `morph` can replace it. */
export function button(attributes: Attributes, onPress: () => void, ...children: Child[]): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, ...children);
  element.onclick = onPress;
  return element;
}
