import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import type { Incoming } from './message.ts';
import { openTransport, readEndpoint, type Transport } from './transport.ts';

/** The smallest response: no objects, id 7. */
const response = Buffer.from('301802010104067075626c6963a20b0201070201000201003000', 'hex');

const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
const open: { close(): unknown }[] = [];
const opened = (): Transport => {
  const transport = openTransport();
  open.push(transport);
  return transport;
};
afterEach(() => {
  for (const item of open.splice(0)) item.close();
});

/** A device that answers every packet with these. */
async function answering(type: 'udp4' | 'udp6', address: string, answers: readonly Uint8Array[]): Promise<number> {
  const socket = createSocket(type);
  socket.on('message', (_, peer) => {
    for (const answer of answers) socket.send(answer, peer.port, peer.address);
  });
  socket.bind(0, address);
  await once(socket, 'listening');
  open.push(socket);
  return socket.address().port;
}

describe('one socket for many devices', () => {
  it('passes an answer only to the request of that device and id, and ignores everything else', async () => {
    const transport = opened();
    const ports = await Promise.all([
      answering('udp4', '127.0.0.1', [Buffer.from('garbage'), response]),
      answering('udp4', '127.0.0.1', [response]),
    ]);
    const heard: string[] = [];
    const endpoints = await Promise.all(ports.map((port) => readEndpoint('127.0.0.1', port)));
    const first = new Promise<Incoming>((resolve) => {
      for (const [position, endpoint] of endpoints.entries())
        for (const id of [7, 8])
          transport.expect(endpoint, id, {
            heard: (answer) => {
              heard.push(`${position} ${id}`);
              if (position === 0) resolve(answer);
            },
          });
    });
    const [device] = endpoints;
    if (device === undefined) throw new Error('no endpoint');
    await transport.send(device, Buffer.from('anything'));
    expect((await first).id).toBe(7);
    expect(heard).toEqual(['0 7']);
  });

  it.skipIf(!hasIpv6)('recognises an IPv6 device in any spelling of its address', async () => {
    const transport = opened();
    const port = await answering('udp6', '::1', [response]);
    const endpoint = await readEndpoint('0:0:0::0:1', port);
    expect(endpoint.family).toBe(6);
    const answer = new Promise<Incoming>((resolve) => {
      transport.expect(endpoint, 7, { heard: resolve });
    });
    await transport.send(endpoint, Buffer.from('anything'));
    expect((await answer).version).toBe('2c');
  });

  it('sends nothing after it was closed', async () => {
    const transport = opened();
    transport.close();
    await expect(transport.send(await readEndpoint('127.0.0.1', 9), Buffer.from('x'))).resolves.toBeUndefined();
  });
});
