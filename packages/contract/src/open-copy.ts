/**
 * A copy of a JSON value from which parts can be removed while the original stays as it is.
 * Only what lies on the way to a removed part is copied, and that once: what hangs beside it may be as deep or as large as it likes.
 */
export function openCopy(input: unknown): {
  /** Removes the property at the path; false when there is none. */
  remove: (path: readonly PropertyKey[]) => boolean;
  value: () => unknown;
} {
  const owned = new Set<object>();
  const toOwned = (node: object): object => {
    if (owned.has(node)) return node;
    const copy = Array.isArray(node) ? Array.from<unknown>(node) : { ...node };
    owned.add(copy);
    return copy;
  };
  let root: unknown = input;

  const remove = (path: readonly PropertyKey[]): boolean => {
    const last = path.at(-1);
    if (last === undefined || !has(root, path)) return false;
    let node = toOwned(root);
    root = node;
    for (const step of path.slice(0, -1)) {
      const child: unknown = Reflect.get(node, step);
      if (typeof child !== 'object' || child === null) return false;
      const copy = toOwned(child);
      // Defined, not set: a step may be called `__proto__`.
      Reflect.defineProperty(node, step, { value: copy, enumerable: true, writable: true, configurable: true });
      node = copy;
    }
    return Reflect.deleteProperty(node, last);
  };
  return { remove, value: () => root };
}

function has(root: unknown, path: readonly PropertyKey[]): root is object {
  let node: unknown = root;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return false;
    node = Reflect.get(node, step);
  }
  return true;
}
