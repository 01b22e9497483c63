import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ingestLimits } from '@platen/contract/ingest';
import { Refusal, toErrorCode } from '../../../base/errors.ts';

const unpackGzip = promisify(gunzip);

/** A body as received. */
export interface Body {
  /** In memory of its own, so that a copy for a thread does not include other data. */
  bytes: Uint8Array;
  isPacked: boolean;
}

const toPacking = (encoding = 'identity') => encoding.trim().toLowerCase();
export const isGzip = (encoding: string | undefined): boolean => ['gzip', 'x-gzip'].includes(toPacking(encoding));

/** Reads the body up to its limit. `hold` reserves room for each chunk before it is buffered. */
export async function readBody(
  stream: Readable,
  encoding: string | undefined,
  hold: (bytes: number) => void,
): Promise<Body> {
  const packing = toPacking(encoding);
  const isPacked = isGzip(encoding);
  if (!isPacked && packing !== 'identity' && packing !== '')
    throw refuse(`content-encoding '${packing.slice(0, 64)}' is not understood: use gzip or none`);
  const bytes = isPacked
    ? await collect(stream, ingestLimits.packedBytes, 'the packed body', hold)
    : await collect(stream, ingestLimits.bytes, 'the body', hold);
  return { bytes, isPacked };
}

/** Unpacks a body. Stops at the limit, so that a small body cannot unpack into a large one. */
export async function unpackBody({ bytes, isPacked }: Body): Promise<Buffer> {
  if (!isPacked) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return await unpackGzip(bytes, { maxOutputLength: ingestLimits.bytes, chunkSize: toCapacity(bytes) });
  } catch (error) {
    if (toErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('the unpacked body', ingestLimits.bytes);
    throw new Refusal(202001, 'the body is not whole gzip data', { cause: error });
  }
}

/** The highest ratio of deflate. */
const mostPacked = 1032;
const minCapacity = 64 * 1024;

/**
 * Size of the buffer to unpack into. gzip data end with their length (RFC 1952): with it the result need not
 * be joined from chunks.
 */
function toCapacity(packed: Uint8Array): number {
  const { buffer, byteOffset, length } = packed;
  const claimed = length < 4 ? 0 : new DataView(buffer, byteOffset + length - 4).getUint32(0, true) + 64;
  return Math.max(minCapacity, Math.min(claimed, packed.length * mostPacked, ingestLimits.bytes));
}

async function collect(
  stream: Readable,
  limit: number,
  what: string,
  hold: (bytes: number) => void,
): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed when left early: the answer still has to go out on the same connection.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > limit) throw toUnread(tooLarge(what, limit));
    hold(bytes.length);
    chunks.push(bytes);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

const tooLarge = (what: string, limit: number) =>
  new Refusal(202001, `${what} is larger than ${limit} bytes: deliver fewer reports at a time`);
const refuse = (detail: string) => toUnread(new Refusal(202001, detail));

/** The same refusal if the rest of the body is not read, so that the connection cannot serve another call. */
export function toUnread({ errorCode, detail, headers, body }: Refusal): Refusal {
  return new Refusal(errorCode, detail, { headers: { ...headers, connection: 'close' }, body });
}
