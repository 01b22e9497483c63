import type { DeviceReport } from '@platen/contract/report';
import { toEvidence } from '../evidence.ts';
import { cutText, toText } from '../text.ts';
import type { Claim } from './claims.ts';
import { toMeant } from './to-identity.ts';

type Firmware = NonNullable<DeviceReport['firmware']>;

/** Texts that stand where a unit has no version of its own. */
const noVersion = /^([-. ]+|registered|none|n\/a|unknown)$/i;

/** Versions by field, the first claim to each; undefined when there is none. */
export function toFirmware(claims: readonly Claim[]): Firmware | undefined {
  const firmware: Firmware = {};
  for (const { means, object } of claims) {
    if (means.is !== 'firmware' || firmware[means.field] !== undefined) continue;
    const value = toMeant(toText(object), means.pattern);
    if (value === undefined || noVersion.test(value)) continue;
    firmware[means.field] = {
      state: 'measured',
      value: cutText(value, 256),
      evidence: toEvidence(object, 'makersObject'),
    };
  }
  return Object.keys(firmware).length > 0 ? firmware : undefined;
}
