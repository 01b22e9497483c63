import type { StatusReason } from '@platen/contract/devices';
// Types only: the schemas beside them would bring zod into every screen that names a status.
import type { detectedErrorNames, TonerColor } from '@platen/contract/report-sections';

type DetectedError = (typeof detectedErrorNames)[number];
const detectedErrors: Readonly<Record<DetectedError, true>> = {
  lowPaper: true,
  noPaper: true,
  lowToner: true,
  noToner: true,
  doorOpen: true,
  jammed: true,
  offline: true,
  serviceRequested: true,
  inputTrayMissing: true,
  outputTrayMissing: true,
  markerSupplyMissing: true,
  outputNearFull: true,
  outputFull: true,
  inputTrayEmpty: true,
  overduePreventMaint: true,
};
const tonerColors: Readonly<Record<TonerColor, true>> = {
  black: true,
  yellow: true,
  magenta: true,
  cyan: true,
  eBlue: true,
};

/** Supply types that say more than their colour; RFC 3805 prtMarkerSuppliesType, grouped by what a technician brings. */
const supplyKinds = {
  toner: 'toner',
  tonerCartridge: 'toner',
  ink: 'ink',
  inkCartridge: 'ink',
  solidInk: 'ink',
  wasteToner: 'wasteToner',
  wasteInk: 'wasteInk',
  opc: 'drum',
  developer: 'developer',
  fuser: 'fuser',
  fuserOil: 'fuser',
  fuserOiler: 'fuser',
  fuserCleaningPad: 'fuser',
  transferUnit: 'transferUnit',
  cleanerUnit: 'cleanerUnit',
  staples: 'staples',
  wastePaper: 'wastePaper',
} as const;
export type SupplyKind = (typeof supplyKinds)[keyof typeof supplyKinds];

const isKeyOf = <T extends object>(table: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(table, key);

/** The kind of supply a type or name stands for; undefined for one that has no words of ours. */
export const toSupplyKind = (type: string): SupplyKind | undefined =>
  isKeyOf(supplyKinds, type) ? supplyKinds[type] : undefined;

/** A status reason as a text key with its values, or the device's own words. */
export type ReasonWords =
  | { kind: 'own'; text: string }
  | { kind: 'deviceCode' | 'alert' | 'detectedErrorOther'; code: string }
  | { kind: 'detectedError'; name: DetectedError }
  | { kind: 'hrDevice'; state: 'down' | 'warning' | 'other' }
  | { kind: 'toner'; color: TonerColor; state: 'empty' | 'low' }
  | { kind: 'supply'; supply: SupplyKind; state: 'empty' | 'low' }
  | { kind: 'supplyOther'; state: 'empty' | 'low' }
  | { kind: 'noReport'; hours: number | undefined }
  | { kind: 'notReported' };

/**
 * Which words say a reason. Fixed meanings (bits, supplies, silence) get ours in the reader's language;
 * alerts keep the device's own words, which name tray and door better than a code of RFC 3805 could.
 */
export function toReasonWords(reason: StatusReason): ReasonWords {
  const own = reason.text?.trim() ?? '';
  const state = reason.severity === 'error' ? 'empty' : 'low';
  switch (reason.source) {
    case 'deviceCode':
      return { kind: 'deviceCode', code: reason.code };
    case 'detectedError':
      return isKeyOf(detectedErrors, reason.code)
        ? { kind: 'detectedError', name: reason.code }
        : { kind: 'detectedErrorOther', code: reason.code };
    case 'alert':
      return own === '' ? { kind: 'alert', code: reason.code } : { kind: 'own', text: own };
    case 'hrDevice':
      return { kind: 'hrDevice', state: reason.code === 'down' || reason.code === 'warning' ? reason.code : 'other' };
    case 'supply': {
      if (isKeyOf(tonerColors, reason.code)) return { kind: 'toner', color: reason.code, state };
      const supply = toSupplyKind(reason.code);
      if (supply !== undefined) return { kind: 'supply', supply, state };
      return own === '' ? { kind: 'supplyOther', state } : { kind: 'own', text: own };
    }
    case 'noReport': {
      const hours = Number(reason.code);
      return {
        kind: 'noReport',
        hours: reason.code !== '' && Number.isFinite(hours) && hours >= 0 ? hours : undefined,
      };
    }
    case 'notReported':
      return { kind: 'notReported' };
  }
}
