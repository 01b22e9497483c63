import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { decodeMessage } from '../src/ipp/decode.ts';
import { encodeMessage } from '../src/ipp/encode.ts';
import { type IppAttribute, type IppMessage, type IppValue, valueTags } from '../src/ipp/message.ts';
import { tags, writeElement, writeInteger, writeOid, writeSequence } from '../src/snmp/ber.ts';

/** The requests to the agent, one entry each. */
interface AskedIpp {
  path: string;
  headers: http.IncomingHttpHeaders;
  message: IppMessage;
}

export interface IppAgent {
  port: number;
  asked: AskedIpp[];
  stop(): Promise<void>;
}

/**
 * The agent's answer: returns the body of an answer with status 200, or writes one itself and returns
 * undefined.
 */
export type Answering = (asked: AskedIpp, response: ServerResponse) => Uint8Array | undefined;

/** The TLS of an old printer. */
interface OldTls {
  minVersion: 'TLSv1';
  maxVersion: 'TLSv1';
  ciphers: string;
}

/** An IPP printer on loopback over real HTTP, or HTTPS with a self-signed certificate. */
export async function startIppAgent(answer: Answering, options: { tls?: boolean | OldTls } = {}): Promise<IppAgent> {
  const asked: AskedIpp[] = [];
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const decoded = decodeMessage(Buffer.concat(chunks));
      if (!decoded.ok) throw new Error(`the request is malformed: ${decoded.reason}`);
      const one = { path: request.url ?? '', headers: request.headers, message: decoded.message };
      asked.push(one);
      const body = answer(one, response);
      if (body !== undefined) response.writeHead(200, { 'Content-Type': 'application/ipp' }).end(body);
    });
  };
  const { tls } = options;
  const server =
    tls === undefined || tls === false
      ? http.createServer(listener)
      : createHttpsServer({ ...selfSigned(), ...(tls === true ? {} : tls) }, listener);
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

const texts = (tag: number, ...contents: string[]): IppValue[] =>
  contents.map((content) => ({ tag, type: 'text', bytes: Buffer.from(content) }));
export const keywords = (name: string, ...contents: string[]): IppAttribute => ({
  name,
  values: texts(valueTags.keyword, ...contents),
});
export const names = (name: string, ...contents: string[]): IppAttribute => ({
  name,
  values: texts(valueTags.nameWithoutLanguage, ...contents),
});
export const text = (name: string, content: string): IppAttribute => ({
  name,
  values: texts(valueTags.textWithoutLanguage, content),
});
export const octets = (name: string, ...contents: string[]): IppAttribute => ({
  name,
  values: contents.map((content) => ({ tag: valueTags.octetString, type: 'octets', bytes: Buffer.from(content) })),
});
export const integers = (name: string, ...values: number[]): IppAttribute => ({
  name,
  values: values.map((value) => ({ tag: valueTags.integer, type: 'integer', value })),
});
export const enumerated = (name: string, value: number): IppAttribute => ({
  name,
  values: [{ tag: valueTags.enum, type: 'integer', value }],
});

/** An answer with these printer attributes; without any, one with the status alone. */
export function ippAnswer(attributes: IppAttribute[], code = 0, version = { major: 2, minor: 0 }): Uint8Array {
  const operation = [
    { name: 'attributes-charset', values: texts(valueTags.charset, 'utf-8') },
    { name: 'attributes-natural-language', values: texts(valueTags.naturalLanguage, 'en') },
  ];
  const printer = attributes.length === 0 ? [] : [{ tag: 0x04, attributes }];
  return encodeMessage({ version, code, requestId: 1, groups: [{ tag: 0x01, attributes: operation }, ...printer] });
}

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const commonName = '2.5.4.3';
const set = 0x31;
const utf8String = 0x0c;
const utcTime = 0x17;
const bitString = 0x03;

/**
 * A self-signed certificate as printers create them: for another name, and long expired. In PEM, with its
 * key.
 */
function selfSigned(name = 'NPI000000'): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = writeSequence(tags.sequence, [writeOid(ecdsaWithSha256)]);
  const attribute = writeSequence(tags.sequence, [writeOid(commonName), writeElement(utf8String, Buffer.from(name))]);
  const subject = writeSequence(tags.sequence, [writeSequence(set, [attribute])]);
  const time = (text: string) => writeElement(utcTime, Buffer.from(text));
  const validity = writeSequence(tags.sequence, [time('010101000000Z'), time('020101000000Z')]);
  // TBSCertificate without a version: version 1 (RFC 5280 section 4.1).
  const tbs = writeSequence(tags.sequence, [
    writeInteger(1),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  ]);
  const signature = sign('sha256', tbs, privateKey);
  const bits = writeElement(bitString, Buffer.concat([Buffer.of(0), signature]));
  const der = Buffer.from(writeSequence(tags.sequence, [tbs, algorithm, bits]));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
