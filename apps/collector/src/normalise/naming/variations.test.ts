import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../test/expected.ts';
import { names, octets, text as textAttribute } from '../../../test/ipp-agent.ts';
import { toReportOfIpp } from '../../../test/ipp-recording.ts';
import { rawOf } from '../../../test/raw.ts';
import { toReport } from '../to-report.ts';

const head = { observedAt: new Date('2026-01-31T12:00:00Z'), collectorName: 'n', collectorVersion: 'v', address: 'a' };
const sources = {
  sysDescr: '1.3.6.1.2.1.1.1.0',
  hrDeviceDescr: '1.3.6.1.2.1.25.3.2.1.3.1',
  deviceId: '1.3.6.1.4.1.2699.1.2.1.2.1.1.3.1',
  entityModel: '1.3.6.1.2.1.47.1.1.1.1.13.1',
  entityMaker: '1.3.6.1.2.1.47.1.1.1.1.12.1',
  printerName: '1.3.6.1.2.1.43.5.1.1.16.1',
} as const;
const textSources = ['sysDescr', 'hrDeviceDescr', 'deviceId', 'entityModel', 'entityMaker', 'printerName'] as const;
type Texts = Partial<Record<(typeof textSources)[number], string>>;
const toObjects = (texts: Texts, enterprise?: string): string[] => [
  ...textSources.flatMap((source) => (texts[source] === undefined ? [] : [`${sources[source]}|4|${texts[source]}`])),
  ...(enterprise === undefined ? [] : [`1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.${enterprise}`]),
];
const readTexts = (texts: Texts, enterprise?: string) => {
  const { identity } = toReport(rawOf(toObjects(texts, enterprise).join('\n')), head);
  return [valueOf(identity.manufacturer), valueOf(identity.model)];
};

/** Maker and model as they precede the versions in descriptions of these makers' devices. */
const products: readonly (readonly [named: string, maker: string, model: string])[] = [
  ['HP Color LaserJet Pro M252dw', 'HP', 'Color LaserJet Pro M252dw'],
  ['HP LaserJet 4250', 'HP', 'LaserJet 4250'],
  ['Lexmark CS310dn', 'Lexmark', 'CS310dn'],
  ['Dell B3460dn Laser Printer', 'Dell', 'B3460dn Laser Printer'],
  ['Dell 2335dn MFP', 'Dell', '2335dn MFP'],
  ['TOSHIBA e-STUDIO338CS', 'Toshiba TEC', 'e-STUDIO338CS'],
  ['RICOH Aficio MP C3002', 'Ricoh', 'Aficio MP C3002'],
  ['NRG MP C3000', 'NRG', 'MP C3000'],
  ['Gestetner MP C2551', 'Gestetner', 'MP C2551'],
  ['LANIER MP C3501', 'Lanier', 'MP C3501'],
  ['SAVIN C9025', 'Savin', 'C9025'],
  ['infotec MP C2500', 'infotec', 'MP C2500'],
  ['Rex-Rotary MP 4000', 'Rex-Rotary', 'MP 4000'],
  ['Nashuatec MP C305', 'Nashuatec', 'MP C305'],
  ['Develop ineo+ 280', 'Develop', 'ineo+ 280'],
  ['KONICA MINOLTA bizhub C250i', 'Konica Minolta', 'bizhub C250i'],
  ['Muratec MFX-C3400', 'Muratec', 'MFX-C3400'],
  ['Olivetti d-Color MF253', 'Olivetti', 'd-Color MF253'],
  ['UTAX P-C3062i MFP', 'UTAX', 'P-C3062i MFP'],
  ['TRIUMPH-ADLER 4006ci', 'Triumph-Adler', '4006ci'],
  ['Kyocera ECOSYS M2540dn', 'Kyocera', 'ECOSYS M2540dn'],
  ['FUJI XEROX ApeosPort-VI C4471', 'Fuji Xerox', 'ApeosPort-VI C4471'],
  ['FUJIFILM Apeos C7580', 'FUJIFILM', 'Apeos C7580'],
  ['Xerox AltaLink C8045', 'Xerox', 'AltaLink C8045'],
  ['Xerox Phaser 6280DN', 'Xerox', 'Phaser 6280DN'],
  ['Canon iR-ADV C5235', 'Canon', 'iR-ADV C5235'],
  ['Brother MFC-L2710DW series', 'Brother', 'MFC-L2710DW series'],
  ['Brother QL-820NWB', 'Brother', 'QL-820NWB'],
  ['EPSON WF-C5790 Series', 'Epson', 'WF-C5790 Series'],
  ['EPSON CW-C6500Au', 'Epson', 'CW-C6500Au'],
  ['SHARP MX-3570N', 'Sharp', 'MX-3570N'],
  ['Samsung SL-M4072FD', 'Samsung', 'SL-M4072FD'],
  ['OKI MC873', 'OKI', 'MC873'],
  ['Pantum M7100DW', 'Pantum', 'M7100DW'],
  ['Zebra Technologies ZTC ZD220-203dpi ZPL', 'Zebra', 'ZTC ZD220-203dpi ZPL'],
  ['SATO CL4NX', 'SATO', 'CL4NX'],
  ['TSC TTP-244', 'TSC', 'TTP-244'],
];

