interface Node {
  readonly next: Map<number, Node>;
  /** The longest proper suffix of this node's text that is a prefix of a pattern; none for the root. */
  fallback: Node | undefined;
  /** Place in the list of the pattern that ends here. */
  pattern: number | undefined;
  /** The longest proper suffix of this node's text that is a pattern. */
  shorter: Node | undefined;
}

const createNode = (): Node => ({ next: new Map(), fallback: undefined, pattern: undefined, shorter: undefined });

export interface ContainedTexts {
  /** Whether a text contains at least one of the patterns. */
  readonly containsAny: (text: string) => boolean;
  /** Calls `found` with the place in the list of each pattern, as often as the text contains it. */
  readonly forEach: (text: string, found: (pattern: number) => void) => void;
}

/**
 * Looks for many patterns at once, by code units and with regard to case. Aho-Corasick: the time for a text
 * depends on its length and on what it contains, not on the number of patterns. An empty pattern is in no
 * text; of equal ones the last is found.
 */
export function createContainedTexts(patterns: readonly string[]): ContainedTexts {
  const root = createNode();
  for (const [index, pattern] of patterns.entries()) if (pattern !== '') insert(root, pattern, index);
  link(root);
  return {
    containsAny(text) {
      let node = root;
      for (let at = 0; at < text.length; at++) {
        node = step(root, node, text.charCodeAt(at));
        if (node.pattern !== undefined || node.shorter !== undefined) return true;
      }
      return false;
    },
    forEach(text, found) {
      let node = root;
      for (let at = 0; at < text.length; at++) {
        node = step(root, node, text.charCodeAt(at));
        for (let end: Node | undefined = node; end !== undefined; end = end.shorter)
          if (end.pattern !== undefined) found(end.pattern);
      }
    },
  };
}

function insert(root: Node, pattern: string, index: number): void {
  let node = root;
  for (let at = 0; at < pattern.length; at++) {
    const code = pattern.charCodeAt(at);
    const next = node.next.get(code) ?? createNode();
    node.next.set(code, next);
    node = next;
  }
  node.pattern = index;
}

/** Sets the fallbacks, level by level: those of shorter prefixes come first. */
function link(root: Node): void {
  let level: Node[] = [root];
  while (level.length > 0) {
    const below: Node[] = [];
    for (const node of level)
      for (const [code, child] of node.next) {
        child.fallback = node.fallback === undefined ? root : step(root, node.fallback, code);
        child.shorter = child.fallback.pattern === undefined ? child.fallback.shorter : child.fallback;
        below.push(child);
      }
    level = below;
  }
}

function step(root: Node, from: Node, code: number): Node {
  for (let node: Node | undefined = from; node !== undefined; node = node.fallback) {
    const next = node.next.get(code);
    if (next !== undefined) return next;
  }
  return root;
}
