/**
 * A copy of a JSON value from which parts can be removed while the original stays as it is.
 * Only the path to a removed part is copied, once: other branches may be of any depth or size.
 */
export function openCopy(input: unknown): {
  /**
   * Removes the property at the path; false when there is none. Entries of a list keep their places until
   * `value` is asked for.
   */
  remove: (path: readonly PropertyKey[]) => boolean;
  /** Removes many entries of the list at the path; false when it is no list. */
  removeEntries: (path: readonly PropertyKey[], entries: { has: (entry: number) => boolean }) => boolean;
  /** Cuts the list at the path to its first entries; false when there is none or it is no longer. */
  truncate: (path: readonly PropertyKey[], length: number) => boolean;
  value: () => unknown;
} {
  const owned = new Set<object>();
  const withHoles = new Set<unknown[]>();
  // Not deleted one by one: a list that is mostly holes is slow.
  const unwanted = new Map<unknown[], { has: (entry: number) => boolean }>();
  const toOwned = (node: object): object => {
    if (owned.has(node)) return node;
    const copy = Array.isArray(node) ? Array.from<unknown>(node) : { ...node };
    owned.add(copy);
    return copy;
  };
  let root: unknown = input;

  /** The node at the path as our own, with all on the way to it. */
  const own = (path: readonly PropertyKey[]): object | undefined => {
    if (typeof root !== 'object' || root === null) return undefined;
    let node = toOwned(root);
    root = node;
    for (const step of path) {
      const child: unknown = Reflect.get(node, step);
      if (typeof child !== 'object' || child === null) return undefined;
      const copy = toOwned(child);
      // Defined, not set: a step may be called `__proto__`.
      Reflect.defineProperty(node, step, { value: copy, enumerable: true, writable: true, configurable: true });
      node = copy;
    }
    return node;
  };

  const remove = (path: readonly PropertyKey[]): boolean => {
    const last = path.at(-1);
    if (last === undefined || find(root, path) === undefined) return false;
    const node = own(path.slice(0, -1));
    if (node === undefined || !Reflect.deleteProperty(node, last)) return false;
    if (Array.isArray(node)) withHoles.add(node);
    return true;
  };
  const truncate = (path: readonly PropertyKey[], length: number): boolean => {
    const found = find(root, path)?.value;
    if (!Array.isArray(found) || found.length <= length) return false;
    const node = own(path);
    if (!Array.isArray(node)) return false;
    node.length = length;
    return true;
  };
  const removeEntries = (path: readonly PropertyKey[], entries: { has: (entry: number) => boolean }): boolean => {
    const list = own(path);
    if (!Array.isArray(list)) return false;
    unwanted.set(list, entries);
    return true;
  };
  const value = (): unknown => {
    for (const list of [...withHoles, ...unwanted.keys()]) close(list, unwanted.get(list));
    withHoles.clear();
    unwanted.clear();
    return root;
  };
  return { remove, removeEntries, truncate, value };
}

function find(root: unknown, path: readonly PropertyKey[]): { value: unknown } | undefined {
  let node: unknown = root;
  for (const step of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, step)) return undefined;
    node = Reflect.get(node, step);
  }
  return { value: node };
}

function close(list: unknown[], unwanted: { has: (entry: number) => boolean } | undefined): void {
  let length = 0;
  // Skips what was removed.
  list.forEach((entry, place) => {
    if (unwanted?.has(place) !== true) list[length++] = entry;
  });
  list.length = length;
}
