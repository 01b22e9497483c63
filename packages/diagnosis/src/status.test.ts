import { detectedErrorNames, status as statusSchema } from '@platen/contract/report-sections';
import { describe, expect, it } from 'vitest';
import { decideStatus, type StatusInput } from './status.ts';

const supply = (percent: number, more: Partial<NonNullable<StatusInput['supplies']>[number]> = {}) => ({
  index: '1.1',
  percent: { state: 'measured' as const, value: percent },
  ...more,
});

describe('what is reported of a supply', () => {
  it.each([
    ['low', { tonerColor: 'cyan' as const, type: 'toner' }, { source: 'supply', code: 'cyan', condition: 'low' }],
    ['empty', { tonerColor: 'cyan' as const }, { source: 'supply', code: 'cyan', condition: 'empty' }],
    ['nearFull', { type: 'wasteToner' }, { source: 'supply', code: 'wasteToner', condition: 'nearFull' }],
    ['full', { type: 'wasteToner' }, { source: 'supply', code: 'wasteToner', condition: 'full' }],
    ['low', { type: 'opc' }, { source: 'supply', code: 'opc', condition: 'lifeNear' }],
    ['empty', { type: 'fuser' }, { source: 'supply', code: 'fuser', condition: 'lifeOver' }],
    ['missing', { tonerColor: 'black' as const }, { source: 'detectedError', code: 'markerSupplyMissing' }],
  ] as const)('goes before its level: %s of %o', (condition, fields, reason) => {
    const decided = decideStatus({ supplies: [supply(100, { ...fields, condition })] });
    expect(decided).toMatchObject({ status: 'warning', reasons: [reason] });
  });

  it('is one reason with the printer’s general state', () => {
    const supplies = [supply(80), supply(40, { index: '1.2', tonerColor: 'cyan', type: 'toner', condition: 'low' })];
    const { reasons } = decideStatus({ status: { detectedErrors: ['lowToner'] }, supplies });
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatchObject({ source: 'supply', code: 'cyan', also: [{ code: 'lowToner' }] });
  });

  it('a supply that is ok is judged by its level', () => {
    expect(decideStatus({ supplies: [supply(5, { condition: 'ok' })] }).status).toBe('warning');
    expect(decideStatus({ status: { detectedErrors: [] }, supplies: [supply(50, { condition: 'ok' })] }).status).toBe(
      'normal',
    );
  });
});

