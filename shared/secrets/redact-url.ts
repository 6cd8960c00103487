/** An address for logs and answers: without query, fragment, name and password. */
export function originAndPath({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`;
}

/** The text with the query, fragment, name and password of each address in it removed. */
export function withoutQueries(text: string): string {
  return text.replace(/https?:(?:\/\/|\\\/\\\/)[^\s"'<>]+/gi, (address) => {
    const end = address.search(/[?#]/);
    const kept = end === -1 ? address : address.slice(0, end);
    const start = kept.search(/[/\\]/);
    const pathStart = kept.slice(start).search(/[^/\\]/);
    if (pathStart === -1) return kept;
    const slash = start + pathStart;
    const path = kept.slice(slash).search(/[/\\]/);
    const authority = path === -1 ? kept.slice(slash) : kept.slice(slash, slash + path);
    const at = authority.lastIndexOf('@');
    return `${kept.slice(0, slash)}${kept.slice(slash + at + 1)}`;
  });
}
