import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAgent } from '../../test/agent.ts';
import { valueOf } from '../../test/expected.ts';
import { hasRecordedPrinters, recordedPrinters } from '../../test/raw.ts';
import { toRecorded } from '../../test/recording.ts';
import { encodeMessage } from '../ipp/encode.ts';
import { type IppAttribute, valueTags } from '../ipp/message.ts';
import { toIppLayer } from '../normalise/ipp/ipp-layer.ts';
import { toReport, toReportOf } from '../normalise/to-report.ts';
import { parseRecording, toRawReading, toRecordingLine } from '../recording/recording.ts';
import { runInProcess } from '../testing/run-cli.ts';
import { redact } from './redact-recording.ts';
import { Redactor } from './redactor.ts';

const head = { observedAt: new Date(0), collectorName: 'x', collectorVersion: '1', address: '' };
const secrets = [
  'VNB3T40071',
  '001b78aabbcc',
  '00:1B:78:AA:BB:CC',
  'copier-3f',
  'Room 314',
  'Jane Doe',
  '10.20.30.40',
  '8.8.4.4',
  'jane@example.org',
  'mail.customer.co.jp',
  'fe80::21b:78ff:feaa:bbcc',
];
const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');
const recording = [
  '1.3.6.1.2.1.1.1.0|4|Acme LaserWriter 9000; S/N VNB3T40071; copier-3f',
  '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.32473.1',
  '1.3.6.1.2.1.1.4.0|4|Jane Doe',
  '1.3.6.1.2.1.1.5.0|4|copier-3f',
  '1.3.6.1.2.1.1.6.0|4|Room 314',
  '1.3.6.1.2.1.2.2.1.3.1|2|6',
  '1.3.6.1.2.1.2.2.1.6.1|4x|001b78aabbcc',
  '1.3.6.1.2.1.4.20.1.1.10.20.30.40|64|10.20.30.40',
  '1.3.6.1.2.1.4.20.1.2.10.20.30.40|2|1',
  '1.3.6.1.2.1.4.20.1.3.10.20.30.40|64|255.255.255.0',
  '1.3.6.1.2.1.6.13.1.1.10.20.30.40.80.10.20.30.9.5000|2|5',
  '1.3.6.1.2.1.25.3.2.1.2.1|6|1.3.6.1.2.1.25.3.1.5',
  '1.3.6.1.2.1.25.3.2.1.3.1|4|Acme LaserWriter 9000',
  '1.3.6.1.2.1.25.4.2.1.2.7|4|job of Jane Doe',
  '1.3.6.1.2.1.43.5.1.1.16.1|4|LaserWriter 9000',
  '1.3.6.1.2.1.43.5.1.1.17.1|4|VNB3T40071',
  '1.3.6.1.2.1.43.10.2.1.3.1.1|2|7',
  '1.3.6.1.2.1.43.10.2.1.4.1.1|65|4711',
  '1.3.6.1.4.1.32473.2.1.0|4|MFG:Acme;MDL:LaserWriter 9000;SN:vnb3t40071;',
  '1.3.6.1.4.1.32473.2.2.0|4|http://copier-3f.example.com/ at 10.20.30.40, DNS 8.8.4.4, 00:1B:78:AA:BB:CC',
  '1.3.6.1.4.1.32473.2.3.0|4|001B78AABBCC mail.customer.co.jp jane@example.org fe80::21b:78ff:feaa:bbcc',
  `1.3.6.1.4.1.32473.2.4.1|4x|${hex('\u0001 Room 314\u0000')}`,
  `1.3.6.1.4.1.32473.2.5.1.${Buffer.from('VNB3T40071').join('.')}|2|1`,
  '1.3.6.1.4.1.32473.2.6.0|4x|001b78000001',
].join('\n');

function redacted(text: string) {
  const { objects } = parseRecording(text);
  return redact({ objects, attributes: [] }, toReport(toRawReading(objects), head));
}
const toText = (sent: ReturnType<typeof redacted>) =>
  [...sent.objects].map(([oid, value]) => toRecordingLine(oid, value) ?? '').join('\n');
/** Text, hex and arcs of a secret: none of them may contain it. */
const toForms = (secret: string) => [
  secret.toLowerCase(),
  hex(secret),
  hex(secret.toLowerCase()),
  [...Buffer.from(secret)].join('.'),
];

