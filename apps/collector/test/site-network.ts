import { createServer as createPlain, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createTls } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { createTestCertificate } from '../../../packages/contract/test/certificate.ts';

const toPort = (server: Server): number => {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address.port;
};

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return toPort(server);
}

/** A server with TLS whose certificate is of an authority of its own, which `cert` is. */
export async function startTlsServer(listener: RequestListener, ...names: readonly string[]) {
  const { key, cert } = createTestCertificate(...names);
  const port = await listen(createTls({ key, cert }, listener));
  return { port, cert };
}

export const startPlainServer = async (listener: RequestListener): Promise<number> => listen(createPlain(listener));

/**
 * A proxy that connects every name to this machine, so that a name that no name server knows is reached
 * through it alone. With `signIn` it asks for user and password.
 */
export async function startProxy({
  signIn,
  allows = () => true,
}: {
  signIn?: string;
  allows?: (to: string) => boolean;
} = {}) {
  const asked: string[] = [];
  const server = createPlain((_request, response) => response.writeHead(405).end());
  server.on('connect', (request: IncomingMessage, socket: Socket): void => {
    const to = request.url ?? '';
    asked.push(to);
    const given = request.headers['proxy-authorization'];
    const refuse = (status: string) => void socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\n\r\n`);
    if (signIn !== undefined && given !== `Basic ${Buffer.from(signIn).toString('base64')}`)
      return refuse('407 Proxy Authentication Required');
    if (!allows(to)) return refuse('403 Forbidden');
    const on = connect(Number(to.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      on.pipe(socket).pipe(on);
    });
    on.on('error', () => refuse('502 Bad Gateway'));
    socket.on('error', () => on.destroy());
  });
  return { port: await listen(server), asked };
}
