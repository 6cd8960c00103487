/** Whether the lines of a .dockerignore exclude a file from the build context (exceptions with `!`, `*` and `**`). */
export function isIgnored(path: string, patterns: readonly string[]): boolean {
  const parts = path.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  let ignored = false;
  for (const line of patterns.map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const excepts = line.startsWith('!');
    const matches = toRegExp(excepts ? line.slice(1) : line);
    if (paths.some((each) => matches.test(each))) ignored = !excepts;
  }
  return ignored;
}

function toRegExp(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*/)?'));
  return new RegExp(`^${source}$`);
}
