import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP, SocketAddress } from 'node:net';
import { decodeResponse, type Response } from './message.ts';

export interface Endpoint {
  address: string;
  port: number;
  family: 4 | 6;
}

/**
 * UDP for any number of devices through one socket a family. Answers are matched by sender and request id;
 * whatever else arrives is ignored.
 */
export interface Transport {
  /** Sends one packet. One that the system does not take is like one that gets lost on the way: asked again, or silent. */
  send(to: Endpoint, packet: Uint8Array): Promise<void>;
  /** Calls back for every response of this sender with this id, until the returned function is called. */
  expect(from: Endpoint, id: number, heard: (response: Response) => void): () => void;
  /** Ends it for good; requests under way get no answer any more. */
  close(): void;
}

/** Answers of a thousand devices may come at once; the system gives as much of this as it allows. */
const receiveBufferOctets = 1 << 20;

export function openTransport(): Transport {
  const sockets = new Map<4 | 6, Socket>();
  const waiting = new Map<string, (response: Response) => void>();
  let isClosed = false;

  const socketFor = (family: 4 | 6): Socket => {
    const known = sockets.get(family);
    if (known !== undefined) return known;
    const socket = createSocket({ type: family === 4 ? 'udp4' : 'udp6', recvBufferSize: receiveBufferOctets });
    socket.on('message', (packet, sender) => {
      const response = decodeResponse(packet);
      if (response !== undefined) waiting.get(key(sender.address, sender.port, response.id))?.(response);
    });
    // A socket that fails is replaced at the next send; requests under way run into their time limit.
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
    expect: (from, id, heard) => {
      const name = key(from.address, from.port, id);
      waiting.set(name, heard);
      return () => {
        waiting.delete(name);
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

/** The numeric address of a host; throws when the name does not resolve. */
export async function readEndpoint(host: string, port: number): Promise<Endpoint> {
  const { address, family } = isIP(host) ? { address: host, family: isIP(host) } : await lookup(host);
  return { address, port, family: family === 6 ? 6 : 4 };
}

const key = (address: string, port: number, id: number): string => `${plain(address)} ${port} ${id}`;

/** An IPv6 address has many spellings and may carry a zone: one spelling, no zone. */
function plain(address: string): string {
  const [bare = ''] = address.split('%', 1);
  return isIP(bare) === 6 ? new SocketAddress({ address: bare, family: 'ipv6' }).address : bare;
}
