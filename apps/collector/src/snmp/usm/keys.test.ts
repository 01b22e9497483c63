import { describe, expect, it } from 'vitest';
import { Secret } from '../access.ts';
import { decrypt, encrypt } from './crypt.ts';
import { localise, stretch, toPrivKey, toUserKeys } from './keys.ts';
import { type PrivProtocol, privProtocols } from './protocols.ts';

const maple = Buffer.from('maplesyrup');
const engineId = Buffer.from('000000000000000000000002', 'hex');
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('keys', () => {
  it.each([
    ['MD5', '9faf3283884e92834ebc9847d8edd963', '526f5eed9fcce26f8964c2930787d82b'],
    ['SHA-1', '9fb5cc0381497b3793528939ff788d5d79145211', '6695febc9288e36282235fc7151f128497b38f3f'],
  ] as const)('%s: password to key and localised key as in RFC 3414 A.3', (protocol, key, localised) => {
    expect(hex(stretch(maple, protocol))).toBe(key);
    expect(hex(localise(stretch(maple, protocol), engineId, protocol))).toBe(localised);
  });

  it('a short key is extended by a further key as in the example of draft-reeder-snmpv3-usm-3desede', () => {
    const short = localise(stretch(maple, 'MD5'), engineId, 'MD5');
    expect(hex(toPrivKey(short, engineId, 'MD5', 'AES-256-C'))).toBe(
      '526f5eed9fcce26f8964c2930787d82b79eff44a90650ee0a3a40abfac5acc12',
    );
  });

  it('the two ways to extend a key differ only if the hash is too short', () => {
    for (const [auth, isShort] of [
      ['SHA-1', true],
      ['SHA-256', false],
      ['SHA-512', false],
    ] as const) {
      const key = localise(stretch(maple, auth), engineId, auth);
      const [own, other] = [toPrivKey(key, engineId, auth, 'AES-256'), toPrivKey(key, engineId, auth, 'AES-256-C')];
      expect([own.length, other.length]).toEqual([32, 32]);
      expect(own.equals(other)).toBe(!isShort);
    }
  });

  it.each(Object.keys(privProtocols) as PrivProtocol[])(
    '%s: a message is encrypted and decrypted, each time with another salt',
    (protocol) => {
      const password = new Secret('maplesyrup');
      const access = {
        kind: 'user',
        userName: 'u',
        contextName: '',
        auth: { protocol: 'SHA-1', password },
        priv: { protocol, password },
      } as const;
      const { priv } = toUserKeys(access, engineId);
      if (priv === undefined) throw new Error('no key');
      const plain = Buffer.from('thirteen octets of a message');
      const [first, second] = [encrypt(priv, 3, 70_000, plain), encrypt(priv, 3, 70_000, plain)];
      expect(hex(first.salt)).not.toBe(hex(second.salt));
      expect(hex(first.secret)).not.toBe(hex(second.secret));
      for (const { salt, secret } of [first, second])
        expect(decrypt(priv, 3, 70_000, salt, secret)?.subarray(0, plain.length)).toEqual(plain);
      expect(decrypt(priv, 3, 70_000, Buffer.alloc(7), first.secret)).toBeUndefined();
    },
  );
});
