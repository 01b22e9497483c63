import { createSocket } from 'node:dgram';

/** A record as the responder of a test sends it: type number and encoded data, or a name as data. */
export interface Answered {
  name: readonly string[];
  type: number;
  data: Uint8Array;
}

export const toWireName = (labels: readonly string[]): Buffer =>
  Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([Buffer.byteLength(label)]), Buffer.from(label)]),
    Buffer.from([0]),
  ]);
export const toServiceName = (service: string) => [service, '_tcp', 'local'];

/** All records of one printer: PTR, SRV, TXT and A. */
export function toAnnouncement(options: {
  service: string;
  instance: string;
  host: string;
  address: string;
  port: number;
  txt?: Record<string, string>;
}): Answered[] {
  const service = toServiceName(options.service);
  const instance = [options.instance, ...service];
  const host = [options.host, 'local'];
  const port = Buffer.alloc(6);
  port.writeUInt16BE(options.port, 4);
  const texts = Object.entries(options.txt ?? {}).map(([key, value]) => Buffer.from(`${key}=${value}`));
  return [
    { name: service, type: 12, data: toWireName(instance) },
    { name: instance, type: 33, data: Buffer.concat([port, toWireName(host)]) },
    { name: instance, type: 16, data: Buffer.concat(texts.flatMap((text) => [Buffer.from([text.length]), text])) },
    { name: host, type: 1, data: Uint8Array.from(options.address.split('.').map(Number)) },
  ];
}

export function toMessage(id: number, records: readonly Answered[]): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(0x8400, 2);
  header.writeUInt16BE(records.length, 6);
  return Buffer.concat([
    header,
    ...records.flatMap(({ name, type, data }) => {
      const head = Buffer.alloc(10);
      head.writeUInt16BE(type, 0);
      head.writeUInt16BE(0x8001, 2);
      head.writeUInt32BE(10, 4);
      head.writeUInt16BE(data.length, 8);
      return [toWireName(name), head, data];
    }),
  ]);
}

/** The names and types asked for in a query; test side, so without pointers. */
function toAsked(packet: Buffer): { name: string; type: number }[] {
  const asked: { name: string; type: number }[] = [];
  let at = 12;
  for (let left = packet.readUInt16BE(4); left > 0; left--) {
    const labels: string[] = [];
    for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
      labels.push(packet.subarray(at + 1, at + 1 + length).toString('utf8'));
      at += 1 + length;
    }
    asked.push({ name: labels.join('.').toLowerCase(), type: packet.readUInt16BE(at + 1) });
    at += 5;
  }
  return asked;
}

export interface Responder {
  port: number;
  asked: { name: string; type: number }[];
  records: Answered[];
  close(): Promise<void>;
}

/**
 * A multicast DNS responder over real UDP. `additional`: all records come with the first answer, as with most
 * printers; otherwise each question gets only its own answer.
 */
export async function startResponder(
  records: readonly Answered[],
  options: { additional?: boolean; group?: { address: string; interface: string } } = {},
): Promise<Responder> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  const responder: Responder = {
    port: 0,
    asked: [],
    records: [...records],
    close: async () => {
      await new Promise<void>((resolve) => {
        socket.close(() => resolve());
      });
    },
  };
  socket.on('message', (packet, peer) => {
    const asked = toAsked(packet);
    responder.asked.push(...asked);
    const isAsked = ({ name, type }: Answered) =>
      asked.some((question) => question.name === name.join('.').toLowerCase() && question.type === type);
    const answers = responder.records.filter(isAsked);
    if (answers.length > 0)
      socket.send(
        toMessage(packet.readUInt16BE(0), options.additional === false ? answers : responder.records),
        peer.port,
        peer.address,
      );
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(0, options.group === undefined ? '127.0.0.1' : undefined, () => resolve());
  });
  if (options.group !== undefined) socket.addMembership(options.group.address, options.group.interface);
  responder.port = socket.address().port;
  return responder;
}
