/** Reads a message front to back. Every read past the end gives undefined and changes nothing. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #place = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get place(): number {
    return this.#place;
  }

  get left(): number {
    return this.#bytes.length - this.#place;
  }

  byte(): number | undefined {
    return this.left < 1 ? undefined : this.#view.getUint8(this.#place++);
  }

  uint16(): number | undefined {
    if (this.left < 2) return undefined;
    const value = this.#view.getUint16(this.#place);
    this.#place += 2;
    return value;
  }

  int32(): number | undefined {
    if (this.left < 4) return undefined;
    const value = this.#view.getInt32(this.#place);
    this.#place += 4;
    return value;
  }

  /** A copy of the next `length` octets, so that a small value does not keep a large message in memory. */
  take(length: number): Uint8Array | undefined {
    if (this.left < length) return undefined;
    const taken = this.#bytes.slice(this.#place, this.#place + length);
    this.#place += length;
    return taken;
  }

  /** A length field (SIGNED-SHORT in RFC 8010, so never above 32,767) and as many octets. */
  sized(): Uint8Array | undefined {
    const length = this.uint16();
    return length === undefined || length > 0x7fff ? undefined : this.take(length);
  }
}
