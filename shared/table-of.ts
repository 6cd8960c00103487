/**
 * Rows by name, safe to index with untrusted text: an unknown name gives `undefined`, even the name of an inherited
 * property such as "constructor".
 */
export function tableOf<Row>(rows: Readonly<Record<string, Row>>): Record<string, Row> {
  return Object.assign(Object.create(null) as Record<string, Row>, rows);
}
