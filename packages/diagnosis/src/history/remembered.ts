/**
 * What is made of an object that never changes is made once and kept as long as the object: judging and
 * summarising a history look at much the same.
 */
export function remembered<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  const made = new WeakMap<Key, { readonly value: T }>();
  return (key) => {
    const found = made.get(key) ?? { value: make(key) };
    made.set(key, found);
    return found.value;
  };
}

/** The same for what is made of an object and some names, which hold no line breaks. */
export function rememberedBy<Key extends object, Names extends readonly string[], T>(
  make: (key: Key, ...names: Names) => T,
): (key: Key, ...names: Names) => T {
  const mapOf = remembered<Key, Map<string, { readonly value: T }>>(() => new Map());
  return (key, ...names) => {
    const made = mapOf(key);
    const name = names.join('\n');
    const found = made.get(name) ?? { value: make(key, ...names) };
    made.set(name, found);
    return found.value;
  };
}
