import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ingestLimits } from '@platen/contract/ingest';
import { Refusal } from '../../http/refusal.ts';

type Gunzip = ReturnType<typeof createGunzip>;

/** Reads the body, unpacked. Stops at the limits, so that a small body cannot unpack into a large one. */
export async function readBody(stream: Readable, encoding: string | undefined): Promise<Buffer> {
  const packing = (encoding ?? 'identity').trim().toLowerCase();
  if (packing === 'identity' || packing === '') return await collect(stream, ingestLimits.bytes, 'the body');
  if (packing !== 'gzip' && packing !== 'x-gzip')
    throw refuse(`content-encoding '${packing.slice(0, 64)}' is not understood: use gzip or none`);
  const unpacked = createGunzip({ chunkSize: 256 * 1024 });
  const feeding = feed(stream, unpacked);
  try {
    return await collect(unpacked, ingestLimits.bytes, 'the unpacked body');
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refuse('the body is not whole gzip data', error);
  } finally {
    unpacked.destroy();
    await feeding;
  }
}

/** Never fails: what goes wrong here is handed on to the reader of `to`. */
async function feed(from: Readable, to: Gunzip): Promise<void> {
  let size = 0;
  try {
    // Not destroyed when left early: the answer still has to go out on the same connection.
    for await (const chunk of from.iterator({ destroyOnReturn: false })) {
      const bytes = toBytes(chunk);
      size += bytes.length;
      if (size > ingestLimits.packedBytes) throw tooLarge('the packed body', ingestLimits.packedBytes);
      if (to.destroyed) return;
      if (!to.write(bytes)) await waitForRoom(to);
    }
    to.end();
  } catch (error) {
    to.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function waitForRoom(to: Gunzip): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      to.off('drain', done);
      to.off('close', done);
      resolve();
    };
    to.once('drain', done);
    to.once('close', done);
  });
}

async function collect(stream: Readable, limit: number, what: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    const bytes = toBytes(chunk);
    size += bytes.length;
    if (size > limit) throw tooLarge(what, limit);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const toBytes = (chunk: unknown): Buffer => (Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
const tooLarge = (what: string, limit: number) =>
  refuse(`${what} is larger than ${limit} bytes: deliver fewer reports at a time`);
/** The rest of the body is not read, so the connection cannot serve another call. */
const refuse = (detail: string, cause?: unknown) =>
  new Refusal(202001, detail, { headers: { connection: 'close' }, cause });
