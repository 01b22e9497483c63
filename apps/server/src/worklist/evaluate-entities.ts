import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { evaluateDevice, evaluateRetired, retire } from '@platen/diagnosis/conditions/evaluate';
import { evaluateCollector, evaluateCustomer } from '@platen/diagnosis/conditions/evaluate-groups';
import type { Agreement, Evaluation, EvaluationContext } from '@platen/diagnosis/conditions/evaluation';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { toMessage } from '../base/errors.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { locks } from '../store/transactions.ts';
import { type LoadedDevice, loadDevices } from './load-facts.ts';
import { loadCollectors, loadCustomers } from './load-groups.ts';
import { loadStored, type StoredEntity } from './load-stored.ts';
import { type Organisation, readOrganisation, readOrganisationsOf } from './organisation.ts';
import { addEvents } from './outbox/add-events.ts';
import { noteRules } from './rules/note-rules.ts';
import { type Evaluated, saveEvaluations } from './save-evaluations.ts';

type Trx = Transaction<Database>;

export interface EvaluateOptions {
  readonly now: Date;
  /** Hours without a report after which a device is offline (0328). */
  readonly offlineHours: number;
}

/**
 * Waits until no other transaction evaluates these entities; then only this transaction does, to its end.
 * Take it before the versions of conditions are read.
 */
export async function lockEntities(trx: Trx, entityIds: readonly string[]): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${locks.evaluating}::int, hash) from (
      select distinct hashtext(id::text) as hash from unnest(${uuids(entityIds)}) as wanted(id) order by 1
    ) ordered`.execute(trx);
}

/**
 * Evaluates entities in the transaction of an action, which inserted its events before: their conditions, the
 * steps of the server and the rows of the list are then those of `now`.
 */
export async function reevaluate(trx: Trx, entityIds: readonly string[], options: EvaluateOptions): Promise<void> {
  const ids = [...new Set(entityIds)];
  await lockEntities(trx, ids);
  const { failures } = await evaluateEntities(trx, ids, options);
  const [failure] = failures;
  if (failure !== undefined) throw new Error(`conditions of ${failure.entityId}: ${failure.reason}`);
}

export interface EvaluationFailure {
  readonly entityId: string;
  readonly reason: string;
}

export interface EvaluationTimes {
  /** Milliseconds. */
  readonly load: number;
  readonly evaluate: number;
  readonly write: number;
}

/**
 * Loads, evaluates and writes entities that this transaction has locked. One whose evaluation throws stays
 * as it was and stops no other; it is returned with the reason.
 */
export async function evaluateEntities(
  trx: Trx,
  entityIds: readonly string[],
  { now, offlineHours }: EvaluateOptions,
): Promise<{ evaluated: number; failures: EvaluationFailure[]; times: EvaluationTimes }> {
  const started = performance.now();
  const organisation = await readOrganisation(trx);
  const stored = await loadStored(trx, entityIds);
  const { devices, ruleFailures } = await loadDevices(trx, entityIds, stored, { now, organisation });
  const collectors = await loadCollectors(trx, devices.length === entityIds.length ? [] : entityIds);
  const customers = await loadCustomers(trx, toNumbers(stored), now);
  const loaded = performance.now();
  const toContext = ({ settings }: Organisation): EvaluationContext => ({
    now: now.getTime(),
    settings: { ...settings, offlineHours },
    newId,
  });
  const context = toContext(organisation);
  const settingsOf = await readOrganisationsOf(
    trx,
    devices.map(({ deviceId }) => deviceId),
  );
  const organisationOf = (entityId: string) => settingsOf.get(entityId) ?? organisation;
  const failures: EvaluationFailure[] = [];
  const evaluated: Evaluated[] = [];
  const evaluate = (
    covered: Omit<Evaluated, 'evaluation' | 'answeredAt'>,
    decide: (known: StoredEntity) => Evaluation,
  ) => {
    const known = stored.get(covered.entityId);
    if (known === undefined) return;
    try {
      evaluated.push({ ...covered, answeredAt: known.askedAt, evaluation: decide(known) });
    } catch (error) {
      failures.push({ entityId: covered.entityId, reason: toMessage(error) });
    }
  };
  for (const { facts, log, retired, deviceId: entityId, ...covered } of devices)
    evaluate({ ...covered, entityId, entity: 'device', pagesAMonth: facts.pagesAMonth }, (known) =>
      retired !== null
        ? evaluateRetired(known, facts, retired.since, toContext(organisationOf(entityId)))
        : evaluateDevice(
            known,
            log,
            withAgreement(facts, organisationOf(entityId)),
            toContext(organisationOf(entityId)),
          ),
    );
  for (const entityId of toGone(stored, devices))
    evaluate({ ...nothingCovered, entityId, entity: 'device' }, (known) => retire(known, now.getTime()));
  for (const { facts, isRevoked, ...covered } of collectors)
    evaluate({ ...nothingCovered, ...covered, entity: 'collector' }, (known) =>
      isRevoked ? retire(known, now.getTime()) : evaluateCollector(known, withAgreement(facts, organisation), context),
    );
  for (const { facts, organisationId, ...covered } of customers) {
    const own = organisationId === null ? organisation : await readOrganisation(trx, organisationId);
    evaluate({ ...nothingCovered, ...covered, entity: 'customer' }, (known) =>
      evaluateCustomer(known, withAgreement(facts, own), toContext(own)),
    );
  }
  const decided = performance.now();
  if (evaluated.length > 0) {
    await saveEvaluations(trx, evaluated, {
      now,
      timeOf: (entityId) => toWorkTime(organisationOf(entityId).settings.calendar),
    });
    await addEvents(trx, evaluated, stored, now);
  }
  await noteRules(trx, evaluated, ruleFailures, now);
  const times = { load: loaded - started, evaluate: decided - loaded, write: performance.now() - decided };
  return { evaluated: evaluated.length, failures, times };
}

/** Answer times agreed with the customer, else those of the organisation (OA-04). */
const withAgreement = <Facts extends { readonly agreement: Agreement | null }>(
  facts: Facts,
  { form }: Organisation,
): Facts => ({ ...facts, agreement: facts.agreement ?? form.answerTimes ?? null });

/** What only a device has. */
const nothingCovered = {
  serial: null,
  model: null,
  customerNumber: null,
  through: null,
  lateAt: null,
  judgedAt: null,
  pagesAMonth: null,
} as const;

/** Numbers of the customers among these entities. */
const toNumbers = (stored: ReadonlyMap<string, StoredEntity>): Map<string, string> =>
  new Map([...stored].flatMap(([id, { customerNumber }]) => (customerNumber === null ? [] : [[id, customerNumber]])));

/** Devices that were deleted since their last evaluation. */
function toGone(stored: ReadonlyMap<string, StoredEntity>, devices: readonly LoadedDevice[]): string[] {
  const known = new Set(devices.map(({ deviceId }) => deviceId));
  return [...stored].flatMap(([id, { entity }]) => (entity === 'device' && !known.has(id) ? [id] : []));
}
