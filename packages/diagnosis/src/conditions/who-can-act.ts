import type { StatusReason } from '@platen/contract/devices';
import type { ConditionKind, WhoCanAct } from '@platen/contract/worklist-names';
import { decideErrorCategory } from '../error-category.ts';
import type { Identity } from './model.ts';

/** Who can act on a condition of a kind, where the device does not report it (QF-01). */
const byKind: Readonly<Record<ConditionKind, WhoCanAct>> = {
  down: 'technician',
  errorRepeat: 'technician',
  part: 'technician',
  supply: 'user',
  /** Power and network of the device, by a person on site. */
  stopped: 'trainedUser',
  counterBreak: 'manager',
  identity: 'manager',
  codeLimit: 'technician',
  codeChanged: 'technician',
  storage: 'technician',
  firmware: 'technician',
  collector: 'manager',
  rule: 'technician',
  outbreak: 'manager',
  person: 'technician',
};

/** Service calls that a user clears: the chip of a cartridge, a full waste box (facts of the catalogue). */
const isUsersCall = (code: string): boolean => (code >= 'C910' && code <= 'C915') || code === 'CD72';

/**
 * By the series of a device code: jams and what a user clears; undefined for a text that is no device code.
 */
function byCode(code: string): WhoCanAct | undefined {
  if (!/^[A-F][0-9A-F]{3}$/.test(code)) return undefined;
  return decideErrorCategory(code) === 'serviceCall' && !isUsersCall(code) ? 'technician' : 'user';
}

/** Bits and alerts of a paper jam, which the person at the device clears. */
const jams: ReadonlySet<string> = new Set(['detectedError jammed', 'alert 8']);

/**
 * Who can act on a reason of the status (QF-01): as the alert reports it, else by the series of the device
 * code, else by its kind: a jam is the user's, any other error the technician's.
 */
export function whoCanActOnReason({ source, code, whoCanAct }: StatusReason): WhoCanAct {
  if (whoCanAct !== undefined) return whoCanAct;
  const known = source === 'deviceCode' ? byCode(code) : undefined;
  return known ?? (jams.has(`${source} ${code}`) ? 'user' : 'technician');
}

/** Supplies that wear out are replaced by a technician; cartridges and waste boxes by the user. */
const isPartSupply = (subject: string): boolean =>
  /^(opc|fuser|developer|transferUnit|coronaWire|cleanerUnit|fuserOil|fuserCleaning)/.test(subject);

/** Who can act on a condition (QF-01). Of `down` the log holds only what a technician must act on. */
export function whoCanActOn({ kind, subject }: Identity): WhoCanAct {
  if (kind === 'supply' && isPartSupply(subject)) return 'technician';
  if (kind === 'outbreak' && isKind(subject)) return byKind[subject];
  return byKind[kind];
}

const isKind = (name: string): name is ConditionKind => name in byKind;
