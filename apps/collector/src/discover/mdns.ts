import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MdnsSettings } from '../settings/settings.ts';
import { type AnnouncedPrinter, isCredibleAddress, printerServices, Records } from './announced.ts';
import { type DnsQuestion, decodeResponse, encodeQuery } from './dns-message.ts';

/** Questions in one packet: with names of 60 octets each they fit into an Ethernet frame. */
const questionsPerPacket = 16;
/** A question is repeated because packets may be lost and printers may sleep. */
const asks = 3;

/**
 * Asks the local networks for printers, as one-shot queries from an own port (RFC 6762 section 5.1): answers
 * come by unicast, no group has to be joined, and a local responder is not disturbed. Takes `waitMs`. Never
 * throws: a network that does not accept the query yields no printers.
 */
export async function searchMdns(
  settings: Pick<MdnsSettings, 'address' | 'port' | 'waitMs'>,
  signal: AbortSignal,
): Promise<AnnouncedPrinter[]> {
  const records = new Records();
  const sockets = await openSockets(settings.address, (packet, sender) => {
    const response = decodeResponse(packet);
    if (response !== undefined) records.add(response.records, (address) => isCredibleAddress(address, sender));
  });
  const ask = (questions: readonly DnsQuestion[]) => {
    for (let at = 0; at < questions.length; at += questionsPerPacket) {
      const query = encodeQuery(randomInt(0x1_0000), questions.slice(at, at + questionsPerPacket));
      // What the system does not send counts as lost.
      if (query !== undefined)
        for (const socket of sockets) socket.send(query, settings.port, settings.address, () => {});
    }
  };
  try {
    const begun = performance.now();
    let nextServices = begun;
    for (let now = begun; now < begun + settings.waitMs && !signal.aborted; now = performance.now()) {
      if (now >= nextServices) {
        ask(printerServices.map((name) => ({ name, type: 'ptr' })));
        nextServices += settings.waitMs / asks;
      }
      ask(records.toMissing().slice(0, 256));
      await sleep(Math.min(settings.waitMs / (2 * asks), begun + settings.waitMs - now), undefined, { signal }).catch(
        () => undefined,
      );
    }
    return records.toPrinters();
  } finally {
    for (const socket of sockets) socket.close();
  }
}

/** One socket per local network; one is enough for an address that is no group. */
async function openSockets(group: string, heard: (packet: Uint8Array, sender: string) => void): Promise<Socket[]> {
  const isGroup = /^2(2[4-9]|3\d)\./.test(group);
  const own = isGroup ? readOwnAddresses() : [undefined];
  const opened = await Promise.all(own.map(async (address) => openSocket(address, heard)));
  return opened.filter((socket) => socket !== undefined);
}

/** IPv4 addresses of this machine; empty if the system does not list them. */
function readOwnAddresses(): string[] {
  try {
    return Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
    );
  } catch {
    return [];
  }
}

async function openSocket(
  address: string | undefined,
  heard: (packet: Uint8Array, sender: string) => void,
): Promise<Socket | undefined> {
  const socket = createSocket('udp4');
  socket.on('message', (packet, sender) => heard(packet, sender.address));
  return new Promise((resolve) => {
    socket.once('error', () => {
      socket.close();
      resolve(undefined);
    });
    socket.bind(0, address, () => {
      try {
        if (address !== undefined) {
          socket.setMulticastInterface(address);
          socket.setMulticastTTL(255);
        }
      } catch {
        // The adapter has just been removed.
        socket.close();
        resolve(undefined);
        return;
      }
      socket.removeAllListeners('error');
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}
