import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
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
  /** Sends; resolves with true when the operating system took the packet. */
  send(to: Endpoint, packet: Uint8Array): Promise<boolean>;
  /** Calls back for every response of this sender with this id, until the returned function is called. */
  expect(from: Endpoint, id: number, heard: (response: Response) => void): () => void;
  close(): void;
}

export function openTransport(): Transport {
  const sockets = new Map<4 | 6, Socket>();
  const waiting = new Map<string, (response: Response) => void>();

  const socketFor = (family: 4 | 6): Socket => {
    const known = sockets.get(family);
    if (known !== undefined) return known;
    const socket = createSocket(family === 4 ? 'udp4' : 'udp6');
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
        socketFor(to.family).send(packet, to.port, to.address, (error) => {
          resolve(error === null);
        });
      }),
    expect: (from, id, heard) => {
      const name = key(from.address, from.port, id);
      waiting.set(name, heard);
      return () => {
        waiting.delete(name);
      };
    },
    close: () => {
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

const key = (address: string, port: number, id: number): string => `${address} ${port} ${id}`;