const digit = fc.nat(9).map(String);
const letter = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ'.split(''));
const hex = fc.constantFrom(...'0123456789ABCDEF'.split(''));
const run = (one: fc.Arbitrary<string>, length: number) =>
  fc.array(one, { minLength: length, maxLength: length }).map((parts) => parts.join(''));
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));

/**
 * Forms of serial numbers in use: X3B8022793, VNB3J99999, W492KB03439, AA2M021115700, RH28Y00024, 6509415X00,
 * CRUM-…, JPDLK00123.
 */
const serial = fc.oneof(
  joined(letter, digit, letter, run(digit, 7)),
  joined(run(letter, 3), digit, letter, run(digit, 5)),
  joined(letter, run(digit, 3), run(letter, 2), run(digit, 5)),
  joined(run(letter, 2), digit, letter, run(digit, 9)),
  joined(run(letter, 2), run(digit, 2), letter, run(digit, 5)),
  joined(run(digit, 7), letter, run(digit, 2)),
  joined(run(letter, 4), fc.constant('-'), run(digit, 11)),
  joined(run(letter, 5), run(digit, 5)),
  run(digit, 9),
);
const mac = (separator: string) =>
  fc.array(run(hex, 2), { minLength: 6, maxLength: 6 }).map((all) => all.join(separator));
const isNumbered = (text: string) => /\d/.test(text);
const address = fc.oneof(
  fc.ipV4(),
  mac(':'),
  mac('-'),
  mac('').filter(isNumbered),
  fc.ipV4().map((ip) => `http://${ip}/`),
  fc.uuid(),
  run(hex, 6)
    .filter(isNumbered)
    .map((end) => `NPI${end}`),
  run(hex, 12)
    .filter(isNumbered)
    .map((end) => `BRN${end}`),
  digit.map((number) => `copier-${number}.example.com`),
);
const version = fc.oneof(
  joined(fc.constantFrom('', 'V', 'v'), digit, fc.constant('.'), run(digit, 2), fc.constant('.'), run(digit, 2)),
  joined(fc.constant('NH'), run(digit, 2), fc.constant('.GM.N'), run(digit, 3)),
  joined(run(digit, 2), fc.constant('.'), run(digit, 2)),
  run(digit, 12),
);
/** With its label or without. */
const noise = fc.oneof(
  serial,
  serial.map((value) => `S/N ${value}`),
  serial.map((value) => `SN:${value}`),
  serial.map((value) => `Serial Number: ${value}`),
  address,
  address.map((value) => `IP: ${value}`),
  version,
  version.map((value) => `Firmware Ver.${value}`),
  version.map((value) => `version ${value}`),
  version.map((value) => `Rev.${value}`),
);

/** A text with something inserted between two of its words, or before or after all of them. */
const withNoise = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(noise, fc.nat(text.split(' ').length))
    .map(([value, source]) => text.split(' ').toSpliced(source, 0, value).join(' '));
const product = fc.constantFrom(...products);
const behind = fc.constantFrom(
  '',
  '; Engine 05.09.00, NIC V4.01',
  ' / Network Printer',
  ';V1.00.01.64 Sep-27-2010',
  ' /P',
);

