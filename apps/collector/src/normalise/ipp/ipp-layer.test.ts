import { describe, expect, test } from 'vitest';
import { enumerated, integers, keywords, names, octets, text } from '../../../test/ipp-agent.ts';
import { toReportOfIpp } from '../../../test/ipp-recording.ts';
import { type IppAttribute, valueTags } from '../../ipp/message.ts';

const outOfBand = (name: string, tag: number): IppAttribute => ({
  name,
  values: [{ tag, type: 'outOfBand', name: 'unknown' }],
});
const markers = (...levels: number[]) => [
  names('marker-names', 'Black Toner', 'Cyan Toner', 'Waste Toner Box'),
  keywords('marker-types', 'toner-cartridge', 'tonerCartridge', 'waste-toner'),
  names('marker-colors', '#000000', '#00FFFF', '#000000'),
  integers('marker-levels', ...levels),
];
const percents = (attributes: IppAttribute[]) =>
  toReportOfIpp(attributes).supplies?.map(({ percent }) =>
    percent.state === 'measured' ? percent.value : percent.state,
  );

describe('markers', () => {
  test('types in both spellings, colours, and levels that are states', () => {
    const { supplies = [] } = toReportOfIpp(markers(-3, 40, -1));
    expect(supplies.map(({ index, type, tonerColor }) => [index, type, tonerColor])).toEqual([
      ['1', 'tonerCartridge', 'black'],
      ['2', 'tonerCartridge', 'cyan'],
      ['3', 'wasteToner', undefined],
    ]);
    expect(percents(markers(-3, 40, -1))).toEqual(['someRemaining', 40, 'unknown']);
    expect(supplies[1]?.percent.evidence).toMatchObject({
      protocol: 'ipp',
      source: 'marker-levels',
      name: 'marker-levels[1]',
      raw: '40',
    });
  });

  test('a waste box has no percentage, as printers report either its content or its free space', () => {
    expect(percents(markers(10, 10, 60))?.[2]).toBe('unknown');
  });

  test('more than 100 percent is invalid, and the level stays visible', () => {
    const { supplies = [] } = toReportOfIpp(markers(10, 101, 0));
    expect(supplies[1]).toMatchObject({ percent: { state: 'unknown' }, level: { state: 'measured', value: 101 } });
  });

  test('levels that cannot be assigned to a supply are ignored', () => {
    expect(percents([names('marker-names', 'Black', 'Cyan'), integers('marker-levels', 5, 6, 7)])).toEqual([5, 6, 7]);
    const { supplies = [] } = toReportOfIpp([names('marker-names', 'A', 'B'), integers('marker-levels', 5)]);
    expect(supplies.map(({ percent }) => percent.state)).toEqual(['unknown', 'unknown']);
  });

  test('out-of-band values are no levels', () => {
    const attributes = [names('marker-names', 'Black Toner'), outOfBand('marker-levels', valueTags.unknown)];
    expect(percents(attributes)).toEqual(['unknown']);
    expect(toReportOfIpp([outOfBand('marker-names', valueTags.noValue)]).supplies?.[0]?.description).toBeUndefined();
  });
});

