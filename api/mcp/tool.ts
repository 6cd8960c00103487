import type { JsonSchema } from '../openapi/schemas.js';
import type { SearchRequest } from '../search/search-context.js';

/** What a tool answers: the body of the REST API, and the same in words for people. */
export type ToolAnswer = { structured: Record<string, unknown>; text: string };

/** One tool of the Model Context Protocol; `call` throws a `Problem` as the corridor does. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  /** JSON Pointers, `*` for each element, of what strangers wrote in the structured answer. */
  untrusted: readonly string[];
  call(ctx: SearchRequest, parameters: Record<string, unknown>): Promise<ToolAnswer>;
};
