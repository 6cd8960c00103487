import type { CDPSession } from 'playwright';
import { SourceError } from '../sources/source.js';
import { browserLimits } from './browser-limits.js';

/** Limits of a document, checked before it leaves Chromium; size is measured in characters of HTML. */
export type DomLimits = { nodes: number; depth: number; characters: number };

const usual: DomLimits = {
  nodes: browserLimits.domNodes,
  depth: browserLimits.domDepth,
  characters: browserLimits.pageBytes,
};

type Measured = { html: string } | { over: keyof DomLimits };

/**
 * Runs in the page with the limits as its argument. Counts nodes, depth and characters until a limit is exceeded, so its cost
 * is bounded; only a document within the limits is serialised. Contents of templates count, since they are serialised too.
 */
const measureAndWrite = `(most) => {
  let nodes = 0;
  let characters = 0;
  const waiting = [{ node: document, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    nodes += 1;
    if (nodes > most.nodes) return { over: 'nodes' };
    if (depth > most.depth) return { over: 'depth' };
    if (node instanceof CharacterData) characters += node.length;
    if (node instanceof Element) {
      characters += 2 * node.localName.length + 5;
      for (const { name, value } of node.attributes) {
        characters += name.length + value.length + 4;
        if (characters > most.characters) break;
      }
    }
    if (characters > most.characters) return { over: 'characters' };
    if (node.nextSibling !== null) waiting.push({ node: node.nextSibling, depth });
    if (node.firstChild !== null) waiting.push({ node: node.firstChild, depth: depth + 1 });
    if (node instanceof HTMLTemplateElement) waiting.push({ node: node.content, depth: depth + 1 });
  }
  const kind = document.doctype === null ? '' : new XMLSerializer().serializeToString(document.doctype);
  const html = kind + (document.documentElement?.outerHTML ?? '');
  return html.length > most.characters ? { over: 'characters' } : { html };
}`;

/**
 * Serialises the document as HTML; throws `too-large`, naming the limit it exceeds. Runs in an isolated world, where the
 * page's scripts cannot replace built-ins.
 */
export async function readDom(session: CDPSession, most: DomLimits = usual): Promise<string> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'reading',
  });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${measureAndWrite})(${JSON.stringify(most)})`,
    contextId: executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined)
    throw new SourceError('broken', `The page could not be read: ${exceptionDetails.text.slice(0, 200)}`);
  const measured = result.value as Measured;
  if ('html' in measured) return measured.html;
  throw new SourceError('too-large', sentenceOf(measured.over, most));
}

function sentenceOf(over: keyof DomLimits, most: DomLimits): string {
  if (over === 'nodes') return `The rendered page has more than ${most.nodes} nodes.`;
  if (over === 'depth') return `The rendered page nests deeper than ${most.depth} levels.`;
  return `The rendered page is larger than ${most.characters / 1e6} MB.`;
}
