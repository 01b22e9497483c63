import { generateKeyPairSync, sign } from 'node:crypto';
import { tags, writeElement, writeInteger, writeOid, writeSequence } from '../src/snmp/ber.ts';

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';
const commonName = '2.5.4.3';
const set = 0x31;
const utf8String = 0x0c;
const utcTime = 0x17;
const bitString = 0x03;

/**
 * A self-signed certificate as printers create them: for another name, and long expired. In PEM, with its
 * key.
 */
export function selfSigned(name = 'NPI000000'): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = writeSequence(tags.sequence, [writeOid(ecdsaWithSha256)]);
  const attribute = writeSequence(tags.sequence, [writeOid(commonName), writeElement(utf8String, Buffer.from(name))]);
  const subject = writeSequence(tags.sequence, [writeSequence(set, [attribute])]);
  const time = (text: string) => writeElement(utcTime, Buffer.from(text));
  const validity = writeSequence(tags.sequence, [time('010101000000Z'), time('020101000000Z')]);
  // TBSCertificate without a version: version 1 (RFC 5280 section 4.1).
  const tbs = writeSequence(tags.sequence, [
    writeInteger(1),
    algorithm,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  ]);
  const signature = sign('sha256', tbs, privateKey);
  const bits = writeElement(bitString, Buffer.concat([Buffer.of(0), signature]));
  const der = Buffer.from(writeSequence(tags.sequence, [tbs, algorithm, bits]));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  const cert = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
}
