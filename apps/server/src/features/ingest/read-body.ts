import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { ingestLimits } from '@platen/contract/ingest';
import { Refusal } from '../../http/refusal.ts';
import { toErrorCode } from '../../store/store-failure.ts';

const unpack = promisify(gunzip);

/** Reads the body, unpacked. Stops at the limits, so that a small body cannot unpack into a large one. */
export async function readBody(stream: Readable, encoding: string | undefined): Promise<Buffer> {
  const packing = (encoding ?? 'identity').trim().toLowerCase();
  if (packing === 'identity' || packing === '') return await collect(stream, ingestLimits.bytes, 'the body');
  if (packing !== 'gzip' && packing !== 'x-gzip')
    throw refuse(`content-encoding '${packing.slice(0, 64)}' is not understood: use gzip or none`);
  const packed = await collect(stream, ingestLimits.packedBytes, 'the packed body');
  try {
    return await unpack(packed, { maxOutputLength: ingestLimits.bytes, chunkSize: toRoom(packed) });
  } catch (error) {
    if (toErrorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw tooLarge('the unpacked body', ingestLimits.bytes);
    throw refuse('the body is not whole gzip data', error);
  }
}

/** The most that deflate can make smaller. */
const mostPacked = 1032;
const leastRoom = 64 * 1024;

/** Bytes to unpack into: what the data ends in says its length (RFC 1952), so that it need not be put together from pieces. */
function toRoom(packed: Buffer): number {
  const told = packed.length < 4 ? 0 : packed.readUInt32LE(packed.length - 4) + 64;
  return Math.max(leastRoom, Math.min(told, packed.length * mostPacked, ingestLimits.bytes));
}

async function collect(stream: Readable, limit: number, what: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed when left early: the answer still has to go out on the same connection.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    if (size > limit) throw tooLarge(what, limit);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (what: string, limit: number) =>
  refuse(`${what} is larger than ${limit} bytes: deliver fewer reports at a time`);
/** The rest of the body is not read, so the connection cannot serve another call. */
const refuse = (detail: string, cause?: unknown) =>
  new Refusal(202001, detail, { headers: { connection: 'close' }, cause });
