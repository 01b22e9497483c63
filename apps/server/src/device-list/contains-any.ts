interface Node {
  readonly next: Map<number, Node>;
  /** The longest proper suffix of this node's text that is a prefix of a pattern; none for the root. */
  fallback: Node | undefined;
  /** A pattern ends here, or at a suffix of the text that leads here. */
  isEnd: boolean;
}

const createNode = (): Node => ({ next: new Map(), fallback: undefined, isEnd: false });

/**
 * Returns a function that decides whether a text contains at least one of the patterns, by code units and
 * with regard to case. Aho-Corasick: the time for a text depends on its length alone, not on the number of
 * patterns. An empty pattern is in no text.
 */
export function createContainsAny(patterns: readonly string[]): (text: string) => boolean {
  const root = createNode();
  for (const pattern of patterns) insert(root, pattern);
  link(root);
  return (text) => {
    let node = root;
    for (let at = 0; at < text.length; at++) {
      node = step(root, node, text.charCodeAt(at));
      if (node.isEnd) return true;
    }
    return false;
  };
}

function insert(root: Node, pattern: string): void {
  if (pattern === '') return;
  let node = root;
  for (let at = 0; at < pattern.length; at++) {
    // A shorter pattern finds every text that this one would.
    if (node.isEnd) return;
    const code = pattern.charCodeAt(at);
    const next = node.next.get(code) ?? createNode();
    node.next.set(code, next);
    node = next;
  }
  node.isEnd = true;
}

/** Sets the fallbacks, level by level: those of shorter prefixes come first. */
function link(root: Node): void {
  let level: Node[] = [root];
  while (level.length > 0) {
    const below: Node[] = [];
    for (const node of level)
      for (const [code, child] of node.next) {
        child.fallback = node.fallback === undefined ? root : step(root, node.fallback, code);
        child.isEnd ||= child.fallback.isEnd;
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
