import { signSeverityOf } from '@platen/contract/advice';
import { subjectOfSign } from '@platen/contract/advice-ids';
import { dayMs } from '@platen/contract/constants';
import type { PackDevice } from '@platen/contract/visit-pack';
import { daysWithoutVisit } from '@platen/contract/visit-pack-names';
import { toCounterRows } from '@platen/diagnosis/pack/counters-since';
import { toErrorsSince } from '@platen/diagnosis/pack/errors-since';
import { countFed, toFeedRates } from '@platen/diagnosis/pack/feed-rates';
import { toForecast } from '@platen/diagnosis/pack/lookout';
import { type ProposedSetting, toTasks } from '@platen/diagnosis/pack/tasks';
import { chooseSupply, isMonochrome, toValue } from '../../device/counters.ts';
import { readOpenProposals, type StoredProposal } from '../../history/code-history/proposals.ts';
import { readChangesSince } from '../../history/code-history/read-changes-since.ts';
import { readLastVisit } from '../../history/last-visit.ts';
import { loadHistories } from '../../history/load-histories.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Connection } from '../../store/database.ts';
import { findPartNumbers, type Organisation } from '../../worklist/organisation.ts';
import { readPartNumbers } from '../../worklist/part-numbers.ts';
import { toWhatToBring } from '../../worklist/what-to-bring.ts';
import { readPackDevice, readPackNotes, readPastVisits, tonerNames } from './device-store.ts';
import { type PackVisit, readPackConditions } from './visit-store.ts';

/** Days of readings that a pack looks back at most: one without a visit for longer counts from then. */
const furthestDays = 400;

interface Context {
  readonly store: Pick<Connection, 'db' | 'pool'>;
  readonly user: SignedInUser;
  readonly organisation: Organisation;
  readonly usualRates: (model: string | null) => Promise<ReadonlyMap<string, number>>;
  readonly now: number;
}

/** Composes the page of one device of a visit from what is stored. */
export async function composeDevice(
  { store, user, organisation, usualRates, now }: Context,
  { visitId }: PackVisit,
  planned: PackVisit['devices'][number],
): Promise<PackDevice> {
  const { db } = store;
  const { deviceId } = planned;
  const device = await readPackDevice(store, user, deviceId);
  const lastVisit = await readLastVisit(db, deviceId, visitId);
  const since = Math.max(lastVisit?.getTime() ?? now - daysWithoutVisit * dayMs, now - furthestDays * dayMs);
  const [today, sinceDay] = [Math.floor(now / dayMs), Math.floor(since / dayMs)];
  const histories = await loadHistories(db, [deviceId], {
    readings: { since: sinceDay - daysWithoutVisit, groups: ['counters'] },
    pages: sinceDay - daysWithoutVisit,
    errors: sinceDay,
    replacements: false,
  });
  const history = histories.get(deviceId)?.() ?? { days: [], errors: [], replacements: [], ...unknown };
  const conditions = await readPackConditions(db, visitId, deviceId);
  const { counters, supplies = [], network } = device.sections ?? {};
  const levels = Object.fromEntries(
    tonerNames.map((color) => [color, toValue(chooseSupply(supplies, color)?.percent)]),
  );
  const { bring, lookouts } = toWhatToBring({
    device,
    conditions,
    entered: planned.bring,
    levels,
    numbers: await readPartNumbers(db, await findPartNumbers(db, organisation.organisationId), device.model ?? ''),
    settings: organisation.settings,
    now,
  });
  const firmwareTarget =
    device.firmwareLine === null ? null : (organisation.form.firmwareTargets?.[device.firmwareLine] ?? null);
  const proposals = (await readOpenProposals(db, deviceId)).toReversed();
  return {
    deviceId,
    serial: device.serial,
    model: device.model,
    series: device.series,
    description: device.description,
    priority: device.priority,
    assetNumber: device.assetNumber,
    networkAddress: toValue(network?.interfaces[0]?.ipAddress),
    unpackingDate: device.unpackingDate,
    firmware: device.firmware,
    firmwareTarget,
    reportedAt: device.updatedAt.toISOString(),
    judgedAt: device.judgedAt?.toISOString() ?? null,
    isMonochrome: isMonochrome({ series: device.series, supplies, counters }),
    conditions,
    bring: [...bring],
    tasks: toTasks({
      conditions,
      advice: toAdvice(device.signs ?? []),
      proposals: proposals.map(toSetting),
      firmware: device.firmware,
      firmwareTarget,
      entered: planned.tasks,
    }),
    settingCount: proposals.length,
    lastVisitAt: lastVisit?.toISOString() ?? null,
    since: new Date(since).toISOString(),
    errors: toErrorsSince(history.errors, { since, now, reportedDays: new Set(history.days.map(({ day }) => day)) }),
    feeds: toFeedRates(countFed(history, sinceDay, today), await usualRates(device.model)),
    codes: await readChangesSince(db, deviceId, new Date(since)),
    counters: {
      at: device.updatedAt.toISOString(),
      visitDay: lastVisit === null ? null : new Date(sinceDay * dayMs).toISOString().slice(0, 10),
      rows: toCounterRows(history, lastVisit === null ? null : sinceDay, {
        total: toValue(counters?.total?.reading),
        black: toValue(counters?.black?.reading),
        color: toValue(counters?.color?.reading),
      }),
      pagesAMonth: device.pagesAMonth === null ? null : Math.round(device.pagesAMonth),
    },
    forecast: toForecast(lookouts),
    before: await readPastVisits(db, { deviceId, visitId, now }),
    notes: await readPackNotes(db, deviceId),
  };
}

const unknown = { family: null, model: null, firmware: null } as const;

/** Advice by the subject of the condition that its sign opens. */
const toAdvice = (signs: readonly { readonly messageId: string }[]): Map<string, string> =>
  new Map(
    signs.flatMap(({ messageId }) => {
      const subject = subjectOfSign(messageId);
      const isAsked = signSeverityOf(messageId) !== undefined && signSeverityOf(messageId) !== 'watch';
      return subject === undefined || !isAsked ? [] : [[subject, messageId] as const];
    }),
  );

const toSetting = ({ proposedBy: by, proposedAt, ...line }: StoredProposal): ProposedSetting => ({
  ...line,
  by,
  at: new Date(proposedAt).toISOString(),
});