describe('the redacted recording', () => {
  test('contains nothing that identifies the device or its owner, in any form', () => {
    const text = toText(redacted(recording)).toLowerCase();
    for (const secret of secrets) for (const form of toForms(secret)) expect(text).not.toContain(form);
    expect(text).toContain('9000');
    expect(text).toContain('acme laserwriter 9000; s/n ');
    expect(text).toContain('mfg:acme;mdl:laserwriter 9000;sn:');
  });

  test('keeps every length and every other value, with one placeholder per secret everywhere', () => {
    const before = parseRecording(recording).objects;
    const { objects } = redacted(recording);
    expect(objects.size).toBe(before.size);
    const lengths = (values: ReadonlyMap<string, { type: string } | { bytes: Uint8Array }>) =>
      [...values.values()].map((value) => ('bytes' in value ? value.bytes.length : 0)).sort((a, b) => a - b);
    expect(lengths(objects)).toEqual(lengths(before));
    const textOf = (oid: string) => {
      const value = objects.get(oid);
      return value !== undefined && 'bytes' in value ? Buffer.from(value.bytes).toString('latin1') : '';
    };
    const serial = textOf('1.3.6.1.2.1.43.5.1.1.17.1');
    expect(serial).toMatch(/^XXX\dX\d{5}$/);
    expect(textOf('1.3.6.1.4.1.32473.2.1.0').toLowerCase()).toContain(`sn:${serial.toLowerCase()};`);
    expect([...objects.keys()]).toContain(`1.3.6.1.4.1.32473.2.5.1.${[...Buffer.from(serial)].join('.')}`);
    // Everything that Platen reads from it except the identity remains the same.
    const [was, is] = [before, objects].map((values) => toReport(toRawReading(values), head));
    expect(is?.counters).toEqual(was?.counters);
    expect(valueOf(is?.identity.model)).toBe(valueOf(was?.identity.model));
    expect(valueOf(is?.identity.serial)).toBe(serial);
    expect(is?.identity.macAddresses?.[0]).toMatch(/^00:1B:78:/);
  });

  test('addresses of one network stay in one network; masks and public values remain', () => {
    const redactor = new Redactor();
    const [a, b, c] = ['192.168.7.20', '192.168.7.99', '192.168.8.20'].map((address) => redactor.toAddress(address));
    const netOf = (address: string | undefined) => address?.split('.').slice(0, 3).join('.');
    expect(netOf(a)).toBe(netOf(b));
    expect(netOf(a)).not.toBe(netOf(c));
    expect(a).toMatch(/^192\.168\.\d\.\d\d$/);
    expect(
      ['0.0.0.0', '127.0.0.1', '255.255.255.0', '224.0.0.251'].map((address) => redactor.toAddress(address)),
    ).toEqual(['0.0.0.0', '127.0.0.1', '255.255.255.0', '224.0.0.251']);
  });

  test('an answer over IPP is treated alike, in collections too', () => {
    const text = (name: string, content: string): IppAttribute => ({
      name,
      values: [{ tag: valueTags.textWithoutLanguage, type: 'text', bytes: Buffer.from(content) }],
    });
    const attributes = [
      text('printer-location', 'Room 314'),
      text('printer-make-and-model', 'Acme LaserWriter 9000'),
      text('printer-device-id', 'MFG:Acme;MDL:LaserWriter 9000;SN:VNB3T40071;'),
      text('printer-uri-supported', 'ipp://copier-3f.example.com:631/ipp/print'),
      {
        name: 'media-col-default',
        values: [
          { tag: valueTags.begCollection, type: 'collection' as const, members: [text('media-info', 'for Room 314')] },
        ],
      },
    ];
    const sent = redact({ objects: new Map(), attributes }, toReportOf([toIppLayer(attributes)], head));
    const bytes = (all: readonly IppAttribute[]) =>
      encodeMessage({
        version: { major: 2, minor: 0 },
        code: 0,
        requestId: 1,
        groups: [{ tag: 4, attributes: [...all] }],
      });
    expect(bytes(sent.attributes)).toHaveLength(bytes(attributes).length);
    const saved = Buffer.from(bytes(sent.attributes)).toString('latin1');
    for (const secret of ['Room 314', 'VNB3T40071', 'copier-3f', 'example.com']) expect(saved).not.toContain(secret);
    expect(saved).toContain('Acme LaserWriter 9000');
  });

  test('for any device, lengths remain, no secret remains, and nothing throws or hangs', () => {
    const secret = fc
      .string({
        minLength: 5,
        maxLength: 24,
        unit: fc.constantFrom(...'ABCDEFGHJKabcdef0123456789-._ (+*\\'.split('')),
      })
      .filter((text) => text.trim().length >= 5 && /[0-9A-Za-z]{4}/.test(text));
    fc.assert(
      fc.property(secret, fc.string({ unit: 'binary', maxLength: 60 }), (text, around) => {
        const redactor = new Redactor();
        redactor.addText(text);
        const bytes = Buffer.concat([Buffer.from(around), Buffer.from(text.trim()), Buffer.from(around)]);
        const result = Buffer.from(redactor.toOctets(bytes));
        expect(result.length).toBe(bytes.length);
        expect(result.toString('latin1').toLowerCase()).not.toContain(text.trim().toLowerCase());
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(new Redactor().toOctets(bytes)).toHaveLength(bytes.length);
      }),
    );
  });

  test.runIf(hasRecordedPrinters)(
    'of every recorded printer the serial and the MAC addresses are removed, and the counters are unchanged',
    () => {
      const folder = join(recordedPrinters, 'snmprec');
      for (const file of readdirSync(folder).filter((name) => name.endsWith('.snmprec'))) {
        const source = readFileSync(join(folder, file), 'latin1');
        const before = toReport(toRawReading(parseRecording(source).objects), head);
        const sent = redacted(source);
        const after = toReport(toRawReading(sent.objects), head);
        const text = toText(sent).toLowerCase();
        const serial = valueOf(before.identity.serial);
        const own = [
          ...(serial === undefined || serial.length < 5 ? [] : [serial]),
          ...(before.identity.macAddresses ?? []),
        ];
        const forms = own.flatMap((secret) => [
          secret.toLowerCase(),
          hex(secret),
          secret.replaceAll(':', '').toLowerCase(),
        ]);
        for (const form of forms) expect(text.includes(form), `${file}: ${form}`).toBe(false);
        expect(after.counters).toEqual(before.counters);
      }
    },
  );
});

