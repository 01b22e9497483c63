import { type Alert, toAlerts, toErrorOctets } from '../model/alerts.ts';
import type { Machine } from '../model/machine.ts';
import type { State } from '../model/state.ts';
import type { Entry, Oid, Value } from '../snmp/view.ts';

const mib2 = [1, 3, 6, 1, 2, 1];
const printer = [...mib2, 43];
const hrDevice = [...mib2, 25, 3, 2, 1];
const hrPrinter = [...mib2, 25, 3, 5, 1];
/** hrDeviceIndex of the printer, and the index of its loopback's neighbour, the network interface. */
const device = 1;
const nic = 2;

const integer = (value: number): Value => ({ type: 'integer', value });
const text = (value: string): Value => ({ type: 'octets', value: Buffer.from(value, 'utf8') });
const octets = (value: Buffer): Value => ({ type: 'octets', value });
const oid = (value: Oid): Value => ({ type: 'oid', value });
const ticks = (ms: number): Value => ({ type: 'ticks', value: Math.max(0, Math.floor(ms / 10)) });

/** Everything a machine says over SNMP at a moment; the order is the view's matter. */
export function toEntries(machine: Machine, state: State): Entry[] {
  const alerts = toAlerts(machine, state);
  return [
    ...toSystem(machine, state),
    ...toInterfaces(machine, state),
    ...toHost(machine, state, alerts),
    ...toGeneral(machine, state, alerts),
    ...toTrays(state),
    ...toMarker(machine, state),
    ...toAlertTable(state, alerts),
  ];
}

/** The cells of one row, by column. */
function row(table: Oid, index: readonly number[], columns: Readonly<Record<number, Value>>): Entry[] {
  return Object.entries(columns).map(([column, value]) => ({ oid: [...table, Number(column), ...index], value }));
}

function scalars(base: Oid, columns: Readonly<Record<number, Value>>): Entry[] {
  return row(base, [0], columns);
}

function toSystem(machine: Machine, state: State): Entry[] {
  return scalars([...mib2, 1], {
    1: text(machine.sysDescr(machine.firmware)),
    2: oid([1, 3, 6, 1, 4, 1, 32_473, machine.product]),
    3: ticks(state.upMs),
    4: text('service@platen.example'),
    5: text(machine.name),
    6: text(machine.location),
    7: integer(72),
  });
}

function toInterfaces(machine: Machine, state: State): Entry[] {
  const table = [...mib2, 2, 2, 1];
  const traffic = state.pages * 90_000;
  const address = [...machine.address];
  const gateway = [...address.slice(0, 3), 1];
  return [
    ...scalars([...mib2, 2], { 1: integer(2) }),
    ...row(table, [1], {
      1: integer(1),
      2: text('lo'),
      3: integer(24),
      6: octets(Buffer.alloc(0)),
      7: integer(1),
      8: integer(1),
    }),
    ...row(table, [nic], {
      1: integer(nic),
      2: text('eth0'),
      3: integer(6),
      4: integer(1500),
      5: { type: 'gauge32', value: 1_000_000_000 },
      6: octets(Buffer.from(machine.mac)),
      7: integer(1),
      8: integer(1),
      10: { type: 'counter32', value: traffic },
      16: { type: 'counter32', value: Math.floor(traffic / 40) },
    }),
    ...row([...mib2, 4, 20, 1], address, {
      1: { type: 'address', value: address },
      2: integer(nic),
      3: { type: 'address', value: [255, 255, 255, 0] },
    }),
    ...row([...mib2, 4, 20, 1], [127, 0, 0, 1], {
      1: { type: 'address', value: [127, 0, 0, 1] },
      2: integer(1),
      3: { type: 'address', value: [255, 0, 0, 0] },
    }),
    ...row([...mib2, 4, 21, 1], [0, 0, 0, 0], {
      1: { type: 'address', value: [0, 0, 0, 0] },
      2: integer(nic),
      7: { type: 'address', value: gateway },
      8: integer(4),
    }),
  ];
}

function toHost(machine: Machine, state: State, alerts: readonly Alert[]): Entry[] {
  const stopped = alerts.some((alert) => alert.severity === 3);
  return [
    ...row(hrDevice, [device], {
      1: integer(device),
      2: oid([...mib2, 25, 3, 1, 5]),
      3: text(`${machine.maker} ${machine.model}`),
      4: oid([0, 0]),
      // running 2, warning 3, down 5
      5: integer(stopped ? 5 : alerts.length > 0 ? 3 : 2),
      6: { type: 'counter32', value: 0 },
    }),
    // other 1, idle 3, printing 4
    ...row(hrPrinter, [device], {
      1: integer(stopped ? 1 : state.printing ? 4 : 3),
      2: octets(toErrorOctets(alerts)),
    }),
  ];
}

