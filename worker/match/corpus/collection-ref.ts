/** A version of a collection in Redis, as a search refers to it. */
export type CollectionRef = { key: string; version: string; source: string };
