import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP, SocketAddress } from 'node:net';
import { decodeMessage, type Incoming } from './message.ts';

export interface Endpoint {
  address: string;
  port: number;
  family: 4 | 6;
}

/**
 * UDP for any number of devices through one socket per family. Answers are matched by request number and
 * sender address; everything else is ignored.
 */
export interface Transport {
  /**
   * Sends one packet. One that the system refuses counts as lost: it is repeated, or the device is silent.
   */
  send(to: Endpoint, packet: Uint8Array): Promise<void>;
  /** Calls back for every message of this sender with this number, until the returned function is called. */
  expect(from: Endpoint, id: number, listener: Listener): () => void;
  /** Closes it permanently; running requests get no more answers. */
  close(): void;
}

export interface Listener {
  heard(message: Incoming): void;
  /**
   * A message with the expected number, but from another address: it does not come from the device that was
   * asked.
   */
  strayed?(address: string): void;
}

/** Answers of a thousand devices may arrive at once; the system grants as much of this as it allows. */
const receiveBufferOctets = 1 << 20;

/** An unpredictable request number, so that an answer proves that the request was received. */
export const toRequestId = (): number => randomInt(1, 0x7fff_ffff);

interface Waiting {
  from: Endpoint;
  listener: Listener;
}

export function openTransport(): Transport {
  const sockets = new Map<4 | 6, Socket>();
  const waiting = new Map<number, Waiting[]>();
  let isClosed = false;

  const hear = (packet: Uint8Array, address: string, port: number): void => {
    const message = decodeMessage(packet);
    const candidates = message === undefined ? undefined : waiting.get(message.id);
    if (message === undefined || candidates === undefined) return;
    const sameHost = candidates.filter(({ from }) => isSame(from.address, address));
    // Some print servers answer from another port than the one addressed.
    const found = sameHost.find(({ from }) => from.port === port) ?? (sameHost.length === 1 ? sameHost[0] : undefined);
    if (found !== undefined) found.listener.heard(message);
    else if (sameHost.length === 0) for (const { listener } of candidates) listener.strayed?.(address);
  };

  const socketFor = (family: 4 | 6): Socket => {
    const known = sockets.get(family);
    if (known !== undefined) return known;
    const socket = createSocket({ type: family === 4 ? 'udp4' : 'udp6', recvBufferSize: receiveBufferOctets });
    socket.on('message', (packet, sender) => hear(packet, sender.address, sender.port));
    // A socket that fails is replaced at the next send; running requests reach their time limit.
    socket.on('error', () => {
      sockets.delete(family);
      socket.close();
    });
    sockets.set(family, socket);
    return socket;
  };

  return {
    send: (to, packet) =>
      new Promise((resolve) => {
        if (isClosed) resolve();
        else socketFor(to.family).send(packet, to.port, to.address, () => resolve());
      }),
    expect: (from, id, listener) => {
      const entry = { from, listener };
      waiting.set(id, [...(waiting.get(id) ?? []), entry]);
      return () => {
        const left = (waiting.get(id) ?? []).filter((other) => other !== entry);
        if (left.length === 0) waiting.delete(id);
        else waiting.set(id, left);
      };
    },
    close: () => {
      isClosed = true;
      for (const socket of sockets.values()) socket.close();
      sockets.clear();
      waiting.clear();
    },
  };
}

/** The numeric address of a host; throws if the name does not resolve. */
export async function readEndpoint(host: string, port: number): Promise<Endpoint> {
  const { address, family } = isIP(host) ? { address: host, family: isIP(host) } : await lookup(host);
  return { address, port, family: family === 6 ? 6 : 4 };
}

const isSame = (asked: string, sender: string): boolean => asked === sender || plain(asked) === plain(sender);

/** An IPv6 address has many spellings and may have a zone: one spelling, no zone. */
function plain(address: string): string {
  const [bare = ''] = address.split('%', 1);
  return isIP(bare) === 6 ? new SocketAddress({ address: bare, family: 'ipv6' }).address : bare;
}
