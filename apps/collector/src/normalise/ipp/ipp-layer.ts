import type { IppAttribute } from '../../ipp/message.ts';
import type { Layer } from '../merge/layer.ts';
import { toIppCounters } from './counters.ts';
import { toIppFirmware } from './firmware.ts';
import { toIppIdentity, toIppNamedTexts } from './identity.ts';
import { toIppInputs } from './inputs.ts';
import { toItems } from './items.ts';
import { toStateReasons } from './state-reasons.ts';
import { toIppStatus } from './status.ts';
import { toIppSupplies } from './supplies.ts';

/** What Get-Printer-Attributes said. Pure; holds only what the printer sent, each part only where it sent it. */
export function toIppLayer(attributes: readonly IppAttribute[]): Layer {
  const items = toItems(attributes);
  return {
    source: 'ipp',
    sections: {
      identity: toIppIdentity(items),
      status: toIppStatus(items),
      counters: toIppCounters(items),
      supplies: toIppSupplies(items, toStateReasons(items) ?? []),
      inputs: toIppInputs(items),
      firmware: toIppFirmware(items),
    },
    names: toIppNamedTexts(items),
  };
}
