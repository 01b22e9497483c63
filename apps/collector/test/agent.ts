import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import {
  type Element,
  readElement,
  readElements,
  readInteger,
  readOid,
  tags,
  writeElement,
  writeInteger,
  writeOid,
  writeSequence,
} from '../src/snmp/ber.ts';
import { repeatable } from './mutate.ts';
import { compare, type Recorded, toArcs } from './recording.ts';

/** How an agent misbehaves; each was seen on real devices or could be done by a hostile one. */
export interface Quirks {
  community?: string;
  /** Answers SNMP v1 only, and drops the rest. */
  v1Only?: boolean;
  /** Never answers GETBULK. */
  noBulk?: boolean;
  /** Answers GETBULK with this error status. */
  bulkError?: number;
  /** genErr at the end of the MIB. */
  genErrAtEnd?: boolean;
  /** Leaves out the index of the object that an error is about. */
  noErrorIndex?: boolean;
  /** Largest answer in octets: GETBULK is cut to fit unless `strictSize`, GETNEXT gets tooBig. */
  maxSize?: number;
  strictSize?: boolean;
  /** Maximum number of objects in one answer. */
  mostObjects?: number;
  /** Milliseconds before each answer. */
  delay?: number;
  /** Share of requests that are lost, 0 to 1; repeatable. */
  loss?: number;
  /** Falls silent after answers to this number of different requests. */
  dieAfter?: number;
  /** `next` follows `after`, regardless of the order. */
  loop?: { after: string; next: string };
  /** Endless rows under this column: `prefix.1`, `prefix.2`, …, each of this many octets. */
  endless?: { prefix: string; octets: number };
  /** Packets sent before each answer. */
  noise?: (request: Uint8Array) => Uint8Array[];
  /** Each answer is sent this many times. */
  copies?: number;
  /**
   * The first answer, and the first after this much silence, takes this long; other requests wait behind it.
   */
  idle?: { afterMs: number; wakingMs: number };
  /** After this number of answers one takes this long; other requests wait behind it. */
  pause?: { afterAnswers: number; ms: number };
  /** 127.0.0.1 by default. */
  host?: string;
  /** Answers are sent from another port, or from this other address. */
  answersFrom?: { port: 'other' } | { address: string };
}

export interface Agent {
  port: number;
  /** Requests by kind, as received. */
  received: { get: number; getNext: number; getBulk: number };
  /** Different requests answered: one repeated because its answer was late is answered, but not counted. */
  answered: number;
  /** The largest number of requests received while none was answered. */
  mostInARow: number;
  stop(): Promise<void>;
}

export interface AskedPdu {
  version: number;
  kind: 'get' | 'getNext' | 'getBulk';
  id: Uint8Array;
  nonRepeaters: number;
  repetitions: number;
  oids: string[];
}
interface Asked extends AskedPdu {
  community: Uint8Array;
}
interface Answer {
  status: number;
  index: number;
  varbinds: Uint8Array[];
}

const error = { tooBig: 1, noSuchName: 2, genErr: 5 };

/** An SNMP agent on loopback that serves recorded objects. */
export async function startAgent(objects: readonly Recorded[], quirks: Quirks = {}): Promise<Agent> {
  const { host = '127.0.0.1', answersFrom } = quirks;
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  const answering = answersFrom === undefined ? socket : createSocket('udp4');
  let inARow = 0;
  let awakeAt = Number.NEGATIVE_INFINITY;
  let heardAt = Number.NEGATIVE_INFINITY;
  const random = repeatable();
  const timers = new Set<NodeJS.Timeout>();
  const known = new Set<string>();
  const agent: Agent = {
    port: 0,
    received: { get: 0, getNext: 0, getBulk: 0 },
    answered: 0,
    mostInARow: 0,
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      for (const open of new Set([socket, answering])) {
        const closed = once(open, 'close');
        open.close();
        await closed;
      }
    },
  };
  const served = toServed(objects);
  /** How long the device will still sleep. */
  const toWaking = (): number => {
    const now = performance.now();
    if (quirks.idle !== undefined && now - heardAt > quirks.idle.afterMs) awakeAt = now + quirks.idle.wakingMs;
    heardAt = now;
    return Math.max(0, awakeAt - now);
  };
  const send = (packet: Uint8Array, { port, address }: RemoteInfo): void => {
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        inARow = 0;
        answering.send(packet, port, address);
      },
      (quirks.delay ?? 0) + toWaking(),
    );
    timers.add(timer);
  };
  socket.on('message', (packet, peer) => {
    const asked = readAsked(packet);
    if (asked === undefined) return;
    agent.received[asked.kind]++;
    agent.mostInARow = Math.max(agent.mostInARow, ++inARow);
    if (random() < (quirks.loss ?? 0) || agent.answered >= (quirks.dieAfter ?? Number.POSITIVE_INFINITY)) return;
    if (Buffer.from(asked.community).toString() !== (quirks.community ?? 'public')) return;
    if (quirks.v1Only === true && asked.version !== 0) return;
    if (asked.kind === 'getBulk' && (asked.version === 0 || quirks.noBulk === true)) return;
    const isNew = agent.answered < known.add(`${asked.kind} ${asked.repetitions} ${asked.oids.join()}`).size;
    agent.answered = known.size;
    if (isNew && agent.answered === quirks.pause?.afterAnswers) awakeAt = performance.now() + quirks.pause.ms;
    for (const noise of quirks.noise?.(packet) ?? []) send(noise, peer);
    const answered = encode(asked, served, quirks);
    for (let copy = 0; copy < (quirks.copies ?? 1); copy++) send(answered, peer);
  });
  socket.bind(0, host);
  await once(socket, 'listening');
  if (answering !== socket) {
    answering.bind(0, answersFrom !== undefined && 'address' in answersFrom ? answersFrom.address : host);
    await once(answering, 'listening');
  }
  agent.port = socket.address().port;
  return agent;
}

