import { adviceComponentCodes } from '@platen/contract/advice';
import { unitCodes, variantCodes } from '@platen/contract/advice-ids';
import { adviceMessage } from './advice/advice-message.ts';
import { partNameOfCode } from './families/parts.ts';
import type { Locale } from './locale.ts';
import { isKeyOf } from './supply-phrase.ts';

/**
 * The name of a part by the subject of its condition (`drum.yellow`, `feedRoller.CST1`, `fuser`, `part.6340`)
 * or by its code (`6340`): the words of its advice, else those of the maintenance parts. Undefined for a part
 * that neither knows.
 */
export function partWords(subject: string, locale: Locale): string | undefined {
  const [type = '', which] = subject.split('.');
  const code = type === 'part' ? which : type;
  if (code !== undefined && /^\d{4}$/.test(code)) return partNameOfCode(code, locale);
  const component = type === 'feedRoller' ? 'feedParts' : type;
  if (!isKeyOf(adviceComponentCodes, component)) return undefined;
  const unit = which !== undefined && isKeyOf(unitCodes, which) ? which : 'whole';
  const variant = which !== undefined && isKeyOf(variantCodes, which) ? which : 'any';
  return adviceMessage(`${adviceComponentCodes[component]}${unitCodes[unit]}${variantCodes[variant]}00`, locale);
}

/** Components that are cleaned or checked first; the others are replaced. */
const checked: ReadonlySet<string> = new Set(['CE20', 'CE40', 'laserUnit', 'polygonalMotor', 'imageQualitySensor']);

/** Whether a visit checks this part before it replaces anything. */
export const isCheckedFirst = (subject: string): boolean => checked.has(subject.split('.')[0] ?? '');
