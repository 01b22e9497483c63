import type { MachineAnswer } from '@platen/contract/machine';

const idle = { availability: 'idle', alert: null, offline: false } as const;

/** A device that reports all of the tab: a tray that is empty, one that is faulty, an open cover. */
export const richMachine = (): MachineAnswer => ({
  readAt: '2026-11-20T13:58:00Z',
  panelText: 'Add paper: Drawer 2',
  documentFeeder: 'DSDF',
  finisher: 'Finisher MJ-1109',
  fax: null,
  alerts: [
    { index: '3', severity: 'info', code: 804, text: 'Paper type changed', whoCanAct: null, since: null },
    {
      index: '1',
      severity: 'error',
      code: 8,
      text: 'Misfeed inside: Drawer 1',
      whoCanAct: 'technician',
      since: '2026-11-20T11:40:00Z',
    },
    { index: '2', severity: 'warning', code: 808, text: null, whoCanAct: 'user', since: '2026-11-20T13:31:00Z' },
  ],
  trays: [
    tray('1.1', 'Drawer 1', 'Plain', 40, { ...idle, availability: 'broken', alert: 'critical' }),
    tray('1.2', 'Drawer 2', 'Recycled Paper', 0, { ...idle, availability: 'onRequest', alert: 'nonCritical' }),
    { ...tray('1.3', null, null, null, null), size: null, unit: null, capacity: null },
  ],
  bins: [{ index: '1.1', name: 'Inner bin', type: 'unRemovableBin', level: measured(80), state: idle }],
  covers: [
    { index: '1.1', name: 'Front cover', state: 'coverClosed' },
    { index: '1.2', name: 'Right side door', state: 'coverOpen' },
    { index: '1.3', name: null, state: null },
  ],
  counters: [
    { label: null, unit: 'sheets', value: 12_400 },
    { label: 'duplex-page-count', unit: 'unknown', value: 41_020 },
  ],
  mediaReady: ['iso_a4_210x297mm'],
  links: [{ name: 'eth0', state: 'up' }],
});

/** A device that reports nothing of it. */
export const silentMachine = (): MachineAnswer => ({
  readAt: null,
  panelText: null,
  documentFeeder: null,
  finisher: null,
  fax: null,
  alerts: null,
  trays: null,
  bins: null,
  covers: null,
  counters: [],
  mediaReady: null,
  links: null,
});

type Tray = NonNullable<MachineAnswer['trays']>[number];

function measured(percent: number): Tray['level'] {
  return { percent, state: 'measured' };
}

function tray(
  index: string,
  name: string | null,
  media: string | null,
  percent: number | null,
  state: Tray['state'],
): Tray {
  return {
    index,
    name,
    type: 'sheetFeedAutoRemovableTray',
    media,
    size: { feedMm: 297, crossMm: 210 },
    unit: 'sheets',
    capacity: 550,
    count: percent === null ? null : (550 * percent) / 100,
    level: percent === null ? { percent: null, state: 'someRemaining' } : measured(percent),
    state,
  };
}