describe('walk as a command', () => {
  const walk = async (...args: string[]) => {
    const { code, stdout, stderr } = await runInProcess(['walk', '--timeout', '1s', '--retries', '0', ...args]);
    return { code, text: stdout + stderr };
  };
  const folder = () => {
    const path = mkdtempSync(join(tmpdir(), 'platen-walk-'));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    return path;
  };
  const serve = async (quirks: Parameters<typeof startAgent>[1] = {}) => {
    const agent = await startAgent(toRecorded(recording), quirks);
    onTestFinished(() => agent.stop());
    return `127.0.0.1:${agent.port}`;
  };

  test.each([
    ['with GETBULK', {}],
    ['by GETNEXT alone', { v1Only: true }],
    ['in small answers', { maxSize: 200 }],
  ])(
    'saves the objects of the device, without tables about other devices, for its owner only: %s',
    async (_, quirks) => {
      const out = join(folder(), 'a.snmprec');
      const { code, text } = await walk(await serve(quirks), '-o', out);
      expect(text).toContain(`${out}: 22 objects`);
      expect(code).toBe(0);
      expect(statSync(out).mode & 0o777).toBe(0o600);
      const saved = readFileSync(out, 'latin1').toLowerCase();
      for (const secret of secrets) expect(saved).not.toContain(secret.toLowerCase());
      expect(saved).not.toContain('1.3.6.1.2.1.6.');
      const { objects, skipped } = parseRecording(saved);
      expect([objects.size, skipped]).toEqual([22, 0]);
    },
  );

  test('overwrites no file, and reports what is missing', async () => {
    const out = join(folder(), 'a.snmprec');
    writeFileSync(out, 'mine');
    expect(await walk(await serve(), '-o', out)).toMatchObject({
      code: 2,
      text: expect.stringContaining('it already exists') as string,
    });
    expect(readFileSync(out, 'utf8')).toBe('mine');
    const part = join(folder(), 'b.snmprec');
    const cut = await walk(await serve({ dieAfter: 3, maxSize: 300 }), '-o', part, '--timeout', '1s');
    expect(cut.code).toBe(3);
    expect(cut.text).toContain('incomplete: fell silent after 1.3.6.1');
    expect(readFileSync(part, 'utf8')).toContain('# incomplete:');
  });

  test.each([
    [['127.0.0.1:9', '-o', '/nowhere/a'], 3, 'nothing saved'],
    [['10.0.0.0/24'], 2, 'is not one target'],
    [['10.0.0.0/8'], 2, 'not searched'],
    [['--help'], 0, 'Exit codes'],
  ])('%j ends with %i', async (args, code, words) => {
    const result = await walk(...args);
    expect(result.text).toContain(words);
    expect(result.code).toBe(code);
    expect(existsSync('/nowhere/a')).toBe(false);
  });
});
