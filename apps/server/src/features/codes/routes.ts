import type { readCode05, readCode13 } from '@platen/contract/codes';
import * as codes from '@platen/contract/codes';
import type { AnswerOf, BodyOf, QueryOf } from '@platen/contract/endpoint';
import { levelBy, scaleBy } from '@platen/diagnosis/codes/stored-codes';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { toInstant } from '../../device/counters.ts';
import { comparisonOf, toDeviceStep, toScopeName } from '../../device/fleet-line.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { serve } from '../../kit/serve.ts';
import { checkThresholds, readSetting, writeSetting } from './settings-store.ts';
import {
  type CodeKind,
  type Comparison,
  type FleetCodeRow,
  hasCode,
  type OwnComparison,
  readFleetCodes,
  readPlainCodes,
  readVisibleComparison,
} from './store.ts';

/** Codes have up to five digits. */
const highestCode = 99_999;

type Setting = AnswerOf<typeof codes.readCode05Setting>;
interface OfDevice {
  readonly user: SignedInUser;
  readonly params: { readonly id: string };
}

/** The tabs of 05, 08 and 13 codes, and the thresholds of single codes. */
export function registerCodes(app: FastifyInstance): void {
  const { store } = app.platform;

  const table =
    (kind: CodeKind) =>
    async ({ user, params }: OfDevice) => {
      const row = await readFleetCodes(store, user, params.id, kind);
      const codes = row.table?.length ?? 0;
      const isCompared = row.usual !== null && row.levels !== null;
      const visible =
        isCompared || codes === 0 ? null : await readVisibleComparison(store, user, params.id, kind, codes);
      return toFleetCodeRows(row, visible);
    };
  serve(app, codes.readCode05, table('05'));
  serve(app, codes.readCode08, table('08'));
  serve(app, codes.readCode13, async ({ user, params }) =>
    toPlainCodeRows(await readPlainCodes(store, user, params.id)),
  );

  const read =
    (kind: CodeKind) =>
    async ({
      user,
      params,
      query,
    }: OfDevice & { query: QueryOf<typeof codes.readCode05Setting> }): Promise<Setting> => {
      const name = { main: Number(query.main), sub: Number(query.sub) };
      const { setting } = await readSetting(store, user, params.id, kind, name);
      const none = { alertThreshold: null, clearThreshold: null, changedBy: null, changedAt: null };
      return { ...name, ...(setting === null ? none : { ...setting, changedAt: toInstant(setting.changedAt) }) };
    };
  serve(app, codes.readCode05Setting, read('05'));
  serve(app, codes.readCode08Setting, read('08'));

  const write =
    (kind: CodeKind) =>
    async ({ user, params, body }: OfDevice & { body: BodyOf<typeof codes.writeCode05Setting> }): Promise<Setting> => {
      const { main, sub } = body;
      const known = await hasCode(store, user, params.id, kind, { main, sub });
      requireRight(user, 'changeThresholds');
      if (!known || main > highestCode || sub > highestCode)
        throw new Refusal(202001, `main, sub: the device has no code ${kind}-${main}-${sub}`);
      const wrong = checkThresholds(body);
      if (wrong.length > 0) throw new Refusal(202001, wrong);
      const at = await writeSetting(store, user, params.id, kind, body);
      return { ...body, changedBy: user.name, changedAt: at.toISOString() };
    };
  serve(app, codes.writeCode05Setting, write('05'));
  serve(app, codes.writeCode08Setting, write('08'));
}

/**
 * The device's codes in their order, with what is usual for each: over its model, and for the level over its
 * family and firmware (OQ-75), or the nearest wider group, or the devices that the user may see
 * (docs/decisions/0228); with the thresholds set for them (OQ-77).
 */
function toFleetCodeRows(row: FleetCodeRow, visible: OwnComparison | null): AnswerOf<typeof readCode05> {
  const { table, usual, levels, thresholds } = row;
  const set = new Map((thresholds ?? []).map((pair) => [`${pair.main}.${pair.sub}`, pair]));
  const usualCodes = usual === null ? visible?.usual : usual.codes;
  const ownLevels = visible?.levels ?? null;
  const levelRules = levels === null ? ownLevels?.rules : levels.codes;
  const codes = (table ?? [])
    .toSorted((a, b) => a.main - b.main || a.sub - b.sub)
    .map(({ main, sub, value }) => {
      const key = `${main}.${sub}`;
      const scale = scaleBy(value, levelRules?.[key]);
      const [mode, average] = usualCodes?.[key] ?? [null, null];
      return {
        main,
        sub,
        currentValue: value,
        modeValue: mode,
        averageValue: average,
        outlierLevel: levelBy(value, levelRules?.[key]),
        alertThreshold: set.get(key)?.alertThreshold ?? null,
        clearThreshold: set.get(key)?.clearThreshold ?? null,
        ...(scale && { scale }),
      };
    });
  const toVisible = (devices: number, firmware: string | null) => ({
    scope: 'visible' as const,
    name: [visible?.family, firmware].filter((word) => word).join(' '),
    devices,
  });
  return {
    codes,
    comparedWith: {
      usual: usual === null ? visible && toVisible(visible.devices, null) : toComparison(usual),
      levels: levels === null ? ownLevels && toVisible(ownLevels.devices, ownLevels.firmware) : toComparison(levels),
    },
  };
}

const toComparison = (comparison: Comparison<unknown>) => ({
  scope: comparisonOf[comparison.scope],
  name: toScopeName(comparison.scope, comparison.name),
  devices: toDeviceStep(comparison.devices),
});

/** Code 13 has no sub code and no values of the fleet (OQ-76). */
const toPlainCodeRows = (table: readonly { main: number; value: string }[] | null): AnswerOf<typeof readCode13> => ({
  codes: (table ?? []).toSorted((a, b) => a.main - b.main).map(({ main, value }) => ({ main, currentValue: value })),
});
