import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MdnsSettings } from '../settings/settings.ts';
import { toAddressNumber } from '../settings/targets.ts';
import { type DnsQuestion, type DnsRecord, decodeResponse, encodeQuery } from './dns-message.ts';

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

/** The services of printers (Bonjour Printing Specification; RFC 6763 section 7). */
const printerServices = [
  '_ipp._tcp.local',
  '_ipps._tcp.local',
  '_printer._tcp.local',
  '_pdl-datastream._tcp.local',
] as const;

/** Keys of TXT records that are stored. */
const notedKeys = ['ty', 'product', 'usb_MFG', 'UUID', 'adminurl', 'note'] as const;
type NotedKey = (typeof notedKeys)[number];

/** One printer that announced itself: its address, its services there, and its TXT records. */
export interface AnnouncedPrinter {
  address: string;
  /** The display name: `Kyocera ECOSYS M2540dn`. */
  name: string;
  /** `path`: of IPP, as the TXT record's `rp`. */
  services: { service: (typeof printerServices)[number]; port: number; path?: string }[];
  noted: Partial<Record<NotedKey, string>>;
}

const mostInstances = 2000;
const longestNote = 256;

/**
 * Records collected from any number of answers, without duplicates, and bounded, so that a flood does no
 * harm.
 */
class Records {
  readonly #instances = new Map<string, { name: string; service: (typeof printerServices)[number] }>();
  readonly #srv = new Map<string, { target: string; port: number }>();
  readonly #txt = new Map<string, ReadonlyMap<string, string>>();
  readonly #addresses = new Map<string, string[]>();

  /** Adds the records of one answer. Addresses are accepted only if `isCredible` returns true. */
  add(records: readonly DnsRecord[], isCredible: (address: string) => boolean): void {
    for (const record of records) {
      const key = record.name.toLowerCase();
      if (record.type === 'ptr') {
        const service = printerServices.find((name) => name === key);
        if (service !== undefined && this.#instances.size < mostInstances)
          this.#instances.set(record.target.toLowerCase(), { name: toInstanceName(record.target), service });
      } else if (record.type === 'srv')
        setBounded(this.#srv, key, { target: record.target.toLowerCase(), port: record.port });
      else if (record.type === 'txt') setBounded(this.#txt, key, record.entries);
      else if (isCredible(record.address)) {
        const known = this.#addresses.get(key) ?? [];
        if (!known.includes(record.address) && known.length < 8)
          setBounded(this.#addresses, key, [...known, record.address]);
      }
    }
  }

  /** Questions that are still open before every instance has its host, its address and its text. */
  toMissing(): DnsQuestion[] {
    const missing: DnsQuestion[] = [];
    for (const key of this.#instances.keys()) {
      const srv = this.#srv.get(key);
      if (srv === undefined) missing.push({ name: key, type: 'srv' });
      else if (!this.#addresses.has(srv.target)) missing.push({ name: srv.target, type: 'a' });
      if (!this.#txt.has(key)) missing.push({ name: key, type: 'txt' });
    }
    return missing;
  }

  /** One entry per address, in the order of addresses. */
  toPrinters(): AnnouncedPrinter[] {
    const printers = new Map<string, AnnouncedPrinter>();
    for (const [key, { name, service }] of this.#instances) {
      const srv = this.#srv.get(key);
      const address = this.#addresses.get(srv?.target ?? '')?.[0];
      if (srv === undefined || address === undefined) continue;
      const printer = printers.get(address) ?? { address, name, services: [], noted: {} };
      printers.set(address, printer);
      const text = this.#txt.get(key);
      const path = text?.get('rp');
      // Port 0 reserves the name for a service that the printer does not have.
      if (srv.port > 0)
        printer.services.push({
          service,
          port: srv.port,
          ...(path === undefined ? {} : { path: path.slice(0, longestNote) }),
        });
      for (const noted of notedKeys) {
        const value = text?.get(noted.toLowerCase());
        if (value !== undefined && value !== '') printer.noted[noted] ??= value.slice(0, longestNote);
      }
    }
    return [...printers.values()].sort((a, b) => (toAddressNumber(a.address) ?? 0) - (toAddressNumber(b.address) ?? 0));
  }
}

function setBounded<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.has(key) || map.size < mostInstances) map.set(key, value);
}

/** The first label, without its escapes. */
const toInstanceName = (name: string): string =>
  (/^(?:\\[^]|[^\\.])+/.exec(name)?.[0] ?? name).replaceAll(/\\([^])/g, '$1').slice(0, longestNote);

/**
 * Whether a neighbour may announce a printer at this address: its own, or one of the private networks (RFC
 * 1918, 3927). Otherwise an announcement could direct the collector, with its community, to any host.
 */
export function isCredibleAddress(address: string, sender: string): boolean {
  const number = toAddressNumber(address);
  const [first = 0, second = 0] = address.split('.').map(Number);
  if (number === undefined || first === 0 || first >= 224) return false;
  if (address === sender) return true;
  return (
    first === 10 ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && second === 168) ||
    (first === 169 && second === 254)
  );
}
