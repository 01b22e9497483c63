import { scalars } from '../../snmp/objects.ts';
import type { RawReading } from '../../snmp/read-raw.ts';
import { decideDeviceIndex } from '../decide-printer.ts';
import { toEnterprise } from '../identity.ts';
import { splitBrand } from '../manufacturer.ts';
import { rowOf, toRows, toScalar } from '../raw-table.ts';
import { toText } from '../text.ts';
import { brother } from './brother.ts';
import { canon } from './canon.ts';
import { epson } from './epson.ts';
import { fujiXerox } from './fuji-xerox.ts';
import { hp } from './hp.ts';
import { konicaMinolta } from './konica-minolta.ts';
import { kyocera } from './kyocera.ts';
import { lexmark } from './lexmark.ts';
import { oki } from './oki.ts';
import { ricoh } from './ricoh.ts';
import { samsung } from './samsung.ts';
import { sharp } from './sharp.ts';
import type { MakerTable } from './table.ts';
import { toshiba } from './toshiba.ts';
import { xerox } from './xerox.ts';

/** Tables by the number after 1.3.6.1.4.1 in sysObjectID. Several: the device is built by one of them. */
const byEnterprise: Readonly<Record<number, readonly MakerTable[]>> = {
  11: [hp],
  236: [samsung],
  253: [xerox],
  297: [fujiXerox],
  367: [ricoh],
  641: [lexmark],
  674: [samsung, xerox, lexmark],
  1129: [toshiba],
  1248: [epson],
  1347: [kyocera],
  1602: [canon],
  2001: [oki, toshiba],
  2385: [sharp],
  2435: [brother],
  18334: [konicaMinolta],
  // HP's LaserJet Pro and office inkjets have numbers of their own.
  26696: [hp],
  29999: [hp],
};

/** Tables by the brand on the front (`splitBrand`), for devices that another maker built or whose agent gives no number. */
const byBrand: Readonly<Record<string, readonly MakerTable[]>> = {
  'Toshiba TEC': [toshiba],
  'Fuji Xerox': [fujiXerox],
  FUJIFILM: [fujiXerox],
  Xerox: [xerox],
  'Konica Minolta': [konicaMinolta],
  Develop: [konicaMinolta],
  Sindoh: [konicaMinolta],
  Olivetti: [konicaMinolta, kyocera],
  Kyocera: [kyocera],
  UTAX: [kyocera],
  'Triumph-Adler': [kyocera],
  HP: [hp],
  Lexmark: [lexmark],
  Brother: [brother],
  Canon: [canon],
  Dell: [samsung, xerox, lexmark],
  Epson: [epson],
  Ricoh: [ricoh],
  Lanier: [ricoh],
  Savin: [ricoh],
  Gestetner: [ricoh],
  Nashuatec: [ricoh],
  OKI: [oki, toshiba],
  Samsung: [samsung],
  Sharp: [sharp],
};

/** The tables that may fit a device, the builder's before the brand's; none for a maker without a table. */
export function chooseTables(raw: RawReading): readonly MakerTable[] {
  const enterprise = toEnterprise(toScalar(raw, 'sysObjectID', scalars.sysObjectID));
  const device = rowOf(toRows(raw, 'hrDevice'), decideDeviceIndex(raw))?.hrDeviceDescr;
  const descriptions = [device, toScalar(raw, 'sysDescr', scalars.sysDescr)];
  const brand = descriptions
    .map((object) => splitBrand(toText(object) ?? '')?.brand)
    .find((name) => name !== undefined);
  const built = enterprise === undefined ? undefined : byEnterprise[enterprise];
  return [...new Set([...(built ?? []), ...((brand === undefined ? undefined : byBrand[brand]) ?? [])])];
}