describe('maker and model', () => {
  it.each(products)('%s, in any of the texts', (named, maker, model) => {
    expect(readTexts({ hrDeviceDescr: named })).toEqual([maker, model]);
    expect(readTexts({ sysDescr: named })).toEqual([maker, model]);
    expect(readTexts({ deviceId: `MFG:${maker};CMD:PJL;MDL:${model};CLS:PRINTER;` })).toEqual([maker, model]);
    expect(readTexts({ entityMaker: maker, entityModel: model })).toEqual([maker, model]);
    const { identity } = toReportOfIpp([textAttribute('printer-make-and-model', named)]);
    expect([valueOf(identity.manufacturer), valueOf(identity.model)]).toEqual([maker, model]);
  });

  it('remain unchanged, whatever serial, version or address is inserted at any position of a description', () => {
    const texts = product.chain(([named, maker, model]) =>
      fc.tuple(withNoise(named), behind, fc.constantFrom('sysDescr', 'hrDeviceDescr')).map(([text, end, source]) => ({
        source,
        text: `${text}${end}`,
        expected: [maker, model],
      })),
    );
    fc.assert(
      fc.property(texts, ({ source, text, expected }) => {
        expect(readTexts({ [source]: text })).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it('remain unchanged if the noise is in a device id or in make-and-model', () => {
    const cases = product.chain(([named, maker, model]) =>
      fc.tuple(withNoise(model), withNoise(named)).map((texts) => ({ texts, expected: [maker, model] })),
    );
    fc.assert(
      fc.property(cases, ({ texts: [inModel, inName], expected }) => {
        const id = `MFG:${expected[0]};MDL:${inModel.replaceAll(';', ' ')};CLS:PRINTER;`;
        expect(readTexts({ deviceId: id })).toEqual(expected);
        const { identity } = toReportOfIpp([textAttribute('printer-make-and-model', inName)]);
        expect([valueOf(identity.manufacturer), valueOf(identity.model)]).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });

  it('a name that a user gave the printer, its serial or host name never becomes the model if another text names it', () => {
    fc.assert(
      fc.property(product, serial, ([named, maker, model], given) => {
        const expected = [maker, model];
        expect(readTexts({ sysDescr: named, printerName: `Copy room ${given}` })).toEqual(expected);
        const { identity } = toReportOfIpp([
          names('printer-info', `Copy room ${given}`),
          octets('printer-device-id', `MFG:${maker};MDL:${model};SN:${given};`),
        ]);
        expect([valueOf(identity.manufacturer), valueOf(identity.model), valueOf(identity.serial)]).toEqual([
          ...expected,
          given,
        ]);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Dell', { sysDescr: 'Dell B3460dn', deviceId: 'MFG:Lexmark;MDL:B3460dn;' }, '641.2.1'],
    ['Develop', { deviceId: 'MFG:Develop;MDL:ineo 280;' }, '18334.1.2'],
    [
      'UTAX',
      {
        hrDeviceDescr: 'P-C3062i MFP',
        deviceId: 'MFG:UTAX;MDL:P-C3062i MFP;',
        sysDescr: 'KYOCERA Document Solutions Printing System',
      },
      '1347.41',
    ],
    ['Lanier', { sysDescr: 'LANIER MP C3501 2.01 / LANIER Network Printer C model' }, '367.1.1'],
    ['Konica Minolta', { hrDeviceDescr: 'bizhub C250i' }, undefined],
  ] as const)('%s remains the maker, whichever company built the device', (maker, texts, enterprise) => {
    expect(readTexts(texts, enterprise)[0]).toBe(maker);
  });

  it('sources that agree outweigh a single better one, and the evidence names them', () => {
    const texts = {
      hrDeviceDescr: 'Network Printer',
      sysDescr: 'Acme',
      deviceId: 'MFG:Canon;MDL:LBP712Cx;',
      entityModel: 'LBP712Cx',
    };
    const { model } = toReport(rawOf(toObjects(texts).join('\n')), head).identity;
    expect(model).toMatchObject({
      value: 'LBP712Cx',
      evidence: { name: 'ppmPrinterIEEE1284DeviceId', also: [{ name: 'entPhysicalModelName.1' }] },
    });
  });

  it('a name of several models gives way to the model that is named', () => {
    expect(readTexts({ hrDeviceDescr: 'Samsung M408x Series', sysDescr: 'Samsung M4080FX; V11.01.03' })[1]).toBe(
      'M4080FX',
    );
  });
});
