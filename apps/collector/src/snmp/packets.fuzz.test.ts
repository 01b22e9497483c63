import { beforeAll, describe, expect, it } from 'vitest';
import { repeatable } from '../../test/mutate.ts';
import { Secret, type UserAccess } from './access.ts';
import { tags, writeElement, writeInteger, writeOid, writeSequence } from './ber.ts';
import { decodeMessage, encodeRequest, type Incoming } from './message.ts';
import { encrypt, toDigest, toUserKeys, type UserKeys } from './usm/crypt.ts';
import { Engine } from './usm/engine.ts';
import { encodeScoped, encodeUserMessage, flags } from './usm/message.ts';
import { type Expected, encodeDiscovery, verify } from './usm/request.ts';
import { toRawText, type Varbind } from './value.ts';

/** Number of packets; each is read, and if it is of version 3 verified as an answer to three users. */
const packets = 100_000;
const random = repeatable(4711);
const whole = (below: number): number => Math.floor(random() * below);
function pick<T>(list: readonly T[]): T {
  const found = list[whole(list.length)];
  if (found === undefined) throw new Error('no items to choose from');
  return found;
}
const octets = (length: number): Buffer => Buffer.from(Array.from({ length }, () => whole(256)));

const engineId = Buffer.from('80007ed903c0ffee0001', 'hex');
const [boots, time, requestId] = [7, 1000, 0x0707_0707];
const user = (levels: Partial<UserAccess>): UserAccess => ({
  kind: 'user',
  userName: 'reader',
  contextName: '',
  ...levels,
});
const password = new Secret('a password for all');
const users = [
  user({}),
  user({ auth: { protocol: 'SHA-256', password } }),
  user({ auth: { protocol: 'SHA-1', password }, priv: { protocol: 'AES-128', password } }),
  user({ auth: { protocol: 'MD5', password }, priv: { protocol: 'DES', password } }),
].map((access) => ({ access, keys: toUserKeys(access, engineId) }));

const varbind = (oid: string, value: Uint8Array): Uint8Array => writeSequence(tags.sequence, [writeOid(oid), value]);
const values = [
  writeElement(tags.octets, Buffer.from('Black toner')),
  writeInteger(-3),
  writeInteger(4_000_000_000, tags.counter32),
  writeInteger(2n ** 63n, tags.counter64),
  writeOid('1.3.6.1.4.1.18334.1.1.1.2.1'),
  writeElement(tags.endOfMibView, new Uint8Array()),
  writeElement(tags.ipAddress, Uint8Array.of(192, 0, 2, 1)),
];
const pdu = (tag: number, oids: readonly string[]): Uint8Array =>
  writeSequence(tag, [
    writeInteger(requestId),
    writeInteger(0),
    writeInteger(0),
    writeSequence(
      tags.sequence,
      oids.map((oid, i) => varbind(oid, values[i % values.length] ?? writeInteger(0))),
    ),
  ]);
const rows = Array.from({ length: 14 }, (_, i) => `1.3.6.1.2.1.43.11.1.1.${6 + (i % 4)}.1.${i}`);

/** A whole message of version 3 around these octets, signed and encrypted as the user's keys allow. */
function sealed(keys: UserKeys, scoped: Uint8Array): Buffer {
  const secret = keys.priv === undefined ? undefined : encrypt(keys.priv, boots, time, scoped);
  const { packet, digestAt } = encodeUserMessage({
    id: requestId,
    flags: (keys.auth === undefined ? 0 : flags.auth) | (keys.priv === undefined ? 0 : flags.priv),
    engineId,
    boots,
    time,
    userName: 'reader',
    digestOctets: keys.auth === undefined ? 0 : toDigest(keys.auth, Buffer.alloc(1)).length,
    salt: secret?.salt ?? new Uint8Array(),
    data: secret === undefined ? scoped : writeElement(tags.octets, secret.secret),
  });
  if (keys.auth !== undefined) packet.set(toDigest(keys.auth, packet), digestAt);
  return packet;
}

const communityMessages = [0, 1].map((version) =>
  Buffer.from(
    writeSequence(tags.sequence, [
      writeInteger(version),
      writeElement(tags.octets, Buffer.from('public')),
      pdu(tags.response, rows),
    ]),
  ),
);
const scopedResponse = encodeScoped(engineId, '', pdu(tags.response, rows));
const scopedReport = encodeScoped(engineId, '', pdu(tags.report, ['1.3.6.1.6.3.15.1.1.2.0']));
const userMessages = users.flatMap(({ keys }) => [sealed(keys, scopedResponse), sealed(keys, scopedReport)]);
const requests = [
  Buffer.from(encodeRequest({ version: '2c', community: 'public', id: 1, kind: 'getBulk', oids: rows })),
  Buffer.from(encodeDiscovery(1)),
];
const seeds = [...communityMessages, ...userMessages, ...requests];

