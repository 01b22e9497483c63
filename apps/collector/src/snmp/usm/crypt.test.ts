import { describe, expect, it } from 'vitest';
import { Secret } from '../access.ts';
import { decrypt, encrypt, isAuthentic, localise, stretch, toDigest, toPrivKey, toUserKeys } from './crypt.ts';
import { type AuthProtocol, authProtocols, type PrivProtocol, privProtocols } from './protocols.ts';

const maple = Buffer.from('maplesyrup');
const engineId = Buffer.from('000000000000000000000002', 'hex');
const fromHex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');

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

/** The key of both RFCs is 0x0b repeated; RFC 2202 uses 16 octets for MD5. */
const digests: readonly (readonly [AuthProtocol, number, string])[] = [
  ['MD5', 16, '9294727a3638bb1c13f48ef8158bfc9d'],
  ['SHA-1', 20, 'b617318655057264e28bc0b6fb378c8ef146be00'],
  ['SHA-224', 20, '896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22'],
  ['SHA-256', 20, 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  ['SHA-384', 20, 'afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6'],
  [
    'SHA-512',
    20,
    '87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cdedaa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854',
  ],
];
/** RFC 3414 sections 6.3.1 and 7.3.1: 96 bits; RFC 7860 section 4.1: the others. */
const digestBits = { MD5: 96, 'SHA-1': 96, 'SHA-224': 128, 'SHA-256': 192, 'SHA-384': 256, 'SHA-512': 384 } as const;

describe('published vectors of the user-based security model', () => {
  it.each(digests)(
    '%s: HMAC of RFC 2202 or RFC 4231 test case 1, truncated as the model requires',
    (name, size, mac) => {
      const key = Buffer.alloc(size, 0x0b);
      const digest = toDigest({ protocol: name, key }, Buffer.from('Hi There'));
      expect(digest.length * 8).toBe(digestBits[name]);
      expect(mac.startsWith(hex(digest))).toBe(true);
    },
  );

  it.each(digests)('%s: a digest inside a message is verified over zeros in its place', (name, size) => {
    const auth = { protocol: name, key: Buffer.alloc(size, 0x0b) };
    const octets = authProtocols[name].digestOctets;
    const message = Buffer.concat([Buffer.from('head'), Buffer.alloc(octets), Buffer.from('tail')]);
    const digest = toDigest(auth, message);
    message.set(digest, 4);
    expect(isAuthentic(auth, message, digest, 4)).toBe(true);
    message[0] = 0;
    expect(isAuthentic(auth, message, digest, 4)).toBe(false);
  });

  // RFC 3414 A.3.1 and A.3.2 for MD5 and SHA-1. RFC 7860 publishes none: computed with Python's hashlib.
  it.each([
    ['MD5', '526f5eed9fcce26f8964c2930787d82b'],
    ['SHA-1', '6695febc9288e36282235fc7151f128497b38f3f'],
    ['SHA-224', '0bd8827c6e29f8065e08e09237f177e410f69b90e1782be682075674'],
    ['SHA-256', '8982e0e549e866db361a6b625d84cccc11162d453ee8ce3a6445c2d6776f0f8b'],
    ['SHA-384', '3b298f16164a11184279d5432bf169e2d2a48307de02b3d3f7e2b4f36eb6f0455a53689a3937eea07319a633d2ccba78'],
    [
      'SHA-512',
      '22a5a36cedfcc085807a128d7bc6c2382167ad6c0dbc5fdff856740f3d84c099ad1ea87a8db096714d9788bd544047c9021e4229ce27e4c0a69250adfcffbb0b',
    ],
  ] as const)('%s: the localised key of "maplesyrup" at engine 2', (name, key) => {
    const engineId = fromHex('000000000000000000000002');
    expect(hex(localise(stretch(Buffer.from('maplesyrup'), name), engineId, name))).toBe(key);
  });

  const blocks =
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710';
  // NIST SP 800-38A F.3.13 to F.3.18. RFC 3826 publishes none; its IV is boots, time, salt (sec. 3.1.2.1).
  it.each([
    [
      'AES-128',
      '2b7e151628aed2a6abf7158809cf4f3c',
      '3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b26751f67a3cbb140b1808cf187a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6',
    ],
    [
      'AES-192',
      '8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b',
      'cdc80d6fddf18cab34c25909c99a417467ce7f7f81173621961a2b70171d3d7a2e1e8a1dd59b88b1c8e60fed1efac4c9c05f9f9ca9834fa042ae8fba584b09ff',
    ],
    [
      'AES-256',
      '603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4',
      'dc7e84bfda79164b7ecd8486985d386039ffed143b28b1c832113c6331e5407bdf10132415e54b92a13ed0a8267ae2f975a385741ab9cef82031623d55b1e471',
    ],
  ] as const)('%s: the CFB128 example of NIST SP 800-38A', (protocol, key, secret) => {
    const salt = fromHex('08090a0b0c0d0e0f');
    expect(hex(decrypt({ protocol, key: fromHex(key) }, 0x00010203, 0x04050607, salt, fromHex(secret)))).toBe(blocks);
  });

  it('DES: the CBC example of FIPS 81, with the IV as pre-IV and salt (RFC 3414 section 8.1.1.1)', () => {
    const preIv = fromHex('ffffffff00000000');
    const salt = fromHex('1234567890abcdef').map((octet, i) => octet ^ (preIv[i] ?? 0));
    const key = Buffer.concat([fromHex('0123456789abcdef'), preIv]);
    const secret = fromHex('e5c7cdde872bf27c 43e934008c389c0f 683788499a7c05f6');
    expect(decrypt({ protocol: 'DES', key }, 1, 1, salt, secret)?.toString('latin1')).toBe('Now is the time for all ');
  });
});
