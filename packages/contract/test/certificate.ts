import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface TestCertificate {
  /** PEM. */
  readonly key: string;
  /** PEM; also the authority that clients must trust. */
  readonly cert: string;
}

/** One element of DER (X.690): tag, length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const objectId = (...bytes: readonly number[]) => der(0x06, Buffer.from(bytes));
const utcTime = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`, 'latin1'));
const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));

/**
 * A certificate that signs itself (RFC 5280), for servers of tests: of these host names and IPv4 addresses,
 * valid for a day around now.
 */
export function createTestCertificate(...names: readonly string[]): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const commonName = sequence(objectId(0x55, 0x04, 0x03), der(0x0c, Buffer.from('Platen test')));
  const name = sequence(der(0x31, commonName));
  const alternatives = names.map((text) =>
    isIPv4(text) ? der(0x87, Buffer.from(text.split('.').map(Number))) : der(0x82, Buffer.from(text, 'latin1')),
  );
  const isTrue = der(0x01, Buffer.from([0xff]));
  const extensions = sequence(
    sequence(objectId(0x55, 0x1d, 0x13), isTrue, der(0x04, sequence(isTrue))),
    sequence(objectId(0x55, 0x1d, 0x11), der(0x04, sequence(...alternatives))),
  );
  const dayMs = 86_400_000;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(utcTime(new Date(Date.now() - dayMs)), utcTime(new Date(Date.now() + dayMs))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', body, privateKey);
  const whole = sequence(body, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
