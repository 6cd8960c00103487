/** The kind of call of a generative engine: its assistant for a person, its crawler, or a person following its link. */
export const engineKinds = ['agent', 'crawler', 'referral'] as const;
export type EngineKind = (typeof engineKinds)[number];

/** Product tokens of generative engines, as their owners document them, and the hosts their links come from. */
export const engines: Record<string, { agent: string[]; crawler: string[]; hosts: string[] }> = {
  openai: { agent: ['ChatGPT-User'], crawler: ['GPTBot', 'OAI-SearchBot'], hosts: ['chatgpt.com', 'chat.openai.com'] },
  anthropic: { agent: ['Claude-User'], crawler: ['ClaudeBot', 'Claude-SearchBot'], hosts: ['claude.ai'] },
  perplexity: { agent: ['Perplexity-User'], crawler: ['PerplexityBot'], hosts: ['perplexity.ai', 'www.perplexity.ai'] },
  google: { agent: ['Gemini-Deep-Research'], crawler: ['Google-CloudVertexBot'], hosts: ['gemini.google.com'] },
  mistral: { agent: ['MistralAI-User'], crawler: ['MistralBot'], hosts: ['chat.mistral.ai'] },
  meta: { agent: ['meta-externalfetcher'], crawler: ['meta-externalagent'], hosts: ['meta.ai', 'www.meta.ai'] },
  amazon: { agent: [], crawler: ['Amazonbot'], hosts: [] },
  apple: { agent: [], crawler: ['Applebot-Extended'], hosts: [] },
  bytedance: { agent: [], crawler: ['Bytespider'], hosts: ['doubao.com', 'www.doubao.com'] },
  duckduckgo: { agent: ['DuckAssistBot'], crawler: [], hosts: [] },
  cohere: { agent: [], crawler: ['cohere-ai', 'cohere-training-data-crawler'], hosts: ['coral.cohere.com'] },
  microsoft: { agent: [], crawler: [], hosts: ['copilot.microsoft.com'] },
};

type Called = { engine: string; kind: EngineKind };

const byToken = new Map<string, Called>();
const byHost = new Map<string, Called>();
for (const [engine, { agent, crawler, hosts }] of Object.entries(engines)) {
  for (const token of agent) byToken.set(token.toLowerCase(), { engine, kind: 'agent' });
  for (const token of crawler) byToken.set(token.toLowerCase(), { engine, kind: 'crawler' });
  for (const host of hosts) byHost.set(host, { engine, kind: 'referral' });
}

/** Which engine called, by product tokens of the User-Agent (RFC 9110 §10.1.5) or else the Referer's host. */
export function engineOf(userAgent: string, referer: string): Called | null {
  for (const token of userAgent
    .slice(0, 1000)
    .toLowerCase()
    .split(/[\s;,()/]+/)) {
    const called = byToken.get(token);
    if (called !== undefined) return called;
  }
  return referer === '' || !URL.canParse(referer) ? null : (byHost.get(new URL(referer).hostname) ?? null);
}
