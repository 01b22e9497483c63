import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  AuthProtocols,
  createAgent,
  MaxAccess,
  MibProviderType,
  ObjectType,
  PrivProtocols,
  SecurityLevel,
} from 'net-snmp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOptions } from '../../../test/read.ts';
import { readDevice } from '../../read/read-device.ts';
import type { UserAccess } from '../access.ts';
import { Secret } from '../access.ts';

const [authKey, privKey] = ['password of authentication', 'password of privacy'];
/** Its socket takes any free port, which the agent itself cannot request. */
const socket = createSocket('udp4');
/** An agent that shares no code with ours. */
let agent: ReturnType<typeof createAgent>;

const levels = [
  ['noauth', SecurityLevel.noAuthNoPriv, undefined, undefined],
  ['md5', SecurityLevel.authNoPriv, ['MD5', AuthProtocols.md5], undefined],
  ['sha1', SecurityLevel.authNoPriv, ['SHA-1', AuthProtocols.sha], undefined],
  ['sha384', SecurityLevel.authNoPriv, ['SHA-384', AuthProtocols.sha384], undefined],
  ['sha1aes', SecurityLevel.authPriv, ['SHA-1', AuthProtocols.sha], ['AES-128', PrivProtocols.aes]],
  ['sha1aes256b', SecurityLevel.authPriv, ['SHA-1', AuthProtocols.sha], ['AES-256', PrivProtocols.aes256b]],
  ['sha1aes256r', SecurityLevel.authPriv, ['SHA-1', AuthProtocols.sha], ['AES-256-C', PrivProtocols.aes256r]],
  ['sha224aes', SecurityLevel.authPriv, ['SHA-224', AuthProtocols.sha224], ['AES-128', PrivProtocols.aes]],
  ['sha256aes', SecurityLevel.authPriv, ['SHA-256', AuthProtocols.sha256], ['AES-128', PrivProtocols.aes]],
  ['sha512aes256', SecurityLevel.authPriv, ['SHA-512', AuthProtocols.sha512], ['AES-256', PrivProtocols.aes256b]],
] as const;

const objects: readonly [string, ObjectType, string | number][] = [
  ['1.3.6.1.2.1.1.1', ObjectType.OctetString, 'A printer'],
  ['1.3.6.1.2.1.25.3.2.1.2', ObjectType.OID, '1.3.6.1.2.1.25.3.1.5'],
  ['1.3.6.1.2.1.25.3.2.1.5', ObjectType.Integer, 2],
  ['1.3.6.1.2.1.43.5.1.1.17', ObjectType.OctetString, 'SERIAL-1'],
  ['1.3.6.1.2.1.43.10.2.1.3', ObjectType.Integer, 7],
  ['1.3.6.1.2.1.43.10.2.1.4', ObjectType.Counter, 4711],
];

beforeAll(async () => {
  const bind = socket.bind.bind(socket);
  const anyPort = Object.assign(socket, { bind: () => bind(0, '127.0.0.1') });
  const listening = once(socket, 'listening');
  agent = createAgent({ dgramModule: { createSocket: () => anyPort } }, () => {});
  for (const [name, level, auth, priv] of levels)
    agent.getAuthorizer().addUser({
      name,
      level,
      ...(auth === undefined ? {} : { authProtocol: auth[1], authKey }),
      ...(priv === undefined ? {} : { privProtocol: priv[1], privKey }),
    });
  for (const [oid, scalarType, value] of objects) {
    const name = `object${oid}`;
    agent.registerProvider({ name, type: MibProviderType.Scalar, oid, scalarType, maxAccess: MaxAccess['read-only'] });
    agent.getMib().setScalarValue(name, value);
  }
  await listening;
});
afterAll(() => new Promise<void>((resolve) => agent.close(resolve)));

describe('an independent agent', () => {
  it.each(levels)('lets %s in', async (userName, _, auth, priv) => {
    const access: UserAccess = {
      kind: 'user',
      userName,
      contextName: '',
      ...(auth === undefined ? {} : { auth: { protocol: auth[0], password: new Secret(authKey) } }),
      ...(priv === undefined ? {} : { priv: { protocol: priv[0], password: new Secret(privKey) } }),
    };
    const outcome = await readDevice(
      { host: '127.0.0.1', port: socket.address().port },
      { ...readOptions, access: [access] },
    );
    expect(outcome).toMatchObject({
      kind: 'printer',
      report: { identity: { serial: { value: 'SERIAL-1' } }, counters: { total: { reading: { value: 4711 } } } },
    });
  });
});