/** A message with some octets changed, removed, doubled, or its lengths made wrong. */
function changed(seed: Buffer): Buffer {
  let bytes = Buffer.from(seed);
  for (let change = whole(4); change >= 0; change--) {
    const at = whole(bytes.length);
    const end = Math.min(bytes.length, at + 1 + whole(20));
    const ways = [
      () => bytes.writeUInt8(whole(256), at),
      () => bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << whole(8)), at),
      () => bytes.writeUInt8(pick([0, 0x7f, 0x80, 0x81, 0x82, 0x84, 0xff]), at),
      () => (bytes = bytes.subarray(0, at)),
      () => (bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)])),
      () => (bytes = Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)])),
      () => (bytes = Buffer.concat([bytes.subarray(0, at), octets(whole(12)), bytes.subarray(at)])),
      () => bytes.set(pick(seeds).subarray(0, end - at), at),
    ];
    if (bytes.length > 0) pick(ways)();
  }
  return bytes;
}

/**
 * What is wrong with a varbind that was read from these octets: content that was not sent, or that cannot be
 * of its type.
 */
function faultOf({ oid, value }: Varbind, from: Uint8Array): string | undefined {
  const arcs = oid.split('.').map(Number);
  if (arcs.length > 129 || arcs.some((arc) => !(arc >= 0 && arc <= 0xffff_ffff))) return `OID ${oid}`;
  if ('bytes' in value && value.bytes.length > 0 && Buffer.from(from).indexOf(value.bytes) < 0)
    return 'octets that were not sent';
  if (value.type === 'integer' && !(value.value >= -(2 ** 31) && value.value < 2 ** 32))
    return `integer ${value.value}`;
  if (value.type === 'counter64' && !(value.value >= 0n && value.value < 2n ** 64n)) return `counter ${value.value}`;
  const isUnsigned = value.type === 'counter32' || value.type === 'gauge32' || value.type === 'timeTicks';
  if (isUnsigned && !(value.value >= 0 && value.value < 2 ** 32)) return `${value.type} ${value.value}`;
  return toRawText(value).length > 512 ? 'a text too long' : undefined;
}

const expectedOf = ({ access, keys }: { access: UserAccess; keys: UserKeys }): Expected => ({
  access,
  keys,
  engine: new Engine(engineId, boots, time, 0),
  contextName: '',
  requestId,
});

interface Tally {
  read: number;
  answers: number;
  faults: string[];
}

/** Reads one packet as the collector would. `isTrue`: it is as its sender made it. */
function take(packet: Buffer, isTrue: boolean, tally: Tally): void {
  const message: Incoming | undefined = decodeMessage(packet);
  if (message === undefined) return;
  tally.read++;
  if (message.version !== '3') {
    for (const each of message.varbinds) pushFault(faultOf(each, packet), tally);
    return;
  }
  for (const one of users) {
    const verdict = verify(message, expectedOf(one), 0);
    if (verdict?.kind !== 'response') continue;
    tally.answers++;
    if (!isTrue && one.keys.auth !== undefined) pushFault('an answer without a signature', tally);
    if (one.keys.priv === undefined)
      for (const each of verdict.response.varbinds) pushFault(faultOf(each, packet), tally);
  }
}
function pushFault(fault: string | undefined, { faults }: Tally): void {
  if (fault !== undefined) faults.push(fault);
}

describe(`${packets} malformed packets`, () => {
  const tally: Tally = { read: 0, answers: 0, faults: [] };
  beforeAll(() => {
    for (let number = 0; number < packets; number++) {
      const kind = number % 10;
      if (kind === 0) take(octets(whole(120)), false, tally);
      else if (kind === 1) {
        // Correctly signed and encrypted, but with garbage inside.
        const { keys } = pick(users);
        take(sealed(keys, pick([octets(whole(60)), changed(Buffer.from(scopedResponse))])), true, tally);
      } else {
        const seed = pick(seeds);
        const packet = changed(seed);
        take(packet, packet.equals(seed), tally);
      }
    }
  }, 120_000);

  it('crash nothing, and many of them are read', () => {
    expect(tally.read).toBeGreaterThan(packets / 20);
  });

  it('yield no value that was not sent, nor one that its type cannot have', () => {
    expect(tally.faults).toEqual([]);
  });

  it('the seeds themselves are read and accepted', () => {
    const sound: Tally = { read: 0, answers: 0, faults: [] };
    for (const seed of seeds) take(seed, true, sound);
    expect(sound).toEqual({
      read: communityMessages.length + userMessages.length + 1,
      answers: users.length,
      faults: [],
    });
  });
});