function toGeneral(machine: Machine, state: State, alerts: readonly Alert[]): Entry[] {
  const open = state.trouble?.kind === 'doorOpen' ? state.trouble.place : -1;
  const { words } = machine;
  const console = alerts[0]?.description ?? (state.printing ? words.printing : words.ready);
  return [
    ...row([...printer, 5, 1, 1], [device], {
      1: { type: 'counter32', value: 1 },
      2: integer(1),
      16: text(machine.name),
      17: text(machine.serial),
      18: { type: 'counter32', value: alerts.filter((alert) => alert.severity === 3).length },
      19: { type: 'counter32', value: alerts.length },
    }),
    // coverOpen 3, coverClosed 4
    ...machine.covers.flatMap((cover, i) =>
      row([...printer, 6, 1, 1], [device, i + 1], { 2: text(cover.description), 3: integer(i === open ? 3 : 4) }),
    ),
    // IANA character set 106: UTF-8
    ...row([...printer, 7, 1, 1], [device, 1], { 2: text('en'), 3: text('US'), 4: integer(106) }),
    ...row([...printer, 16, 5, 1], [device, 1], { 2: text(console) }),
  ];
}

function toTrays(state: State): Entry[] {
  return [
    ...state.trays.flatMap(({ shape, sheets }, i) =>
      row([...printer, 8, 2, 1], [device, i + 1], {
        2: integer(shape.type),
        // micrometers 4, of the side that is fed first and of the other one
        3: integer(4),
        6: integer(shape.feedMm * 1000),
        7: integer(shape.crossMm * 1000),
        8: integer(8),
        9: integer(shape.capacity),
        10: integer(sheets),
        // available and idle 0, unavailable on request 1 with a critical alert 16
        11: integer(sheets === 0 ? 17 : 0),
        12: text(shape.media),
        13: text(shape.name),
        18: text(shape.description),
      }),
    ),
    ...row([...printer, 9, 2, 1], [device, 1], {
      2: integer(3),
      3: integer(8),
      4: integer(250),
      5: integer(-3),
      6: integer(0),
      7: text('Inner Bin'),
    }),
  ];
}

function toMarker(machine: Machine, state: State): Entry[] {
  const colors = [...new Set(machine.supplies.flatMap((shape) => shape.color ?? []))];
  const sheets = machine.counterUnit === 8;
  return [
    ...row([...printer, 10, 2, 1], [device, 1], {
      2: integer(machine.markTech),
      3: integer(machine.counterUnit),
      4: { type: 'counter32', value: sheets ? Math.ceil(state.pages * 0.8) : state.pages },
      5: { type: 'counter32', value: sheets ? Math.ceil(state.pagesSinceStart * 0.8) : state.pagesSinceStart },
      6: integer(colors.length),
      7: integer(0),
      15: integer(0),
    }),
    ...state.supplies.flatMap(({ shape, level, capacity }, i) =>
      row([...printer, 11, 1, 1], [device, i + 1], {
        2: integer(1),
        3: integer(shape.color === undefined ? 0 : colors.indexOf(shape.color) + 1),
        4: integer(shape.receptacle === true ? 4 : 3),
        5: integer(shape.type),
        6: text(shape.description),
        7: integer(shape.unit),
        8: integer(capacity),
        9: integer(level),
      }),
    ),
    ...colors.flatMap((color, i) =>
      row([...printer, 12, 1, 1], [device, i + 1], { 2: integer(1), 3: integer(3), 4: text(color), 5: integer(256) }),
    ),
  ];
}

function toAlertTable(state: State, alerts: readonly Alert[]): Entry[] {
  return alerts.flatMap((alert, i) =>
    row([...printer, 18, 1, 1], [device, i + 1], {
      2: integer(alert.severity),
      3: integer(alert.training),
      4: integer(alert.group),
      5: integer(alert.groupIndex),
      6: integer(alert.location),
      7: integer(alert.code),
      8: text(alert.description),
      9: ticks(state.upMs - (state.at - alert.since)),
    }),
  );
}
