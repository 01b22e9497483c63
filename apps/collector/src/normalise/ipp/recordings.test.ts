import { parseReport } from '@platen/contract/parse-report';
import type { DeviceReport } from '@platen/contract/report';
import type { Reading } from '@platen/contract/values';
import { describe, expect, test } from 'vitest';
import { type ExpectedMessage, ippRecordings, toIppReport } from '../../../test/ipp-recording.ts';

interface Marker {
  name: string;
  type: string;
  color: string;
  level: number;
}
const recorded = ippRecordings().filter(({ expected }) => expected.makeAndModel !== undefined);
const isListed = (value: unknown): value is string[] => Array.isArray(value);
const camel = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
const colors: Record<string, string> = {
  '#000000': 'black',
  '#00FFFF': 'cyan',
  '#FF00FF': 'magenta',
  '#FFFF00': 'yellow',
};

const valueOf = (reading: Reading<string> | undefined) => (reading?.state === 'measured' ? reading.value : undefined);

/** The expected report, derived from the values of `expected.json`. */
function wantedSupplies(expected: ExpectedMessage) {
  return (expected.markers as Marker[]).map(({ name, type, color, level }) => ({
    description: name,
    type: camel(type),
    tonerColor: colors[color],
    level: level >= 0 ? level : 'unknown',
    percent: level >= 0 ? level : 'unknown',
  }));
}

const toSupplies = (report: DeviceReport) =>
  (report.supplies ?? []).map(({ description, type, tonerColor, level, percent }) => ({
    description,
    type,
    tonerColor,
    level: level?.state === 'measured' ? level.value : level?.state,
    percent: percent.state === 'measured' ? percent.value : percent.state,
  }));

describe('reports that come of recorded Get-Printer-Attributes answers', () => {
  test('are all those of the shared data', () => {
    expect(recorded).toHaveLength(26);
  });

  test.each(recorded)('$expected.file: a whole report, nothing of it left out by the contract', ({ bytes }) => {
    const parsed = parseReport(JSON.parse(JSON.stringify(toIppReport(bytes))));
    expect(parsed).toMatchObject({ ok: true, warnings: [] });
  });

  test.each(recorded)('$expected.file: state, reasons and supplies as sent', ({ bytes, expected }) => {
    const report = toIppReport(bytes);
    expect(report.status?.printerState).toBe(expected.state);
    const reasons = isListed(expected.stateReasons) ? expected.stateReasons : [];
    expect(report.status?.stateReasons).toEqual([...new Set(reasons)].filter((reason) => reason !== 'none'));
    expect(toSupplies(report)).toEqual(wantedSupplies(expected));
    expect(report.identity.sysUpTimeTicks).toMatchObject({ value: Number(expected.upTimeSeconds) * 100 });
  });

  test.each(recorded)('$expected.file: identity as sent', ({ bytes, expected }) => {
    const { identity } = toIppReport(bytes);
    // A text without a brand, as `CNMF720C Series`, is the model only; the maker is that of the series.
    const sent = String(expected.makeAndModel).toLowerCase();
    const [maker, model] = [identity.manufacturer, identity.model].map((reading) => valueOf(reading)?.toLowerCase());
    expect([model, `${maker} ${model}`]).toContain(sent);
    expect(maker).toBeDefined();
    expect(valueOf(identity.deviceUuid)).toBe(expected.uuid);
    expect(valueOf(identity.deviceId)).toBe(expected.deviceId);
    expect(valueOf(identity.sysLocation) ?? '').toBe(expected.location);
  });

  test.each(recorded)('$expected.file: no more trays and alerts than were sent', ({ bytes, expected }) => {
    const report = toIppReport(bytes);
    const trays = isListed(expected.inputTrays) ? expected.inputTrays : [];
    for (const { name = '' } of report.inputs ?? []) expect(trays.some((tray) => tray.includes(name))).toBe(true);
    expect(report.inputs ?? []).not.toContainEqual(expect.objectContaining({ name: 'auto' }));
    const alerts = isListed(expected.alerts) ? expected.alerts : [];
    expect((report.status?.alerts ?? []).length).toBeLessThanOrEqual(alerts.length);
  });
});
