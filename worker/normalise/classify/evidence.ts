/** A fact, whether it was deduced rather than stated, and the words it is based on. */
export type Evidence<Value> = { value: Value; inferred: boolean; evidence: string };
