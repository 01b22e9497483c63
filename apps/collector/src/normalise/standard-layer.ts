import type { RawReading } from '../snmp/read-raw.ts';
import { toCounters } from './counters.ts';
import { decideDeviceIndex } from './decide-printer.ts';
import { toFirmware } from './firmware.ts';
import { toIdentity, toNamedTexts } from './identity.ts';
import type { Layer } from './merge/layer.ts';
import { toNetwork } from './network.ts';
import { toCovers, toInputs } from './paper.ts';
import { toStatus } from './status.ts';
import { toSupplies } from './supplies.ts';

/** What Host Resources and the Printer-MIB say: each section only where its table was read to the end. Pure. */
export function toStandardLayer(raw: RawReading): Layer {
  const deviceIndex = decideDeviceIndex(raw);
  return {
    source: 'standard',
    sections: {
      identity: toIdentity(raw, deviceIndex),
      status: toStatus(raw, deviceIndex),
      counters: toCounters(raw),
      supplies: toSupplies(raw),
      inputs: toInputs(raw),
      covers: toCovers(raw),
      firmware: toFirmware(raw, deviceIndex),
      network: toNetwork(raw),
    },
    names: toNamedTexts(raw, deviceIndex),
  };
}
