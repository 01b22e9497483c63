import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as secure } from 'node:tls';

/** A session, as PostgreSQL or a pooler introduced it. */
interface Session {
  readonly host: string;
  readonly port: number;
  readonly processId: number;
  readonly secretKey: number;
  /** As the session has it; undefined: without TLS. */
  readonly tls: ConnectionOptions | undefined;
}

const code = { ssl: 80_877_103, cancel: 80_877_102 };
const timeoutMs = 5000;

function toMessage(...numbers: readonly number[]): Buffer {
  const message = Buffer.alloc(4 + 4 * numbers.length);
  message.writeInt32BE(message.length, 0);
  for (const [index, number] of numbers.entries()) message.writeInt32BE(number, 4 + 4 * index);
  return message;
}

/**
 * Asks the server to cancel what a session runs (PostgreSQL protocol, "Canceling Requests in Progress"). A
 * pooler passes it on to the session that works for it at this moment, whose number its clients do not know.
 * Returns when the server has closed the connection; rejects when it cannot be reached.
 */
export async function sendCancelRequest({ host, port, processId, secretKey, tls }: Session): Promise<void> {
  const plain = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  plain.setTimeout(timeoutMs, () => plain.destroy(new Error('no answer to a request to cancel')));
  try {
    await once(plain, 'connect');
    const socket = tls === undefined ? plain : await encrypt(plain, host, tls);
    // Without a reader the end of the connection would not be seen.
    socket.resume();
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(toMessage(code.cancel, processId, secretKey));
    await closed;
  } finally {
    plain.destroy();
  }
}

async function encrypt(plain: Socket, host: string, tls: ConnectionOptions): Promise<Socket> {
  plain.write(toMessage(code.ssl));
  const [answer]: unknown[] = await once(plain, 'data');
  if (!(answer instanceof Buffer) || answer.toString('latin1') !== 'S') throw new Error('the server offers no TLS');
  const socket = secure({ servername: host, ...tls, socket: plain });
  await once(socket, 'secureConnect');
  return socket;
}
