import { dayMs } from '@platen/contract/constants';
import type { Machine } from './machine.ts';
import type { State } from './state.ts';

/**
 * One row of prtAlertTable and the bits of hrPrinterDetectedErrorState that go with it (RFC 3805, RFC 2790).
 */
export interface Alert {
  /** critical 3, warning 4. */
  severity: number;
  /** untrained 3, field service 5. */
  training: number;
  group: number;
  groupIndex: number;
  location: number;
  code: number;
  description: string;
  /** Bits, 0 the most significant of the first octet. */
  bits: number[];
  since: number;
}

const bit = {
  lowToner: 2,
  noToner: 3,
  doorOpen: 4,
  jammed: 5,
  serviceRequested: 7,
  inputTrayEmpty: 13,
} as const;

/** Alerts of the device, most severe first. */
export function toAlerts(machine: Machine, state: State): Alert[] {
  return [...toTroubleAlerts(machine, state), ...toSupplyAlerts(machine, state)].sort(
    (a, b) => a.severity - b.severity,
  );
}

function toTroubleAlerts(machine: Machine, { trouble, trays }: State): Alert[] {
  if (trouble === undefined) return [];
  const { words } = machine;
  const base = { severity: 3, training: 3, groupIndex: trouble.place + 1, location: -2, since: trouble.from };
  switch (trouble.kind) {
    case 'jam':
      // mediaPath 13, jam 8
      return [{ ...base, group: 13, code: 8, description: words.jam, bits: [bit.jammed] }];
    case 'doorOpen':
      // cover 6, coverOpen 3
      return [{ ...base, group: 6, code: 3, description: words.doorOpen, bits: [bit.doorOpen] }];
    case 'trayEmpty': {
      // input 8, inputMediaSupplyEmpty 808; other trays still feed, so it is a warning
      const description = words.trayEmpty(trays[trouble.place]?.shape.name ?? '');
      return [{ ...base, severity: 4, group: 8, code: 808, description, bits: [bit.inputTrayEmpty] }];
    }
    case 'serviceCall':
      break;
  }
  // generalPrinter 5, unknown 2; it goes on printing, so it is a warning to the machine
  return [
    {
      ...base,
      severity: 4,
      training: 5,
      group: 5,
      groupIndex: 1,
      code: 2,
      description: words.serviceCall,
      bits: [bit.serviceRequested],
    },
  ];
}

function toSupplyAlerts(machine: Machine, state: State): Alert[] {
  return state.supplies.flatMap((supply, i): Alert[] => {
    if (!supply.low) return [];
    const { shape, empty } = supply;
    const ink = machine.markTech === 12;
    const base = { training: 3, group: 11, groupIndex: i + 1, location: -2, since: state.at - (state.at % dayMs) };
    const description = empty ? machine.words.empty(shape.description) : machine.words.low(shape.description);
    // markerWasteTonerReceptacleAlmostFull 1107 / Full 1109, ink 1108 / 1110
    if (shape.receptacle === true)
      return [{ ...base, severity: empty ? 3 : 4, code: (empty ? 1109 : 1107) + (ink ? 1 : 0), description, bits: [] }];
    // Drums and fusers: subunitLifeAlmostOver 10, subunitLifeOver 11
    if (shape.color === undefined || shape.type === 9)
      return [{ ...base, severity: 4, training: 5, code: empty ? 11 : 10, description, bits: [] }];
    // markerTonerEmpty 1101 / AlmostEmpty 1104, ink 1102 / 1105
    const code = (empty ? 1101 : 1104) + (ink ? 1 : 0);
    return [{ ...base, severity: empty ? 3 : 4, code, description, bits: [empty ? bit.noToner : bit.lowToner] }];
  });
}

/**
 * The octets of hrPrinterDetectedErrorState: two, as long as the highest named bit needs; one where only low
 * ones are set.
 */
export function toErrorOctets(alerts: readonly Alert[]): Buffer {
  const bits = alerts.flatMap((alert) => alert.bits);
  const octets = Buffer.alloc(bits.some((number) => number > 7) ? 2 : 1);
  for (const number of bits) {
    const at = number >> 3;
    octets[at] = (octets[at] ?? 0) | (0x80 >> (number & 7));
  }
  return octets;
}
