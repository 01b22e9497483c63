import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import type { UserAccess } from '../src/snmp/access.ts';
import {
  readElement,
  readElements,
  tags,
  writeElement,
  writeInteger,
  writeOid,
  writeSequence,
} from '../src/snmp/ber.ts';
import { decrypt, encrypt, isAuthentic, toDigest, toUserKeys, type UserKeys } from '../src/snmp/usm/crypt.ts';
import {
  decodeScoped,
  decodeUserMessage,
  encodeScoped,
  encodeUserMessage,
  flags,
  type UserMessage,
} from '../src/snmp/usm/message.ts';
import { authProtocols } from '../src/snmp/usm/protocols.ts';
import { answerPdu, readAskedPdu, toServed } from './agent.ts';
import type { Recorded } from './recording.ts';

/** The data of an SNMPv3 agent, and how it misbehaves. */
export interface UserAgentOptions {
  users: readonly UserAccess[];
  /** Objects by context. A missing context gets `unknownContext`. */
  contexts: Readonly<Record<string, readonly Recorded[]>>;
  unknownContext?: 'report' | 'silent' | 'authorizationError';
  engineId?: Uint8Array;
  boots?: number;
  /** Seconds on the engine's clock when it starts. */
  time?: number;
  /** The first report has 0 boots and 0 seconds, as in RFC 3414 section 4. */
  hidesClock?: boolean;
  /** Reports of a wrong clock are not authentic, as some devices send them. */
  plainReports?: boolean;
  /**
   * After this number of answers: boots count up and the clock restarts, or everything is forgotten and boots
   * count from 1.
   */
  restart?: { after: number; how: 'reboot' | 'reset' | 'otherEngine' };
  /** Its clock is never right. */
  clockRuns?: 'random';
  /** Answers sent before the true one. */
  forge?: (answer: Forgery) => Forgery[];
  /** msgMaxSize; larger requests are dropped. */
  largestMessage?: number;
}

/** An answer before it is encrypted and signed. */
export interface Forgery {
  engineId: Uint8Array;
  boots: number;
  time: number;
  userName: string;
  contextName: string;
  pdu: Uint8Array;
  keys: UserKeys;
}

export interface UserAgent {
  port: number;
  /** Messages by the kind of their answer. */
  counts: { received: number; answered: number; reports: Record<string, number> };
  stop(): Promise<void>;
}

const reports = {
  unsupportedSecLevels: '1.3.6.1.6.3.15.1.1.1.0',
  notInTimeWindows: '1.3.6.1.6.3.15.1.1.2.0',
  unknownUserNames: '1.3.6.1.6.3.15.1.1.3.0',
  unknownEngineIds: '1.3.6.1.6.3.15.1.1.4.0',
  wrongDigests: '1.3.6.1.6.3.15.1.1.5.0',
  decryptionErrors: '1.3.6.1.6.3.15.1.1.6.0',
  unknownContexts: '1.3.6.1.6.3.12.1.5.0',
};

