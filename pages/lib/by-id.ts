/** The element with this id. Throws when it is missing, since the page and its script are built together. */
export function byId<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no ${kind.name} with the id "${id}".`);
}
