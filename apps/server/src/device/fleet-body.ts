import type { FleetCodes } from '@platen/diagnosis/codes/fleet-codes';
import { type LevelRules, toLevelRules, toUsualCodes, type UsualCodes } from '@platen/diagnosis/codes/kept-codes';

/** What `fleet_code` holds: of a model what is usual, of a line how values are judged. A body of another form reads as not known. */
export type FleetBody = { readonly usual: UsualCodes } | { readonly levels: LevelRules };

export const toFleetBody = (scope: 'model' | 'line', fleet: FleetCodes): FleetBody =>
  scope === 'model' ? { usual: toUsualCodes(fleet) } : { levels: toLevelRules(fleet) };
