import { collectors, northDetail, northId, stopped } from '../../apps/portal/test/collectors/data.ts';
import { codeSetting, fleetCodes, plainCodes } from '../../apps/portal/test/device/codes.ts';
import { richCounter, silentCounter } from '../../apps/portal/test/device/counter-data.ts';
import { evidence, firmware, nic, poorProfile, richProfile } from '../../apps/portal/test/device/device-data.ts';
import { jams, logs, silentJams, trend } from '../../apps/portal/test/device/errors-data.ts';
import { richMachine, silentMachine } from '../../apps/portal/test/device/machine-data.ts';
import { noPredictions, predictionAnswers } from '../../apps/portal/test/device/prediction-data.ts';
import { pmParts, silentToner, toner } from '../../apps/portal/test/device/supplies-data.ts';
import { needed, fuserNeed as partNeed } from '../../apps/portal/test/parts-needed/data.ts';
import { devices } from './devices.ts';

/** What a screen is shown in: everything there, on its way, nothing there, refused. */
export const states = ['full', 'loading', 'empty', 'failed'] as const;
export type State = (typeof states)[number];

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

const good = (body: unknown, headers: Record<string, string> = {}): Answer => ({ status: 200, body, headers });
const refused: Answer = { status: 500, body: { errorCode: 201000, detail: [] } };

/** Calls that the frame of every screen makes: they are answered in every state. */
const always: Readonly<Record<string, unknown>> = {
  '/v1/termsOfUse': { version: '1.0.1', status: 'OK' },
  '/v1/users/loginAt': { status: 'OK' },
  '/v1/users/me': { groups: [{ groupId: 1, name: 'North' }], role: 'service' },
  // The visits of the user, whose packs are stored once the screen is there.
  '/v1/visits': {
    visits: [],
    head: {
      today: 0,
      devicesToday: 0,
      underWay: 0,
      doneToday: 0,
      mine: 0,
      open: 0,
      drafts: 0,
      overdue: 0,
      toRead: 0,
      done: 0,
    },
    today: '2026-11-26',
    zone: 'UTC',
    workingHours: null,
  },
};

const notices = [
  {
    id: '0193e0a0-0000-7000-8000-00000000000a',
    publishedAt: '2026-06-01T08:00:00Z',
    content: 'Firmware T130SY0Y2001 is released.',
  },
  {
    id: '0193e0a0-0000-7000-8000-00000000000b',
    publishedAt: '2026-05-12T08:00:00Z',
    content: 'Maintenance on Saturday, 22:00–23:00 UTC.',
  },
];

const full = (): Record<string, unknown> => ({
  profile: richProfile(),
  evidence: evidence(),
  firmware: firmware(),
  networkInformation: { nic_1st: nic(61), nic_2nd: nic(62) },
  machine: richMachine(),
  counter: richCounter(),
  jams: jams(),
  logs: logs(),
  monthly: trend(),
  '05': fleetCodes(),
  '08': fleetCodes(200),
  '13': plainCodes(),
  setting: codeSetting(),
  PMParts: pmParts(['6342', '6321', '6422', '6250']),
  toner: toner(),
  ...bodies(predictionAnswers()),
});

const empty = (): Record<string, unknown> => ({
  ...full(),
  profile: poorProfile(),
  evidence: { evidence: {} },
  firmware: Object.fromEntries(Object.keys(firmware()).map((part) => [part, null])),
  networkInformation: { nic_1st: null, nic_2nd: null },
  machine: silentMachine(),
  counter: silentCounter(),
  jams: silentJams(),
  logs: { errorLogs: [] },
  monthly: { monthly: [] },
  '05': { codes: [] },
  '08': { codes: [] },
  '13': { codes: [] },
  PMParts: { threshold: 100, parts: [] },
  toner: silentToner(),
  ...bodies(noPredictions()),
});

const bodies = (answers: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [
      call,
      typeof answer === 'object' && answer !== null && 'body' in answer ? answer.body : null,
    ]),
  );

const lists: Readonly<Record<string, { readonly name: string; readonly rows: readonly unknown[] }>> = {
  '/v1/collectors': { name: 'collectors', rows: collectors },
  '/v1/devices/stopped': { name: 'devices', rows: stopped },
};

/** The answer to a call in a state; undefined: none comes. */
export function answerOf(path: string, state: State): Answer | undefined {
  const known = always[path];
  if (known !== undefined) return good(known);
  if (path === '/v1/notifications') return good({ notifications: state === 'full' ? notices : [] });
  if (state === 'loading') return undefined;
  if (state === 'failed') return refused;
  if (path === '/v1/devices' || path === '/v1/devices/search') {
    const rows = state === 'full' ? devices() : [];
    return good({ devices: rows }, { 'has-more': 'False', 'total-count': String(rows.length) });
  }
  const list = lists[path];
  if (list !== undefined) {
    const [name, rows] = [list.name, state === 'full' ? list.rows : []];
    return good({ [name]: rows }, { 'has-more': 'False', 'total-count': String(rows.length) });
  }
  if (path === `/v1/collector/${northId}`) return good(northDetail);
  if (path === '/v1/parts/needed') return good(state === 'full' ? needed : { ...needed, parts: [] });
  if (path === '/v1/parts/needed/devices') return good(partNeed);
  const body = (state === 'full' ? full() : empty())[path.split('/').at(-1) ?? ''];
  return body === undefined ? { status: 404, body: { errorCode: 204001, detail: [] } } : good(body);
}