describe('status of a device', () => {
  it.each([
    ['a jam', { detectedErrors: ['jammed'] }, 'error'],
    ['a call for service', { hrDeviceStatus: 'warning', detectedErrors: ['serviceRequested'] }, 'error'],
    ['a jam alert', { alerts: [{ index: '1', severity: 3, code: 8 }] }, 'error'],
    ['a critical alert of a unit', { alerts: [{ index: '1', severity: 3, code: 1004 }] }, 'error'],
    ['a critical alert of the maker’s own', { alerts: [{ index: '1', severity: 3, code: 30_001 }] }, 'error'],
    [
      'empty toner that only field service may replace',
      { alerts: [{ index: '1', severity: 3, trainingLevel: 5, code: 1101 }] },
      'error',
    ],
    ['down, without a word why', { hrDeviceStatus: 'down', detectedErrors: [] }, 'error'],
    ['a jam code', { deviceCode: 'E551' }, 'error'],
    ['a jam that only IPP reports', { printerState: 'stopped', stateReasons: ['media-jam-error'] }, 'error'],
    ['a jam without a suffix', { stateReasons: ['media-jam'] }, 'error'],
    ['a fuser too hot, over IPP', { stateReasons: ['fuser-over-temp-error'] }, 'error'],
    ['stopped over IPP without a word why', { printerState: 'stopped', stateReasons: [] }, 'error'],
    ['low ink over IPP', { printerState: 'idle', stateReasons: ['marker-supply-low-warning'] }, 'warning'],
    ['stopped over IPP for want of paper', { printerState: 'stopped', stateReasons: ['media-empty-error'] }, 'warning'],
    ['a full waste box over IPP', { stateReasons: ['marker-waste-full-warning'] }, 'warning'],
    ['paper out that stops no job', { printerState: 'idle', stateReasons: ['media-empty-report'] }, 'normal'],
    ['paper out over IPP in the words of PWG 5100.9', { stateReasons: ['input-media-supply-empty-error'] }, 'warning'],
    [
      'low toner over IPP in the words of PWG 5100.9',
      { stateReasons: ['marker-toner-almost-empty-warning'] },
      'warning',
    ],
    ['a full waste box by its long name', { stateReasons: ['marker-waste-toner-receptacle-full-error'] }, 'warning'],
    [
      'asleep, with an alert of undefined severity',
      { alerts: [{ index: '1', severity: 0, code: 1 }], detectedErrors: [] },
      'normal',
    ],
    ['idle over IPP', { printerState: 'idle', stateReasons: [] }, 'normal'],
    ['a state reason of no list', { stateReasons: ['wifi-not-configured-error'] }, 'normal'],
    ['stopped over IPP while SNMP says running', { hrDeviceStatus: 'running', printerState: 'stopped' }, 'normal'],
    ['a service code', { deviceCode: 'C020' }, 'error'],
    ['paper out', { hrDeviceStatus: 'down', hrPrinterStatus: 'other', detectedErrors: ['noPaper'] }, 'warning'],
    ['an open door', { hrDeviceStatus: 'down', detectedErrors: ['doorOpen'] }, 'warning'],
    ['set offline at the panel', { hrDeviceStatus: 'down', detectedErrors: ['offline'] }, 'warning'],
    [
      'a critical alert that anybody can clear',
      { alerts: [{ index: '1', severity: 3, trainingLevel: 3, code: 1 }] },
      'warning',
    ],
    ['paper empty, which stops printing', { alerts: [{ index: '1', severity: 3, group: 8, code: 808 }] }, 'warning'],
    ['a warning without a word why', { hrDeviceStatus: 'warning', detectedErrors: [] }, 'warning'],
    ['a life code', { deviceCode: 'D945' }, 'warning'],
    ['a full waste toner box', { deviceCode: 'CD72' }, 'warning'],
    ['down while it prints', { hrDeviceStatus: 'down', hrPrinterStatus: 'printing' }, 'warning'],
    ['an open drawer', { deviceCode: 'D401' }, 'warning'],
    ['paper empty in a drawer', { deviceCode: 'D101' }, 'warning'],
    ['a cover to close', { deviceCode: 'D204' }, 'warning'],
    ['a counter error that was put right', { deviceCode: 'F093' }, 'normal'],
    ['the device was restarted', { deviceCode: 'D804' }, 'normal'],
    ['a cover that was closed', { alerts: [{ index: '1', severity: 4, code: 4 }] }, 'normal'],
    ['running', { hrDeviceStatus: 'running' }, 'normal'],
    ['no bit set', { detectedErrors: [] }, 'normal'],
    ['starting up', { hrDeviceStatus: 'down', hrPrinterStatus: 'warmup' }, 'normal'],
    ['an idle event', { alerts: [{ index: '1', severity: 1, group: 1, code: 1, description: 'Idle' }] }, 'normal'],
    [
      'power-up and a cold fuser in sleep',
      {
        hrDeviceStatus: 'running',
        alerts: [
          { index: '1', severity: 4, code: 503 },
          { index: '2', severity: 5, code: 1001 },
        ],
      },
      'normal',
    ],
    ['a new unit was installed', { deviceCode: 'D361' }, 'normal'],
    ['a bit without a meaning', { detectedErrors: ['bit17'] }, 'normal'],
    ['an empty section', {}, 'unknown'],
    ['an empty alert table, which a device without one has too', { alerts: [] }, 'unknown'],
    ['an empty alert table with a bit string', { alerts: [], detectedErrors: [] }, 'normal'],
    ['a device that does not know', { hrDeviceStatus: 'unknown', hrPrinterStatus: 'other' }, 'unknown'],
  ] as const)('DL-25 DM-004 OQ-30: %s makes %j: %s', (_, section, status) => {
    const parsed = statusSchema.parse(section);
    expect(decideStatus({ status: parsed }).status).toBe(status);
  });

  const wasteBox = supply(0, {
    index: '1.5',
    type: 'wasteToner',
    class: 'receptacleThatIsFilled',
    description: 'Waste Toner Box',
  });
  it.each(['D30D', 'D30F', 'CD72'])(
    'OQ-30 DM-051: a full waste box reported by code %s, an alert and its level is one reason',
    (deviceCode) => {
      const alerts = [
        { index: '1', severity: 4, group: 11, groupIndex: 5, code: 1109, description: 'Waste toner box full' },
      ];
      const status = statusSchema.parse({ deviceCode, alerts });
      expect(decideStatus({ status, supplies: [wasteBox] }).reasons).toEqual([
        {
          source: 'deviceCode',
          code: deviceCode,
          severity: 'warning',
          also: [
            { source: 'supply', code: 'wasteToner', text: 'Waste Toner Box' },
            { source: 'alert', code: '1109', text: 'Waste toner box full' },
          ],
        },
      ]);
    },
  );

  it.each([
    ['D302', 'cyan', 'toner'],
    ['D344', 'yellow', 'tonerCartridge'],
    ['D353', 'magenta', 'developer'],
  ] as const)(
    'OQ-30 DM-047 DM-052: code %s is one reason with the %s %s, and no other colour',
    (deviceCode, tonerColor, type) => {
      const status = statusSchema.parse({ deviceCode, detectedErrors: [] });
      const supplies = [
        supply(0, { index: '1.1', tonerColor: 'black', type }),
        supply(4, { index: '1.2', tonerColor, type }),
      ];
      const { reasons } = decideStatus({ status, supplies });
      expect(reasons.map(({ source, code, also }) => [source, code, also?.map((one) => one.code)])).toEqual([
        ['deviceCode', deviceCode, [tonerColor]],
        ['supply', 'black', undefined],
      ]);
    },
  );

  it('OQ-30: a device that reports no status is unknown, with that as the reason, and never normal', () => {
    expect(decideStatus({})).toEqual({
      status: 'unknown',
      reasons: [{ source: 'notReported', code: '', severity: 'info' }],
      deviceCode: null,
    });
    expect(decideStatus({ supplies: [supply(80)] }).status).toBe('unknown');
  });

  it('OQ-30: a low supply is a warning even where no status is reported', () => {
    expect(decideStatus({ supplies: [supply(10, { tonerColor: 'black', type: 'toner' })] })).toMatchObject({
      status: 'warning',
      reasons: [{ source: 'supply', code: 'black', severity: 'warning', condition: 'low' }],
    });
    expect(decideStatus({ supplies: [supply(10.5)] }).status).toBe('unknown');
  });

  it.each([
    [0, { type: 'toner', tonerColor: 'cyan' }, 'empty'],
    [1, { type: 'toner', tonerColor: 'cyan' }, 'low'],
    [0, { class: 'receptacleThatIsFilled', type: 'wasteToner' }, 'full'],
    [5, { class: 'receptacleThatIsFilled' }, 'nearFull'],
    [5, { type: 'wasteInk' }, 'nearFull'],
    [5, { description: 'Waste Toner Container, PN 008R' }, 'nearFull'],
    [5, { description: 'Waste Toner Container', class: 'supplyThatIsConsumed' }, 'low'],
    [3, { type: 'opc', class: 'supplyThatIsConsumed' }, 'lifeNear'],
    [0, { type: 'fuser' }, 'lifeOver'],
  ] as const)(
    'OQ-30: %i percent of %j is %s (the level of a receptacle is its room left)',
    (percent, more, condition) => {
      expect(decideStatus({ supplies: [supply(percent, more)] }).reasons[0]).toMatchObject({ condition });
    },
  );

  it('a level that is a state, not a figure, warns of nothing', () => {
    for (const state of ['unknown', 'someRemaining', 'notRestricted', 'notSupported'] as const)
      expect(
        decideStatus({ status: { hrDeviceStatus: 'running' }, supplies: [{ index: '1.1', percent: { state } }] })
          .status,
      ).toBe('normal');
  });

  it('an alert is believed over a supply that reads 100 percent', () => {
    const decision = decideStatus({
      status: {
        alerts: [{ index: '1.1', severity: 3, group: 11, groupIndex: 1, code: 1101, description: 'Replace toner K' }],
      },
      supplies: [supply(100, { tonerColor: 'black', type: 'toner' })],
    });
    expect(decision).toMatchObject({
      status: 'warning',
      reasons: [{ source: 'alert', code: '1101', text: 'Replace toner K' }],
    });
  });
});

