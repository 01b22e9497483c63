import { createHash } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);
/** Below this a packed answer is hardly smaller. */
const packFrom = 1024;

/** Which packing the client takes; `br` before `gzip`; `q=0` refuses one (RFC 9110 section 12.5.3). */
export function choosePacking(accepted: string | undefined): 'br' | 'gzip' | undefined {
  if (accepted === undefined) return undefined;
  const taken = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((item) => item.trim().split(/\s*;\s*/))
      .filter(([, weight]) => weight === undefined || !/^q=0(\.0*)?$/.test(weight))
      .map(([name]) => name),
  );
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : undefined;
}

/** Whether `If-None-Match` names this tag (weak comparison, RFC 9110 section 8.8.3.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = tag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((item) => item.trim() === '*' || item.trim().replace(/^W\//, '') === bare);
}

interface JsonAnswer {
  status: number;
  value: unknown;
  headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Sends JSON. A successful read carries a weak tag over body and headers of meaning, and answers 304 when the
 * client has it. No cache may store any of it, the browser's own included: data of customers must not stay on
 * disk after logout.
 */
export async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: JsonAnswer,
): Promise<FastifyReply> {
  // Written as UTF-8 once, for the tag, the packing and the line.
  const body = Buffer.from(JSON.stringify(answer.value));
  const headers = answer.headers ?? {};
  reply
    .status(answer.status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store');
  if (request.method === 'GET' && answer.status === 200) {
    const digest = createHash('sha1').update(JSON.stringify(headers)).update(body).digest('base64url');
    const tag = `W/"${digest}"`;
    reply.header('etag', tag);
    if (matchesTag(request.headers['if-none-match'], tag)) return reply.status(304).send();
  }
  reply.header('vary', 'accept-encoding, accept-language, origin');
  if (body.length < packFrom) return reply.send(body);
  const packing = choosePacking(request.headers['accept-encoding']);
  if (packing === undefined) return reply.send(body);
  reply.header('content-encoding', packing);
  // Quality 4 packs a page of 100 devices in well under a millisecond; higher ones cost more than the line
  // saves.
  const packed =
    packing === 'br'
      ? await toBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : await toGzip(body, { level: 4 });
  return reply.send(packed);
}

/** An answer that is a file, made while it is sent. The stream is destroyed when the client goes away. */
export class FileAnswer {
  readonly stream: Readable;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(stream: Readable, type: string, headers: Readonly<Record<string, string>>) {
    this.stream = stream;
    this.type = type;
    this.headers = headers;
  }
}

/**
 * Sends a file as fast as the client takes it. Text is packed underway where the client can unpack it. A
 * failure in the middle cuts the connection: the client sees a broken answer, never a short file that looks
 * whole.
 */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply
    .status(200)
    .headers(file.headers)
    .type(file.type)
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, accept-language, origin');
  const packing = choosePacking(request.headers['accept-encoding']);
  if (!file.type.startsWith('text/') || packing === undefined) return reply.send(file.stream);
  reply.header('content-encoding', packing);
  const packer =
    packing === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 4 });
  // What went wrong reaches the reply through the packed stream.
  return reply.send(pipeline(file.stream, packer, () => undefined));
}
