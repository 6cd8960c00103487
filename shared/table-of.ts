/**
 * Rows by their names, to be looked into by any text: a name without a row gives `undefined`, also when it is one that every
 * object inherits, such as "constructor".
 */
export function tableOf<Row>(rows: Readonly<Record<string, Row>>): Record<string, Row> {
  return Object.assign(Object.create(null) as Record<string, Row>, rows);
}
