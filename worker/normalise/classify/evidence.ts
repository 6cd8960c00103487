/** A fact, whether it was deduced rather than told, and the words it rests on. */
export type Evidence<Value> = { value: Value; inferred: boolean; evidence: string };
