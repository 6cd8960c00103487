/** Texts of a search that are made well-formed when parsed (`tidyText`). */
const repaired: ReadonlySet<string> = new Set(['keyword', 'location']);

/**
 * The path of the first text in parsed JSON, names included, that is not well-formed Unicode; `null` = none. JSON may
 * escape half a surrogate pair (RFC 8259 §8.2), which UTF-8 cannot encode: no such text is stored.
 */
export function findIllFormed(body: unknown): string[] | null {
  const left: Part[] = [{ name: '', value: body, within: null }];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    const { name, value } = part;
    const isWrong = typeof value === 'string' && !value.isWellFormed() && !repaired.has(name);
    if (isWrong || !name.isWellFormed()) return pathOf(part);
    if (typeof value !== 'object' || value === null) continue;
    for (const [each, member] of Object.entries(value)) left.push({ name: each, value: member, within: part });
  }
  return null;
}

type Part = { name: string; value: unknown; within: Part | null };

function pathOf(part: Part): string[] {
  const names: string[] = [];
  for (let each = part; each.within !== null; each = each.within) names.push(each.name);
  return names.reverse();
}
