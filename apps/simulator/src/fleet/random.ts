/**
 * A hash of 32 bits of the keys: FNV-1a, mixed by the finaliser of MurmurHash3, both in the public domain.
 */
function hash(text: string, start: number): number {
  let value = start;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

/**
 * Chance that depends on nothing but its keys: the same on every machine, and each set of keys has a stream
 * of its own, so that what one part of a device draws never shifts what another draws. The generator is sfc32
 * (Chris Doty-Humphrey, public domain).
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  constructor(...keys: readonly (string | number)[]) {
    const text = keys.join('/');
    this.#a = hash(text, 0x811c9dc5);
    this.#b = hash(text, 0x2f0b4c47);
    this.#c = hash(text, 0x6b43a9b5);
    for (let i = 0; i < 4; i++) this.next();
  }

  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Whole, both ends included. */
  whole(first: number, last: number): number {
    return first + Math.floor(this.next() * (last - first + 1));
  }

  /** Throws RangeError on an empty list. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  }

  /** Standard normal (Box and Muller, one of the pair). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Around 1, with this standard deviation of its logarithm. */
  factor(spread: number): number {
    return Math.exp(spread * this.normal());
  }

  weibull(shape: number, scale: number): number {
    return scale * (-Math.log(1 - this.next())) ** (1 / shape);
  }

  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  /** Gamma with scale 1 (Marsaglia and Tsang 2000); below shape 1 by the power of an even draw. */
  gamma(shape: number): number {
    if (shape < 1) return this.gamma(shape + 1) * (1 - this.next()) ** (1 / shape);
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = this.normal();
      const v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - this.next()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  }

  poisson(mean: number): number {
    if (mean <= 0) return 0;
    if (mean > 40) return Math.max(0, Math.round(mean + Math.sqrt(mean) * this.normal()));
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count++;
    return count;
  }

  /**
   * Overdispersed count: variance mean + mean² / size. By inversion where the mean is small, which is most
   * days.
   */
  negativeBinomial(mean: number, size: number): number {
    if (mean <= 0) return 0;
    if (mean > 8) return this.poisson((this.gamma(size) * mean) / size);
    const share = mean / (mean + size);
    let rest = this.next();
    let probability = (1 - share) ** size;
    let count = 0;
    while (rest >= probability && count < 400) {
      rest -= probability;
      probability *= (share * (size + count)) / (count + 1);
      count++;
    }
    return count;
  }
}
