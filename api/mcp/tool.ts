import type { JsonSchema } from '../openapi/parameters.js';
import type { SearchRequest } from '../search/search-context.js';

/** The result of a tool: the body of the REST API, and the same as text. */
export type ToolAnswer = { structured: Record<string, unknown>; text: string };

/** A tool of the Model Context Protocol; `call` throws a `Problem`, as the REST API does. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  /** What it does beside reading: it makes something, or ends it. */
  changes?: 'makes' | 'ends';
  /** JSON Pointers of the members with untrusted text in the structured answer; `*` stands for each element. */
  untrusted: readonly string[];
  call(ctx: SearchRequest, parameters: Record<string, unknown>): Promise<ToolAnswer>;
};