describe('reasons of a status', () => {
  it('who can act on an alert, and since when it is seen, stand in its reason', () => {
    const reasonOf = (trainingLevel: number) =>
      decideStatus({
        status: { alerts: [{ index: '1.1', severity: 3, trainingLevel, code: 8, since: '2026-01-30T10:00:00.000Z' }] },
      }).reasons[0];
    expect([3, 4, 5, 6].map((level) => reasonOf(level)?.whoCanAct)).toEqual([
      'user',
      'trainedUser',
      'technician',
      'manager',
    ]);
    expect([1, 2, 7, 99].map((level) => reasonOf(level)?.whoCanAct)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(reasonOf(5)?.since).toBe('2026-01-30T10:00:00.000Z');
  });

  it('a supply whose alert is put together with it keeps who can act, and the earlier of two moments', () => {
    const seen = (hour: string) => `2026-01-30T${hour}:00:00.000Z`;
    const { reasons } = decideStatus({
      status: {
        alerts: [
          { index: '1.1', severity: 4, trainingLevel: 4, group: 11, groupIndex: 3, code: 1104, since: seen('12') },
          { index: '1.2', severity: 4, group: 11, groupIndex: 3, code: 12, since: seen('10') },
        ],
      },
      supplies: [supply(4, { index: '1.3', type: 'toner', tonerColor: 'cyan' })],
    });
    expect(reasons).toMatchObject([{ source: 'supply', code: 'cyan', whoCanAct: 'trainedUser', since: seen('10') }]);
  });

  it('what speaks of one matter is one reason, and all sources are kept', () => {
    const decision = decideStatus({
      status: {
        hrDeviceStatus: 'warning',
        detectedErrors: ['lowToner'],
        alerts: [
          { index: '1.4', severity: 5, group: 11, groupIndex: 2, code: 1105, description: 'Ink is low.' },
          { index: '1.5', severity: 5, group: 11, groupIndex: 3, code: 1105, description: 'Ink is low.' },
          { index: '1.276', severity: 1, group: 1, groupIndex: -1, code: 1, description: 'Idle' },
        ],
      },
      supplies: [
        supply(68, { index: '1.1', type: 'inkCartridge', tonerColor: 'black' }),
        supply(1, { index: '1.2', type: 'inkCartridge', tonerColor: 'cyan', description: 'Cyan Ink' }),
        supply(1, { index: '1.3', type: 'inkCartridge', tonerColor: 'magenta', description: 'Magenta Ink' }),
      ],
    });
    const inkIsLow = { source: 'alert', code: '1105', text: 'Ink is low.' };
    expect(decision).toEqual({
      status: 'warning',
      deviceCode: null,
      reasons: [
        {
          source: 'supply',
          code: 'cyan',
          severity: 'warning',
          condition: 'low',
          text: 'Cyan Ink',
          also: [inkIsLow, { source: 'detectedError', code: 'lowToner' }, { source: 'hrDevice', code: 'warning' }],
        },
        {
          source: 'supply',
          code: 'magenta',
          severity: 'warning',
          condition: 'low',
          text: 'Magenta Ink',
          also: [inkIsLow],
        },
      ],
    });
  });

  it('what is used up comes before what is low', () => {
    const supplies = [
      supply(1, { index: '1.1', tonerColor: 'black' }),
      supply(0, { index: '1.2', tonerColor: 'yellow' }),
    ];
    expect(decideStatus({ supplies }).reasons.map(({ code, condition }) => `${code} ${condition}`)).toEqual([
      'yellow empty',
      'black low',
    ]);
  });

  it('the maker’s code speaks for a jam that bit and alert report too', () => {
    const { reasons, deviceCode } = decideStatus({
      status: {
        hrDeviceStatus: 'down',
        deviceCode: 'E010',
        detectedErrors: ['jammed', 'lowPaper'],
        alerts: [{ index: '1', severity: 3, code: 8 }],
      },
    });
    expect(deviceCode).toBe('E010');
    expect(reasons).toEqual([
      {
        source: 'deviceCode',
        code: 'E010',
        severity: 'error',
        also: [
          { source: 'alert', code: '8' },
          { source: 'detectedError', code: 'jammed' },
          { source: 'hrDevice', code: 'down' },
        ],
      },
      { source: 'detectedError', code: 'lowPaper', severity: 'warning' },
    ]);
  });

  it('an alert about supplies at large is one with the bit that says the same', () => {
    const alert = { index: '1', severity: 4, group: 11, groupIndex: -1, code: 1104 };
    expect(decideStatus({ status: { alerts: [alert], detectedErrors: ['lowToner'] } }).reasons).toEqual([
      { source: 'alert', code: '1104', severity: 'warning', also: [{ source: 'detectedError', code: 'lowToner' }] },
    ]);
  });

  it('an alert about supplies at large goes to the supply that is low', () => {
    const alert = { index: '1', severity: 4, group: 11, groupIndex: -1, code: 1104 };
    const supplies = [supply(4, { index: '1.3', type: 'toner', tonerColor: 'cyan' })];
    expect(decideStatus({ status: { alerts: [alert] }, supplies }).reasons).toEqual([
      {
        source: 'supply',
        code: 'cyan',
        severity: 'warning',
        condition: 'low',
        also: [{ source: 'alert', code: '1104' }],
      },
    ]);
  });

  it('OQ-30: a jam and a call for service are errors, every other bit is a warning', () => {
    const judged = detectedErrorNames.map((name) => [
      name,
      decideStatus({ status: { detectedErrors: [name] } }).status,
    ]);
    expect(judged.filter(([, status]) => status === 'error').map(([name]) => name)).toEqual([
      'jammed',
      'serviceRequested',
    ]);
    expect(judged.filter(([, status]) => status === 'warning')).toHaveLength(13);
  });

  it('a device that warns without a reason gives the words on its panel', () => {
    expect(decideStatus({ status: { hrDeviceStatus: 'warning', consoleText: ' Call service ' } }).reasons).toEqual([
      { source: 'hrDevice', code: 'warning', severity: 'warning', text: 'Call service' },
    ]);
  });

  it('hundreds of alerts make a bounded list', () => {
    const alerts = Array.from({ length: 500 }, (_, at) => ({
      index: String(at),
      severity: 3,
      code: 40_000 + at,
      description: `x${'\u{1F5A8}'.repeat(1000)}`,
    }));
    const { reasons } = decideStatus({ status: { alerts } });
    expect(JSON.stringify(reasons).length).toBeLessThan(20_000);
    expect(reasons.every(({ text }) => encodeURIComponent(text ?? '') !== '')).toBe(true);
  });
});
