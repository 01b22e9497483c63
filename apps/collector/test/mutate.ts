/** Numbers from 0 up to `below`, the same for the same seed (xorshift; Marsaglia 2003). */
export function seeded(seed: number): (below: number) => number {
  let state = seed | 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const edgeValues = [0x00, 0x01, 0x03, 0x04, 0x10, 0x13, 0x21, 0x34, 0x35, 0x36, 0x37, 0x4a, 0x7f, 0x80, 0xff];

/** A message with a few octets changed, inserted, removed or doubled, or its end cut off. */
export function mutate(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let mutated = Buffer.from(bytes);
  for (let turn = random(4); turn >= 0; turn--) {
    const position = random(mutated.length + 1);
    const length = random(24);
    switch (random(6)) {
      case 0:
        if (position < mutated.length) mutated[position] = random(256);
        break;
      case 1:
        if (position < mutated.length) mutated[position] = edgeValues[random(edgeValues.length)] ?? 0;
        break;
      case 2:
        mutated = Buffer.concat([mutated.subarray(0, position), mutated.subarray(position + length)]);
        break;
      case 3:
        mutated = Buffer.concat([
          mutated.subarray(0, position),
          mutated.subarray(position - length),
          mutated.subarray(position),
        ]);
        break;
      case 4:
        mutated = Buffer.concat([
          mutated.subarray(0, position),
          Buffer.alloc(length, random(256)),
          mutated.subarray(position),
        ]);
        break;
      default:
        mutated = Buffer.from(mutated.subarray(0, position));
    }
  }
  return mutated;
}

/**
 * Numbers from 0 to 1, the same in every run (a linear congruential generator, constants of Numerical
 * Recipes).
 */
export function repeatable(seed = 20_261_121): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
