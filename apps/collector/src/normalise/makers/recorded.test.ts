import { describe, expect, it } from 'vitest';
import { toCounterLines, toTotalLines, toVersions, valueOf } from '../../../test/expected.ts';
import { hasRecordedPrinters, recordedPrinter } from '../../../test/raw.ts';
import { toReport } from '../to-report.ts';

const head = { observedAt: new Date('2026-01-31T12:00:00Z'), collectorName: 'n', collectorVersion: 'v', address: 'a' };
const read = (name: string) => toReport(recordedPrinter(name), head);

if (!hasRecordedPrinters) console.log('skipped: no recorded printers (PLATEN_RECORDINGS names a folder)');

/** Values read by hand from the recordings; a sum is one that the device's own values make. */
describe.skipIf(!hasRecordedPrinters)(
  'recorded printers, objects of their makers in addition to the Printer-MIB',
  () => {
    it('Kyocera: counters by function and colour, which add up to the total of printed pages; firmware of system and engine', () => {
      const report = read('pm-kyocera_cs4053');
      expect(toCounterLines(report)).toEqual([
        'all/all/all 76064 impressions', // 14730 + 25870 + 19124 + 13847 + 2493
        'copy/all/all 32971 impressions',
        'copy/black/all 19124 impressions',
        'copy/color/all 13847 impressions',
        'copy/singleColor/all 0 impressions',
        'fax/all/all 2493 impressions',
        'fax/black/all 2493 impressions',
        'print/all/all 40600 impressions',
        'print/black/all 14730 impressions',
        'print/color/all 25870 impressions',
        'print/singleColor/all 0 impressions',
        'scan/all/all 219030 sides',
      ]);
      // The life count counts more than printed pages: it is neither overwritten nor contradicted.
      expect(toTotalLines(report)).toEqual(['total 76498 impressions']);
      expect(JSON.stringify(report)).not.toContain('contradictedBy');
      expect(toVersions(report)).toEqual({ system: '2V8_S000.002.801', engine: '2V8_1000.005.001' });
      expect(valueOf(report.identity.serial)).toBe('RH28Y00024');
      expect(valueOf(report.identity.deviceId)).toMatch(/^ID:CS 4053ci;MFG:Kyocera;/);
    });

    it('Kyocera: serial, model and firmware of a device that has nothing else', () => {
      const { identity, firmware } = read('kyocera');
      expect(identity.serial).toMatchObject({
        value: 'QUV9600664',
        evidence: { rule: 'makersObject', source: '1.3.6.1.4.1.1347.43.5.1.1.28.1', raw: 'QUV9600664' },
      });
      expect(valueOf(identity.model)).toBe('FS-1028MFP');
      expect(valueOf(firmware?.system)).toBe('2H9_2F00.002.002');
    });

    it('Sharp: every counter by its label; the colours make the total', () => {
      const report = read('sharp');
      expect(toTotalLines(report)).toEqual([
        'total 121104 impressions', // 29940 + 91164
        'color 29940 impressions',
        'black 91164 impressions',
      ]);
      expect(toCounterLines(report)).toEqual([
        'all/singleColor/all 0 impressions',
        'all/twoColor/all 0 impressions',
        'copy/all/all 38804 impressions',
        'copy/black/all 37485 impressions',
        'copy/color/all 1319 impressions',
        'copy/singleColor/all 0 impressions',
        'copy/twoColor/all 0 impressions',
        'other/black/all 48 impressions',
        'other/color/all 38 impressions',
        'print/all/all 82214 impressions',
        'print/black/all 53631 impressions',
        'print/color/all 28583 impressions',
        'scan/all/all 13534 sides',
        'scan/black/all 6170 sides',
        'scan/color/all 7364 sides',
      ]);
      expect(report.counters?.labelled?.map(({ label, unit, reading }) => [label, unit, valueOf(reading)])).toEqual([
        ['Duplex', 'unknown', 41_020],
        ['Document Feeder', 'unknown', 12_441],
      ]);
      expect(toVersions(report)).toEqual({ system: '1.04' });
    });

    it('Konica Minolta: copies and prints by colour, duplex and scans; the unit is not known', () => {
      const report = read('konica_c250i');
      expect(toCounterLines(report)).toEqual([
        'copy/black/all 3672 unknown',
        'copy/color/all 544 unknown',
        'print/black/all 22876 unknown',
        'print/color/all 6711 unknown',
        'scan/all/all 5653 unknown',
      ]);
      expect(toTotalLines(report)).toEqual(['total 33810 unknown', 'duplexSheets 7357 unknown']);
      expect(toVersions(report)).toEqual({ system: '1.102' });
    });

    it('Brother: the serial is the one of the maintenance tree, not the truncated one; the firmware text has its version', () => {
      const { identity, firmware } = read('brother');
      expect(identity.serial).toMatchObject({
        value: '000A5J431816',
        evidence: { source: '1.3.6.1.4.1.2435.2.3.9.4.2.1.5.5.1.0' },
      });
      expect(valueOf(identity.model)).toBe('MFC-L2710DW series');
      expect(firmware?.system?.evidence?.contradictedBy).toMatchObject([{ raw: 'Firmware Ver.Q' }]);
    });

    it('Ricoh: serial, model and version agree with the standard ones and contradict nothing', () => {
      const report = read('ricoh_mpc3002');
      expect(valueOf(report.identity.serial)).toBe('W492KB03439');
      expect(toVersions(report)).toEqual({ system: '2.20' });
      expect(JSON.stringify(report)).not.toContain('contradictedBy');
    });

    it('Epson: versions by their labels, serial and device id', () => {
      const report = read('pm-epson_cw');
      expect(toVersions(report)).toEqual({ system: 'TS20P2', NIC: '03.77' });
      expect(valueOf(report.identity.serial)).toBe('X7F4008528');
      expect(valueOf(report.identity.deviceId)).toMatch(/^MFG:EPSON;CMD:ESCLABEL;/);
      expect(JSON.stringify(report)).not.toContain('contradictedBy');
    });

    it('Canon: version of the product', () => {
      expect(toVersions(read('canonprinter_tm'))).toEqual({ system: '01.21' });
    });

    it('Xerox: the serials of supplies are in their descriptions; `unknown` is none', () => {
      const { supplies, identity } = read('xerox');
      expect(supplies?.map((supply) => valueOf(supply.serial))).toEqual([
        '48178080E0000481',
        '461E7A80E0000489',
        '45304780E0000489',
        '4E0B8980E000048A',
        '5238EF80E000048E',
        '52100780E000048E',
        '52374F80E000048E',
        '5234E480E000048E',
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      expect(valueOf(identity.deviceId)).toMatch(/MDL:AltaLink C8045;/);
    });

    it('Samsung: the serial after its label in the description; an empty label of a cartridge is none', () => {
      expect(read('samsungprinter_clx').identity.serial).toMatchObject({
        value: 'AAAAAAA000AAAA000',
        evidence: { rule: 'fromDescription', name: 'sysDescr.0' },
      });
      expect(read('samsungprinter_m4080fx').supplies?.some((supply) => supply.serial !== undefined)).toBe(false);
    });

    it('HP: the serial behind its label in the description of the network card', () => {
      expect(read('jetdirect_m252dw').identity.serial).toMatchObject({
        value: 'VNB3J99999',
        evidence: { rule: 'fromDescription', name: 'sysDescr.0' },
      });
    });

    it('HP and OKI: the device id, which names no serial, gives none', () => {
      for (const name of ['jetdirect_m880', 'okilan_9450g']) {
        const { identity } = read(name);
        expect(identity.deviceId?.evidence).toMatchObject({ name: 'gdStatusId', rule: 'makersObject' });
        expect(identity.serial).toBeUndefined();
      }
    });

    it.each(['fujifilmprinter_c7580', 'toshiba-tec', 'toshiba-tec_ev4', 'dell-laser_mfp', 'developprinter', 'zebra_1'])(
      '%s: no objects of a maker were recorded, and none are reported',
      (name) => {
        const report = JSON.stringify(read(name));
        expect(report).not.toContain('makersObject');
        expect(report).not.toContain('byFunction');
      },
    );
  },
);