/** An engine of SNMPv3 on loopback, according to RFC 3414 section 3.2. */
export async function startUserAgent(options: UserAgentOptions): Promise<UserAgent> {
  const socket = createSocket('udp4');
  let engineId = options.engineId ?? Buffer.from('80007ed903c0ffee0001', 'hex');
  let boots = options.boots ?? 7;
  let startedAt = performance.now() - (options.time ?? 1000) * 1000;
  const served = new Map(Object.entries(options.contexts).map(([name, objects]) => [name, toServed(objects)]));
  const agent: UserAgent = {
    port: 0,
    counts: { received: 0, answered: 0, reports: {} },
    stop: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
  const toTime = () =>
    options.clockRuns === 'random'
      ? Math.floor(Math.random() * 2 ** 30)
      : Math.floor((performance.now() - startedAt) / 1000);

  const seal = (message: UserMessage, forgery: Forgery): Buffer => {
    const { keys } = forgery;
    const scoped = encodeScoped(forgery.engineId, forgery.contextName, forgery.pdu);
    const sealed = keys.priv === undefined ? undefined : encrypt(keys.priv, forgery.boots, forgery.time, scoped);
    const { packet, digestAt } = encodeUserMessage({
      id: message.id,
      flags: (keys.auth === undefined ? 0 : flags.auth) | (keys.priv === undefined ? 0 : flags.priv),
      engineId: forgery.engineId,
      boots: forgery.boots,
      time: forgery.time,
      userName: forgery.userName,
      digestOctets: keys.auth === undefined ? 0 : authProtocols[keys.auth.protocol].digestOctets,
      salt: sealed?.salt ?? new Uint8Array(),
      data: sealed === undefined ? scoped : writeElement(tags.octets, sealed.secret),
      ...(options.largestMessage === undefined ? {} : { largestMessage: options.largestMessage }),
    });
    if (keys.auth !== undefined) packet.set(toDigest(keys.auth, packet), digestAt);
    return packet;
  };

  const report = (message: UserMessage, kind: keyof typeof reports, keys: UserKeys = {}): Buffer => {
    const count = (agent.counts.reports[kind] ?? 0) + 1;
    agent.counts.reports[kind] = count;
    const varbind = writeSequence(tags.sequence, [writeOid(reports[kind]), writeInteger(count, tags.counter32)]);
    const id = decodeScoped(message.data)?.pdu ?? { body: writeInteger(0) };
    const pdu = writeSequence(tags.report, [
      writeElement(tags.integer, readElement(id.body, 0)?.body ?? Uint8Array.of(0)),
      writeInteger(0),
      writeInteger(0),
      writeSequence(tags.sequence, [varbind]),
    ]);
    const hides = kind === 'unknownEngineIds' && options.hidesClock === true;
    const clock = hides ? { boots: 0, time: 0 } : { boots, time: toTime() };
    const userName = Buffer.from(message.userName).toString();
    return seal(message, { engineId, ...clock, userName, contextName: '', pdu, keys });
  };

  const answer = (message: UserMessage): Buffer[] => {
    if (message.packet.length > (options.largestMessage ?? 65_507)) return [];
    if (Buffer.compare(message.engineId, engineId) !== 0) return [report(message, 'unknownEngineIds')];
    const name = Buffer.from(message.userName).toString();
    const user = options.users.find(({ userName }) => userName === name);
    if (user === undefined) return [report(message, 'unknownUserNames')];
    const keys = toUserKeys(user, engineId);
    if ((message.isAuthentic && keys.auth === undefined) || (message.isSecret && keys.priv === undefined))
      return [report(message, 'unsupportedSecLevels')];
    if (message.isAuthentic !== (keys.auth !== undefined) || message.isSecret !== (keys.priv !== undefined))
      return [report(message, 'unsupportedSecLevels')];
    const authOnly: UserKeys = keys.auth === undefined ? {} : { auth: keys.auth };
    if (keys.auth !== undefined) {
      if (!isAuthentic(keys.auth, message.packet, message.digest, message.digestAt))
        return [report(message, 'wrongDigests')];
      const isInWindow = message.boots === boots && Math.abs(message.time - toTime()) <= 150;
      if (!isInWindow) return [report(message, 'notInTimeWindows', options.plainReports === true ? {} : authOnly)];
    }
    const scoped =
      keys.priv === undefined
        ? decodeScoped(message.data)
        : decodeScoped(
            readElement(
              decrypt(keys.priv, message.boots, message.time, message.salt, message.data.body) ?? Buffer.alloc(0),
              0,
            ),
          );
    if (scoped === undefined) return [report(message, 'decryptionErrors', authOnly)];
    const contextName = Buffer.from(scoped.contextName).toString();
    const objects = served.get(contextName);
    if (objects === undefined && options.unknownContext === 'silent') return [];
    if (objects === undefined && options.unknownContext !== 'authorizationError')
      return [report(message, 'unknownContexts', authOnly)];
    const asked = readAskedPdu(3, scoped.pdu);
    if (asked === undefined) return [];
    agent.counts.answered++;
    const pdu =
      objects === undefined
        ? writeSequence(tags.response, [
            writeElement(tags.integer, asked.id),
            writeInteger(16),
            writeInteger(1),
            writeSequence(tags.sequence, []),
          ])
        : answerPdu(objects, asked, {});
    const truth: Forgery = { engineId, boots, time: toTime(), userName: name, contextName, pdu, keys };
    const packets = [...(options.forge?.(truth) ?? []), truth].map((forgery) => seal(message, forgery));
    if (agent.counts.answered === options.restart?.after) restart(options.restart.how);
    return packets;
  };

  const restart = (how: 'reboot' | 'reset' | 'otherEngine'): void => {
    boots = how === 'reboot' ? boots + 1 : 1;
    startedAt = performance.now();
    if (how === 'otherEngine') engineId = Buffer.from('80007ed903c0ffee0002', 'hex');
  };

  socket.on('message', (packet: Buffer, peer: RemoteInfo) => {
    agent.counts.received++;
    const [, ...parts] = readElements(readElement(packet, 0)?.body ?? new Uint8Array()) ?? [];
    const message = decodeUserMessage(packet, parts);
    if (message === undefined) return;
    for (const out of answer(message)) socket.send(out, peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  agent.port = socket.address().port;
  return agent;
}
