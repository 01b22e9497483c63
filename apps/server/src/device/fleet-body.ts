import type { FleetCodes } from '@platen/diagnosis/codes/fleet-codes';
import { type LevelRules, toLevelRules, toUsualCodes, type UsualCodes } from '@platen/diagnosis/codes/kept-codes';
import type { FleetUse } from './fleet-line.ts';

/** What `fleet_code` holds: what is usual, or how values are judged. A body of another form reads as not known. */
export type FleetBody = { readonly usual: UsualCodes } | { readonly levels: LevelRules };

export const toFleetBody = (use: FleetUse, fleet: FleetCodes): FleetBody =>
  use === 'usual' ? { usual: toUsualCodes(fleet) } : { levels: toLevelRules(fleet) };
