import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasRecordedPrinters, recordedPrinters } from '../../test/raw.ts';
import { toReport } from '../normalise/to-report.ts';
import { parseRecording, toRawReading, toRecordingLine } from '../recording/recording.ts';
import { toRawText } from '../snmp/value.ts';
import { runInProcess } from '../testing/run-cli.ts';
import { explainReport, toExplainedText } from './explain-report.ts';

const head = { observedAt: new Date(0), collectorName: 'x', collectorVersion: '1', address: '' };
const small = [
  '1.3.6.1.2.1.1.1.0|4|Acme Printer 9000',
  '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.32473.1',
  '1.3.6.1.2.1.2.2.1.6.2|4x|001122aabbcc',
  '1.3.6.1.2.1.25.3.2.1.2.1|6|1.3.6.1.2.1.25.3.1.5',
  '1.3.6.1.2.1.25.3.2.1.3.1|4|Acme Printer 9000',
  '1.3.6.1.2.1.25.3.5.1.2.1|4x|8000',
  '1.3.6.1.2.1.43.5.1.1.17.1|4|SER-1',
  '1.3.6.1.2.1.43.10.2.1.3.1.1|2|7',
  '1.3.6.1.2.1.43.10.2.1.4.1.1|65|4711',
  '1.3.6.1.2.1.43.11.1.1.5.1.1|2|3',
  '1.3.6.1.2.1.43.11.1.1.6.1.1|4|Black\\Toner',
  '1.3.6.1.2.1.43.11.1.1.8.1.1|2|100',
  '1.3.6.1.2.1.43.11.1.1.9.1.1|2|-3',
].join('\n');
const explain = (text: string) => {
  const { objects } = parseRecording(text);
  return explainReport(toReport(toRawReading(objects), head), objects);
};
const lineOf = (text: string, path: string) => explain(text).find((line) => line.path === path);

describe('the values read from a recording', () => {
  test('are explained value by value with object, rule and raw value', () => {
    expect(lineOf(small, 'identity.serial')).toMatchObject({
      value: 'SER-1',
      protocol: 'snmp',
      source: '1.3.6.1.2.1.43.5.1.1.17.1',
      name: 'prtGeneralSerialNumber.1',
      rule: 'textDecoded',
      raw: 'SER-1',
    });
    expect(lineOf(small, 'supplies[0].level')).toMatchObject({
      value: '(someRemaining)',
      raw: '-3',
      rule: 'levelState',
    });
    expect(lineOf(small, 'counters.total')).toMatchObject({ value: '4711 (impressions)', raw: '4711' });
  });

  test('also for the plain values of rows and for two views of one object', () => {
    expect(lineOf(small, 'supplies[0].type')).toMatchObject({
      value: 'toner',
      name: 'prtMarkerSuppliesType.1.1',
      raw: '3',
      rule: 'enumName',
    });
    expect(lineOf(small, 'identity.macAddresses')).toMatchObject({
      value: '00:11:22:AA:BB:CC',
      name: 'ifPhysAddress.2',
      raw: '0x001122aabbcc',
    });
    expect(lineOf(small, 'identity.enterprise')).toMatchObject({ value: '32473', name: 'sysObjectID.0' });
    expect(lineOf(small, 'status.detectedErrorStateHex')).toMatchObject({ value: '8000', raw: '0x8000' });
  });

  test('as a table that no text of a device can break', () => {
    const hostile = small
      .replace('4|Black\\Toner', `4x|${Buffer.from('Black\n\tToner').toString('hex')}`)
      .replace('4|SER-1', `4x|${Buffer.from('a\u001B[2Jb').toString('hex')}`);
    const text = toExplainedText(explain(hostile));
    expect(text).toMatch(/^value +from +rule +raw$/m);
    expect(text).toContain(String.raw`Black\x0a\x09Toner`);
    expect(text.split('\n').every((line) => !/\p{Cc}/u.test(line))).toBe(true);
  });
});

