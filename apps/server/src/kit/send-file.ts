import { pipeline, type Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { choosePacking } from './send-json.ts';

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
