/** A version of a collection in Redis, as a search refers to it. `isBoard`: it is a whole board, not narrowed to a query. */
export type CollectionRef = { key: string; version: string; source: string; isBoard?: boolean };
