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
