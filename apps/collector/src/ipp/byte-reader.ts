/** Reads a message front to back. Every read past the end gives undefined and changes nothing. */
export class ByteReader {
  readonly #bytes: Buffer;
  #place = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get place(): number {
    return this.#place;
  }

  get left(): number {
    return this.#bytes.length - this.#place;
  }

  byte(): number | undefined {
    return this.left < 1 ? undefined : this.#bytes[this.#place++];
  }

  uint16(): number | undefined {
    if (this.left < 2) return undefined;
    this.#place += 2;
    return this.#bytes.readUInt16BE(this.#place - 2);
  }

  int32(): number | undefined {
    if (this.left < 4) return undefined;
    this.#place += 4;
    return this.#bytes.readInt32BE(this.#place - 4);
  }

  /** A length field (SIGNED-SHORT in RFC 8010, so never above 32,767) and as many octets, copied: a small value must not keep a large message. */
  sized(): Uint8Array | undefined {
    const length = this.#length();
    if (length === undefined) return undefined;
    const copy = new Uint8Array(length);
    copy.set(this.#bytes.subarray(this.#place, this.#place + length));
    this.#place += length;
    return copy;
  }

  /** The same as text, one character an octet. */
  sizedLatin1(): string | undefined {
    const length = this.#length();
    if (length === undefined) return undefined;
    this.#place += length;
    return length === 0 ? '' : this.#bytes.toString('latin1', this.#place - length, this.#place);
  }

  #length(): number | undefined {
    const length = this.uint16();
    return length === undefined || length > 0x7fff || length > this.left ? undefined : length;
  }
}
