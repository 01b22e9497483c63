/** One for each remembered function that has made something. */
const forgets: (() => void)[] = [];

/**
 * What is made of an object that never changes is made once and kept as long as the object: judging and
 * summarising a history look at much the same. Bundles leave out what they do not call: until the first call
 * nothing is registered.
 */
/* @__NO_SIDE_EFFECTS__ */
export function remembered<Key extends object, T>(make: (key: Key) => T): (key: Key) => T {
  let made: WeakMap<Key, { readonly value: T }> | undefined;
  return (key) => {
    if (made === undefined) {
      made = new WeakMap();
      forgets.push(() => {
        made = undefined;
      });
    }
    const found = made.get(key) ?? { value: make(key) };
    made.set(key, found);
    return found.value;
  };
}

/** The same for what is made of an object and some names, which hold no line breaks. */
/* @__NO_SIDE_EFFECTS__ */
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

/**
 * Gives up all that was made, in every place; what is asked for again is made again. For work that goes
 * through many histories, after each: until a full collection V8 takes the values of a WeakMap for used
 * although their keys are gone, and copies the whole past of each device (0740).
 */
export function forgetRemembered(): void {
  for (const forget of forgets.splice(0)) forget();
}