describe('state reasons apply to supplies', () => {
  const low = [integers('marker-low-levels', 10, 10, 0)];

  test('those whose level confirms it', () => {
    const attributes = [
      ...markers(0, 8, -2),
      ...low,
      keywords('printer-state-reasons', 'toner-empty-error', 'toner-low-warning'),
    ];
    expect(toReportOfIpp(attributes).supplies?.map(({ condition }) => condition)).toEqual(['empty', 'low', undefined]);
  });

  test('the only one of its kind, whatever its level: the reason takes precedence over a level that contradicts it', () => {
    const attributes = [
      names('marker-names', 'Black Toner'),
      keywords('marker-types', 'toner'),
      integers('marker-levels', 100),
      keywords('printer-state-reasons', 'toner-empty-error'),
    ];
    expect(toReportOfIpp(attributes).supplies?.[0]).toMatchObject({
      condition: 'empty',
      level: { state: 'measured', value: 100 },
      percent: {
        state: 'unknown',
        evidence: {
          rule: 'stateReason',
          source: 'printer-state-reasons',
          raw: 'toner-empty-error',
          contradictedBy: [{ protocol: 'ipp', source: 'marker-levels', raw: '100' }],
        },
      },
    });
  });

  test('none, where several could be meant', () => {
    const attributes = [...markers(60, 70, -2), ...low, keywords('printer-state-reasons', 'toner-low-warning')];
    expect(toReportOfIpp(attributes).supplies?.map(({ condition }) => condition)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('printer-supply', () => {
  test('is merged with its marker, never shown twice, and fills in missing values', () => {
    const { supplies = [] } = toReportOfIpp([
      names('marker-names', 'tri-color ink', 'black ink'),
      keywords('marker-types', 'ink-cartridge', 'ink-cartridge'),
      integers('marker-levels', 80, 60),
      octets(
        'printer-supply',
        'type=inkCartridge;maxcapacity=100;level=60;class=supplyThatIsConsumed;unit=percent;colorantname=black;',
        'type=inkCartridge;maxcapacity=100;level=80;class=supplyThatIsConsumed;unit=percent;colorantname=multi-color;',
        'type=wasteInk;maxcapacity=200;level=50;class=receptacleThatIsFilled;unit=percent;',
      ),
    ]);
    expect(supplies.map(({ description, class: kind, percent }) => [description, kind, percent.state])).toEqual([
      ['tri-color ink', 'supplyThatIsConsumed', 'measured'],
      ['black ink', 'supplyThatIsConsumed', 'measured'],
      [undefined, 'receptacleThatIsFilled', 'measured'],
    ]);
    expect(supplies[2]?.percent).toMatchObject({ value: 25 });
  });
});

test('of a marker and a supply that agree the one with a capacity provides the level', () => {
  const { supplies = [] } = toReportOfIpp([
    names('marker-names', 'TK-1170', 'Waste Toner Box'),
    keywords('marker-types', 'toner-cartridge', 'waste-toner'),
    names('marker-colors', '#000000', '#000000'),
    integers('marker-levels', 43, 12),
    octets(
      'printer-supply',
      'index=1;class=supplyThatIsConsumed;type=tonerCartridge;unit=impressions;maxcapacity=7200;level=3120;colorantname=black;',
      'index=2;class=receptacleThatIsFilled;type=wasteToner;unit=percent;maxcapacity=100;level=88;',
    ),
  ]);
  expect(supplies).toMatchObject([
    {
      description: 'TK-1170',
      unit: 'impressions',
      capacity: { value: 7200 },
      level: { value: 3120 },
      percent: { value: 43.3 },
    },
    { description: 'Waste Toner Box', class: 'receptacleThatIsFilled', percent: { value: 88 } },
  ]);
  expect(supplies[0]?.percent.evidence?.contradictedBy).toBeUndefined();
});

test('the serial number of a cartridge in its name', () => {
  const serialOf = (name: string) => toReportOfIpp([names('marker-names', name)]).supplies?.[0]?.serial;
  expect(serialOf('Black Toner_S/N_:CRUM-211009A6200')).toMatchObject({
    value: 'CRUM-211009A6200',
    evidence: { source: 'marker-names', rule: 'fromDescription' },
  });
  expect(serialOf('Black Toner S/N:')).toBeUndefined();
});

describe('trays', () => {
  test('numbers and names of units, states of levels, no input selections as trays', () => {
    const { inputs = [] } = toReportOfIpp([
      octets(
        'printer-input-tray',
        'type=sheetFeedAutoRemovable;maxcapacity=550;level=-3;unit=8;name=Tray 1;medianame=A4;index=4',
        'printer-input-tray[1] =type=sheetFeedManual;maxcapacity=100;level=25;unit=sheets;name=Bypass',
        'type=other;maxcapacity=-2;level=-2;name=auto',
        'nonsense',
      ),
    ]);
    expect(inputs.map(({ index, name, type, unit, media }) => [index, name, type, unit, media])).toEqual([
      ['4', 'Tray 1', 'sheetFeedAutoRemovableTray', 'sheets', 'A4'],
      ['2', 'Bypass', 'sheetFeedManual', 'sheets', undefined],
    ]);
    expect(inputs.map(({ percent }) => percent)).toMatchObject([{ state: 'someRemaining' }, { value: 25 }]);
  });
});

describe('paper and bins', () => {
  test('size and state of a tray by the fields of PWG 5100.13; names of loaded media without trays', () => {
    const { inputs, paperPath } = toReportOfIpp([
      octets(
        'printer-input-tray',
        'type=sheetFeedAutoRemovable;mediafeed=297000;mediaxfeed=210000;status=9;name=Tray 1',
        'type=sheetFeedManual;dimunit=tenThousandthsOfInches;mediafeed=110000;mediaxfeed=85000;status=0;name=Bypass',
        'type=sheetFeedManual;mediafeed=-2;mediaxfeed=-2;name=Envelopes',
      ),
      octets('printer-output-tray', 'type=unRemovableBin;maxcapacity=100;remaining=25;status=0;name=Face down', 'x'),
      keywords('media-ready', 'iso_a4_210x297mm', 'na_letter_8.5x11in', 'iso_a4_210x297mm'),
    ]);
    expect(inputs?.map(({ size, status }) => [size, status])).toEqual([
      [
        { feedMm: 297, crossMm: 210 },
        { availability: 'onRequest', alert: 'nonCritical' },
      ],
      [{ feedMm: 279.4, crossMm: 215.9 }, { availability: 'idle' }],
      [undefined, undefined],
    ]);
    expect(paperPath).toMatchObject({
      outputs: [{ index: '1', name: 'Face down', type: 'unRemovableBin', percent: { value: 25 } }],
      mediaReady: ['iso_a4_210x297mm', 'na_letter_8.5x11in'],
    });
    expect(paperPath?.outputs).toHaveLength(1);
  });
});

describe('alerts', () => {
  const coverAlert = octets('printer-alert', 'code=coverOpen;index=7;severity=critical;training=untrained;group=cover');
  const reasons = (...reported: string[]) => keywords('printer-state-reasons', ...reported);
  const alertsOf = (...attributes: IppAttribute[]) => toReportOfIpp(attributes).status?.alerts;

  test('are open where a state reason refers to the same', () => {
    expect(alertsOf(coverAlert, reasons('cover-open-error'))).toEqual([
      { index: '7', severity: 3, trainingLevel: 3, group: 6, code: 3 },
    ]);
  });

  test('are past where none does; critical ones are accepted for a stopped printer', () => {
    expect(alertsOf(coverAlert, reasons('none'))).toEqual([]);
    expect(alertsOf(coverAlert, reasons('media-low-warning'))).toEqual([]);
    expect(alertsOf(coverAlert, reasons('none'), enumerated('printer-state', 5))).toHaveLength(1);
  });

  test('without content count only if no other source explains why a printer is stopped', () => {
    const vague = octets('printer-alert', 'code=unknown;severity=critical');
    const stopped = enumerated('printer-state', 5);
    expect(alertsOf(vague, reasons('media-empty-error'), stopped)).toEqual([]);
    expect(alertsOf(vague, reasons('spool-area-full-report'), stopped)).toHaveLength(1);
    expect(alertsOf(vague, reasons('none'))).toEqual([]);
  });

  test('with `other-error`, which names no cause, a stopped printer keeps its critical alerts', () => {
    const vagueAlert = octets('printer-alert', 'code=unknown;severity=critical;group=generalPrinter');
    expect(alertsOf(vagueAlert, reasons('other-error'), enumerated('printer-state', 5))).toHaveLength(1);
    expect(alertsOf(vagueAlert, reasons('other-error', 'media-jam-error'), enumerated('printer-state', 5))).toEqual([]);
  });

  test('alerts about supplies and media count where a reason refers to their group, or names no cause', () => {
    const empty = octets('printer-alert', 'code=subunitEmpty;severity=critical;group=markerSupplies;groupindex=2');
    const paper = octets('printer-alert', 'code=subunitAlmostEmpty;severity=warning;group=input;groupindex=1');
    const toner = octets('printer-alert', 'code=markerTonerAlmostEmpty;severity=warning;group=markerSupplies');
    expect(alertsOf(empty, reasons('marker-supply-empty-error'))).toHaveLength(1);
    expect(alertsOf(paper, reasons('media-low-warning'))).toHaveLength(1);
    expect(alertsOf(paper, reasons('marker-supply-low-warning'))).toEqual([]);
    expect(alertsOf(toner, reasons('other-warning'))).toHaveLength(1);
    expect(alertsOf(toner, reasons('none'))).toEqual([]);
    expect(alertsOf(coverAlert, reasons('other-warning'))).toEqual([]);
  });

  test('are not reported where the printer sends none, or nothing that distinguishes open from past ones', () => {
    expect(alertsOf(reasons('none'))).toBeUndefined();
    expect(alertsOf(coverAlert)).toBeUndefined();
    expect(alertsOf(octets('printer-alert', 'code=other'), reasons('none'))).toEqual([]);
  });
});

describe('identity', () => {
  const macOf = (uuid: string, name = 'x') =>
    toReportOfIpp([text('printer-uuid', `urn:uuid:${uuid}`), names('printer-name', name)]).identity.macAddresses;

  test('a hardware address is read from a UUID only if it contains one', () => {
    expect(macOf('16a65700-007c-1000-bb49-9c934eac2f55')).toEqual(['9C:93:4E:AC:2F:55']);
    expect(macOf('16a65700-007c-1000-bb49-9d934eac2f55')).toBeUndefined();
    expect(macOf('16a65700-007c-1000-bb49-9e934eac2f55')).toBeUndefined();
    expect(macOf('16a65700-007c-4000-bb49-9c934eac2f55')).toBeUndefined();
    expect(macOf('16a65700-007c-1000-bb49-000000000000')).toBeUndefined();
    expect(macOf('not a uuid')).toBeUndefined();
  });

  test('an HP whose name ends as its UUID does: address and serial number', () => {
    expect(macOf('564e4231-3353-5730-3131-ec8eb5c1c9bc', 'NPIC1C9BC')).toEqual(['EC:8E:B5:C1:C9:BC']);
    expect(macOf('564e4231-3353-5730-3131-ec8eb5c1c9bc', 'NPI000000')).toBeUndefined();
    const { identity } = toReportOfIpp([
      text('printer-uuid', 'urn:uuid:564e4231-3353-5730-3131-ec8eb5c1c9bc'),
      names('printer-name', 'NPIC1C9BC'),
    ]);
    expect(identity.serial).toMatchObject({ value: 'VNB13SW011', evidence: { rule: 'derived' } });
  });

  test('serial numbers of the device id, Epson’s in hex digits, and placeholders for none', () => {
    const serialOf = (id: string) => toReportOfIpp([text('printer-device-id', id)]).identity.serial;
    expect(serialOf('MFG:HP;MDL:X;SN:CN46GIK01W;')).toMatchObject({ value: 'CN46GIK01W' });
    expect(serialOf('MFG:EPSON;MDL:X;SN:583241423030303132333435;')).toMatchObject({ value: 'X2AB00012345' });
    expect(serialOf('MFG:EPSON;MDL:X;SN:X2AB0001;')).toMatchObject({ value: 'X2AB0001' });
    // Eight characters in hex digits, then two plain digits.
    expect(serialOf('MFG:EPSON;MDL:X;SN:583241423030303123;')).toMatchObject({ value: 'X2AB000123' });
    expect(serialOf('MFG:Acme;MDL:X;SN:XXXXXXXX;')).toBeUndefined();
  });

  test('firmware by its name; versions of standards are not firmware', () => {
    const firmwareOf = (named: string[], versions: string[]) =>
      toReportOfIpp([
        names('printer-firmware-name', ...named),
        { name: 'printer-firmware-string-version', values: versions.flatMap((v) => text('x', v).values) },
      ]).firmware;
    expect(firmwareOf(['Main', 'Network', 'IPP'], ['1.2', '3.4', '2.0'])).toMatchObject({
      system: { value: '1.2' },
      NIC: { value: '3.4' },
    });
    expect(firmwareOf(['IPP'], ['2.0'])).toBeUndefined();
    expect(firmwareOf(['XY12'], ['XY12'])).toMatchObject({ system: { value: 'XY12' } });
    expect(firmwareOf(['A', 'B'], ['1'])).toMatchObject({ system: { value: '1' } });
  });

  test('counters are named for what they count', () => {
    const { counters } = toReportOfIpp([
      integers('printer-impressions-completed', 1200),
      integers('printer-media-sheets-completed', 700),
      integers('printer-pages-completed', 1100),
    ]);
    expect(counters?.total).toMatchObject({ unit: 'impressions', reading: { value: 1200 } });
    expect(counters?.byFunction?.map(({ unit, reading }) => [unit, 'value' in reading ? reading.value : 0])).toEqual([
      ['sheets', 700],
      ['other', 1100],
    ]);
    expect(toReportOfIpp([integers('printer-media-sheets-completed', 7)]).counters).toMatchObject({
      total: { unit: 'sheets' },
    });
    expect(toReportOfIpp([integers('printer-impressions-completed', -2)]).counters).toBeUndefined();
  });
});