export type Served = Recorded & { arcs: number[] };
export const toServed = (objects: readonly Recorded[]): Served[] =>
  objects.map((object) => ({ ...object, arcs: toArcs(object.oid) }));

function answer(served: readonly Served[], asked: AskedPdu, quirks: Quirks): Answer {
  const isV1 = asked.version === 0;
  const visible = isV1 ? served.filter((object) => object.tag !== tags.counter64) : served;
  const fail = (status: number, index: number): Answer => ({
    status,
    index: quirks.noErrorIndex === true ? 0 : index,
    varbinds: asked.oids.map((oid) => pair(oid, writeElement(tags.null, new Uint8Array()))),
  });
  if (asked.kind === 'getBulk' && quirks.bulkError !== undefined) return fail(quirks.bulkError, 0);
  const rounds = asked.kind === 'getBulk' ? asked.repetitions : 1;
  const cursors = [...asked.oids];
  const varbinds: Uint8Array[] = [];
  let size = 60;
  for (let round = 0; round < rounds; round++) {
    for (const [position, oid] of cursors.entries()) {
      const found = asked.kind === 'get' ? visible.find((object) => object.oid === oid) : next(visible, oid, quirks);
      if (found === undefined && quirks.genErrAtEnd === true) return fail(error.genErr, position + 1);
      if (found === undefined && isV1) return fail(error.noSuchName, position + 1);
      const missing = asked.kind === 'get' ? tags.noSuchObject : tags.endOfMibView;
      const varbind = pair(found?.oid ?? oid, found?.value ?? writeElement(missing, new Uint8Array()));
      size += varbind.length;
      if (size > (quirks.maxSize ?? 1472)) {
        if (asked.kind !== 'getBulk' || quirks.strictSize === true || varbinds.length === 0)
          return fail(error.tooBig, 0);
        return { status: 0, index: 0, varbinds };
      }
      if (varbinds.length >= (quirks.mostObjects ?? Number.POSITIVE_INFINITY)) return { status: 0, index: 0, varbinds };
      varbinds.push(varbind);
      cursors[position] = found?.oid ?? oid;
    }
  }
  return { status: 0, index: 0, varbinds };
}

function next(visible: readonly Served[], oid: string, quirks: Quirks): { oid: string; value: Uint8Array } | undefined {
  if (quirks.loop?.after === oid) {
    const target = quirks.loop.next;
    return { oid: target, value: visible.find((object) => object.oid === target)?.value ?? writeInteger(1) };
  }
  const arcs = toArcs(oid);
  const { endless } = quirks;
  if (endless !== undefined && (oid === endless.prefix || oid.startsWith(`${endless.prefix}.`))) {
    const row = oid === endless.prefix ? 0 : (arcs.at(-1) ?? 0);
    return { oid: `${endless.prefix}.${row + 1}`, value: writeElement(tags.octets, Buffer.alloc(endless.octets, 'x')) };
  }
  return visible.find((object) => compare(object.arcs, arcs) > 0);
}

const pair = (oid: string, value: Uint8Array): Uint8Array => writeSequence(tags.sequence, [writeOid(oid), value]);

function encode(asked: Asked, served: readonly Served[], quirks: Quirks): Uint8Array {
  return writeSequence(tags.sequence, [
    writeInteger(asked.version),
    writeElement(tags.octets, asked.community),
    answerPdu(served, asked, quirks),
  ]);
}

/** The response PDU to a request, in any kind of message. */
export function answerPdu(served: readonly Served[], asked: AskedPdu, quirks: Quirks): Uint8Array {
  const { status, index, varbinds } = answer(served, asked, quirks);
  return writeSequence(tags.response, [
    writeElement(tags.integer, asked.id),
    writeInteger(status),
    writeInteger(index),
    writeSequence(tags.sequence, varbinds),
  ]);
}

function readAsked(packet: Uint8Array): Asked | undefined {
  const [version, community, pdu] = readElements(readElement(packet, 0)?.body ?? new Uint8Array()) ?? [];
  if (version === undefined || community === undefined || pdu === undefined) return undefined;
  const asked = readAskedPdu(Number(readInteger(version.body)), pdu);
  return asked === undefined ? undefined : { ...asked, community: community.body };
}

export function readAskedPdu(version: number, pdu: Element): AskedPdu | undefined {
  const [id, first, second, list] = readElements(pdu.body) ?? [];
  const kind = [tags.getRequest, tags.getNextRequest, tags.getBulkRequest].findIndex((tag) => tag === pdu.tag);
  const name = (['get', 'getNext', 'getBulk'] as const)[kind];
  if (id === undefined || list === undefined || name === undefined) return undefined;
  const oids = (readElements(list.body) ?? []).flatMap((item) => {
    const oid = readElement(item.body, 0);
    return oid === undefined ? [] : [readOid(oid.body) ?? '0.0'];
  });
  return {
    version,
    kind: name,
    id: id.body,
    nonRepeaters: Number(readInteger(first?.body ?? new Uint8Array()) ?? 0n),
    repetitions: Number(readInteger(second?.body ?? new Uint8Array()) ?? 0n),
    oids,
  };
}
