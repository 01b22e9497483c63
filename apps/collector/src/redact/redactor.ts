import { randomInt } from 'node:crypto';
import { replaceArcs } from './secret-runs.ts';

/** A shorter secret is replaced only if it is the whole value: two letters occur in every text. */
const shortestPart = 4;

/**
 * Replaces values that could identify device or owner by placeholders of the same length, consistently: known
 * secrets, and everything with the form of an address, a MAC, a host or a mailbox. Works on octets as
 * Latin-1, so that lengths remain.
 */
export class Redactor {
  /** Placeholders by the secret in lower case; the secrets as they were given. */
  readonly #secrets = new Map<string, string>();
  readonly #asGiven = new Map<string, string>();
  readonly #octets = new Map<string, Map<number, number>>();
  readonly #macTails = new Map<string, string>();
  readonly #macPlaceholders = new Set<string>();
  #pattern: RegExp | undefined;
  /** MACs and texts as arcs, with those of their placeholders; computed once for all objects. */
  #arcs: readonly (readonly [arcs: string, by: string])[] | undefined;

  /** Adds a serial, a name, a location: replaced as a whole value and, if long enough, inside other texts. */
  addText(secret: Uint8Array | string): void {
    const text = (typeof secret === 'string' ? Buffer.from(secret, 'utf8') : Buffer.from(secret)).toString('latin1');
    const trimmed = text.replaceAll(/^[\s\0]+|[\s\0]+$/g, '');
    if (trimmed === '' || this.#secrets.has(trimmed.toLowerCase())) return;
    this.#secrets.set(trimmed.toLowerCase(), toPlaceholder(trimmed));
    this.#asGiven.set(trimmed.toLowerCase(), trimmed);
    this.#dropDerived();
  }

  /** All secrets with their placeholders, as they were given. */
  get texts(): readonly (readonly [secret: string, placeholder: string])[] {
    return [...this.#secrets].map(([key, placeholder]) => [this.#asGiven.get(key) ?? key, placeholder]);
  }

  /** All MAC addresses with their placeholders, as 12 hex digits. */
  get macs(): readonly (readonly [mac: string, placeholder: string])[] {
    return [...this.#macTails].map(([mac, tail]) => [mac, mac.slice(0, 6) + tail]);
  }

  /** A product name occurs in many texts and identifies no device: it is not replaced inside others. */
  forget(text: string): void {
    this.#secrets.delete(text.toLowerCase());
    this.#dropDerived();
  }

  /** Octets of the same length without secrets. */
  toOctets(bytes: Uint8Array): Uint8Array {
    if (bytes.length === 6 && this.#isKnownMac(bytes)) return this.toMac(bytes);
    const text = Buffer.from(bytes).toString('latin1');
    const replaced = this.toText(text);
    return replaced === text ? bytes : Buffer.from(replaced, 'latin1');
  }

  /** The same for Latin-1 text. */
  toText(text: string): string {
    const whole = this.#secrets.get(text.trim().toLowerCase());
    if (whole !== undefined && whole.length === text.length) return whole;
    return this.#withoutSecrets(text)
      .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (found) => this.#placeholderOf(found))
      .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, (found) => this.#placeholderOf(found))
      .replaceAll(/(?<![0-9a-f])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![0-9a-f])/gi, (found) => this.#toMacText(found))
      .replaceAll(/(?<![0-9a-f:])[0-9a-f:]{4,39}(?![0-9a-f:])/gi, (found) =>
        isIpv6(found) ? this.#placeholderOf(found) : found,
      )
      .replaceAll(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g, (found) => this.toAddress(found))
      .replaceAll(/(?<=:\/\/)[\w-]+(?:\.[\w-]+)*/g, (found) => this.#toHost(found))
      .replaceAll(
        /(?<![\w.-])[\w-]+(?:\.[\w-]+)*\.(?:local|lan|home|intern|internal|corp|com|net|org|edu|gov|info|biz)(?![\w-])/gi,
        (found) => this.#toHost(found),
      )
      .replaceAll(/(?<![\w.-])[\w-]+(?:\.[\w-]+)+\.[a-z]{2}(?![\w.-])/gi, (found) => this.#toHost(found));
  }

  /** Octet by octet, so that addresses of one network stay in one; the prefixes of private ranges remain. */
  toAddress(address: string): string {
    const octets = address.split('.');
    const numbers = octets.map(Number);
    const [first = 0, second = 0] = numbers;
    if (numbers.some((octet) => octet > 255) || first === 0 || first === 127 || first >= 224) return address;
    const prefixLength = first === 10 ? 1 : isPrivatePair(first, second) ? 2 : 0;
    return octets
      .map((octet, i) => (i < prefixLength ? octet : this.#toOctet(octets.slice(0, i).join('.'), octet)))
      .join('.');
  }

  /** The maker's half remains. */
  toMac(bytes: Uint8Array): Uint8Array {
    const hex = Buffer.from(bytes).toString('hex');
    // A placeholder remains, so that it is the same at every position of the address.
    if (this.#macPlaceholders.has(hex)) return bytes;
    const known = this.#macTails.get(hex);
    const tail = known ?? toHex(6, hex.slice(6));
    if (known === undefined) {
      this.#macTails.set(hex, tail);
      this.#arcs = undefined;
    }
    this.#macPlaceholders.add(hex.slice(0, 6) + tail);
    return Buffer.from(hex.slice(0, 6) + tail, 'hex');
  }

  /**
   * Secrets in an index: addresses in four arcs with their placeholders, MACs and texts as one arc per octet.
   */
  toOid(oid: string, addresses: readonly (readonly [address: string, by: string])[]): string {
    this.#arcs ??= this.#toArcPairs();
    let replaced = oid;
    for (const [arcs, by] of addresses) replaced = replaceArcs(replaced, arcs, by);
    for (const [arcs, by] of this.#arcs) replaced = replaceArcs(replaced, arcs, by);
    return replaced;
  }

  #toArcPairs(): [arcs: string, by: string][] {
    const macs = this.macs.map(([mac, by]): [string, string] => [
      toArcs(Buffer.from(mac, 'hex')),
      toArcs(Buffer.from(by, 'hex')),
    ]);
    const texts = [...this.#secrets]
      .filter(([secret]) => secret.length >= shortestPart)
      .flatMap(([secret, placeholder]) => {
        const by = toArcs(Buffer.from(placeholder, 'latin1'));
        const forms = new Set([secret, secret.toUpperCase(), this.#asGiven.get(secret) ?? secret]);
        return [...forms].map((form): [string, string] => [toArcs(Buffer.from(form, 'latin1')), by]);
      });
    return [...macs, ...texts];
  }

  #dropDerived(): void {
    this.#pattern = undefined;
    this.#arcs = undefined;
  }

  #isKnownMac(bytes: Uint8Array): boolean {
    const hex = Buffer.from(bytes).toString('hex');
    return this.#macTails.has(hex) || [...this.#macTails.keys()].some((known) => known.slice(0, 6) === hex.slice(0, 6));
  }

  #withoutSecrets(text: string): string {
    this.#pattern ??= toPattern([
      ...[...this.#secrets.keys()].filter((secret) => secret.length >= shortestPart),
      ...this.#macTails.keys(),
    ]);
    return text.replaceAll(this.#pattern, (found) => {
      const key = found.toLowerCase();
      const tail = this.#macTails.get(key);
      if (tail !== undefined) return found.slice(0, 6) + withCaseOf(found, tail);
      return this.#secrets.get(key) ?? found;
    });
  }

  #toMacText(found: string): string {
    const separator = found[2] ?? ':';
    const hex = Buffer.from(this.toMac(Buffer.from(found.replaceAll(/[:-]/g, ''), 'hex'))).toString('hex');
    return withCaseOf(found, (hex.match(/../g) ?? []).join(separator));
  }

  #toHost(host: string): string {
    return /^[\d.]+$/.test(host) ? host : this.#placeholderOf(host);
  }

  /** One placeholder per text, at every position. */
  #placeholderOf(found: string): string {
    const known = this.#secrets.get(found.toLowerCase());
    if (known !== undefined) return known;
    const made = toPlaceholder(found);
    this.#secrets.set(found.toLowerCase(), made);
    this.#arcs = undefined;
    return made;
  }

  /** Another octet with as many digits, unique within a network. */
  #toOctet(network: string, octet: string): string {
    const given = this.#octets.get(network) ?? new Map<number, number>();
    this.#octets.set(network, given);
    const known = given.get(Number(octet));
    if (known !== undefined) return String(known).padStart(octet.length, '0');
    const [from, to] = octet.length === 1 ? [1, 9] : octet.length === 2 ? [10, 99] : [100, network === '' ? 223 : 254];
    const used = new Set(given.values());
    const free = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter(
      (value) => !used.has(value) && value !== 127,
    );
    const chosen = free[randomInt(Math.max(1, free.length))] ?? from;
    given.set(Number(octet), chosen);
    return String(chosen);
  }
}

/**
 * Letters become `X` or `x`, digits other digits, anything beyond ASCII `x`; punctuation remains, so that the
 * form is visible.
 */
function toPlaceholder(text: string): string {
  const drawn = () =>
    text.replaceAll(/[^\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/g, (character) => {
      if (/\d/.test(character)) return String(randomInt(10));
      return /[A-Z]/.test(character) ? 'X' : 'x';
    });
  const first = drawn();
  return first === text ? text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)) : first;
}

const toHex = (length: number, other: string): string => {
  const hex = Array.from({ length }, () => randomInt(16).toString(16)).join('');
  return hex === other ? toHex(length, other) : hex;
};
const withCaseOf = (model: string, text: string) => (/[A-F]/.test(model) ? text.toUpperCase() : text.toLowerCase());
const isPrivatePair = (first: number, second: number) =>
  (first === 192 && second === 168) ||
  (first === 172 && second >= 16 && second < 32) ||
  (first === 169 && second === 254);
const isIpv6 = (text: string) => /[0-9a-f]/i.test(text) && (text.includes('::') || text.split(':').length === 8);
const toArcs = (bytes: Uint8Array) => [...bytes].join('.');

/** The longest first, so that a part of a secret does not hide the whole. */
function toPattern(secrets: readonly string[]): RegExp {
  const sorted = secrets.toSorted((a, b) => b.length - a.length);
  const escaped = sorted.map((secret) => secret.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`));
  return escaped.length === 0 ? /(?!)/g : new RegExp(escaped.join('|'), 'gi');
}