describe('recordings as files', () => {
  test('values written are read again unchanged, whatever the octets', () => {
    const octets = fc.uint8Array({ maxLength: 40 });
    fc.assert(
      fc.property(
        octets,
        fc.integer({ min: -0x8000_0000, max: 0x7fff_ffff }),
        fc.bigInt(0n, 2n ** 64n - 1n),
        (bytes, integer, large) => {
          const values = [
            { type: 'octets', bytes },
            { type: 'integer', value: integer },
            { type: 'counter64', value: large },
            { type: 'ipAddress', value: '10.0.0.1' },
            { type: 'oid', value: '1.3.6.1.4.1' },
          ] as const;
          const text = values.map((value, i) => toRecordingLine(`1.3.6.${i + 1}`, value)).join('\n');
          expect([...parseRecording(text).objects.values()]).toEqual(values);
        },
      ),
    );
  });

  test('lines without an object are counted and ignored', () => {
    const text =
      '# words\n\n.1.3.6.1|4|a\r\n1.3.6.1|4|b\n1.3.6.2|2|seven\n1.3.6.3|64|1.2.3.400\n1.3.6.4|4x|abc\nrubbish\n1.3.6.5|99|x';
    const { objects, skipped } = parseRecording(text);
    expect([...objects].map(([oid, value]) => [oid, toRawText(value)])).toEqual([['1.3.6.1', 'a']]);
    expect(skipped).toBe(5);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (rubbish) => void parseRecording(rubbish)));
  });

  test.runIf(hasRecordedPrinters)(
    'every value of every recorded printer names an object of the recording with its raw value',
    () => {
      const folder = join(recordedPrinters, 'snmprec');
      const files = readdirSync(folder).filter((name) => name.endsWith('.snmprec'));
      expect(files.length).toBeGreaterThan(20);
      for (const file of files) {
        const { objects } = parseRecording(readFileSync(join(folder, file), 'latin1'));
        const lines = explainReport(toReport(toRawReading(objects), head), objects);
        const read = lines.filter(({ source }) => source !== '');
        expect(read.length).toBeGreaterThan(0);
        for (const { source, raw, path } of read) {
          const value = objects.get(source);
          expect(value === undefined ? undefined : toRawText(value), `${file} ${path} ${source}`).toBe(raw);
        }
      }
    },
  );
});

describe('explain as a command', () => {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await runInProcess(['explain', ...args]);
    return { code, text: stdout + stderr };
  };
  const file = (name: string, text: string | Buffer) => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-explain-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  test('shows a recording as a table or as JSON', async () => {
    const path = file('a.snmprec', small);
    const table = await run(path);
    expect(table.code).toBe(0);
    expect(table.text).toMatch(
      /identity\.serial +SER-1 +1\.3\.6\.1\.2\.1\.43\.5\.1\.1\.17\.1 prtGeneralSerialNumber\.1 +textDecoded +SER-1/,
    );
    const json = JSON.parse((await run(path, '--json')).text) as { values: { path: string }[]; isPrinter: boolean };
    expect(json.isPrinter).toBe(true);
    expect(json.values.map((line) => line.path)).toContain('supplies[0].level');
  });

  test.each([
    ['a.snmprec', 'nothing of the kind', 2, 'no recording'],
    ['a.ipp', 'nothing of the kind', 2, 'no IPP message'],
    ['a.snmprec', '1.3.6.1.2.1.1.1.0|4|A switch', 3, 'not recognised as a printer'],
  ])('%s of %j ends with %i', async (name, content, code, words) => {
    const result = await run(file(name, content));
    expect(result.code).toBe(code);
    expect(result.text).toContain(words);
    expect(result.text).not.toContain('    at ');
  });

  test('a missing file is reported in plain words', async () => {
    const { code, text } = await run('/nowhere.snmprec');
    expect(code).toBe(2);
    expect(text).toContain('no such file');
    expect(await run()).toMatchObject({ code: 2 });
    expect((await run('--help')).text).toContain('Exit codes');
  });

  const ipp = join(recordedPrinters, 'ipp', 'HP_LaserJet_M605.Get-Printer-Attributes.ipp');
  test.runIf(existsSync(ipp))('an answer over IPP is explained by attribute', async () => {
    const { code, text } = await run(ipp);
    expect(code).toBe(0);
    expect(text).toMatch(/identity\.model +LaserJet M605 +printer-make-and-model +fromDescription/);
  });
});
