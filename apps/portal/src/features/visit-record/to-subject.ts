import type { HeadlineOf } from '@platen/catalogue/headline';
import type { PackDevice, VisitPack } from '@platen/contract/visit-pack';
import type { StoredRecord } from '@platen/contract/visit-records';
import type { Visit, VisitDevice } from '@platen/contract/visits';
import { itemOfSupply, recordableItems } from '@platen/diagnosis/visit-record/part-items';
import type { ShownPack } from '../../offline/read-pack.ts';

const daysOfMonth = 365 / 12;
/** Kinds of condition that a part or supply settles; their subject is its name. */
const partKinds: ReadonlySet<string> = new Set(['part', 'supply']);

/** What the form needs to know of a device of the visit; all of it stands in the pack. */
export interface RecordSubject {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly description: string | null;
  readonly parts: readonly {
    readonly item: string;
    /** Of the organisation's table; null: not known. */
    readonly name: string | null;
    readonly partNumber: string | null;
    readonly pieces: number;
    readonly isInStock: boolean;
  }[];
  /** What it may have besides these: a device without colors has no units of them. */
  readonly others: readonly string[];
  readonly conditions: readonly (HeadlineOf & { readonly conditionId: string })[];
  /** Settings to set back (CH-12). */
  readonly settings: readonly {
    readonly proposalId: string;
    readonly code: string;
    readonly from: string | null;
    readonly to: string;
    readonly text: string | null;
    readonly by: string | null;
  }[];
  readonly firmware: { readonly version: string | null; readonly target: string | null };
  readonly total: { readonly value: number; readonly at: string } | null;
  readonly pagesADay: number | null;
}

/** A visit as its record needs it: from the server, or from the pack on this device (VP-22). */
export interface RecordedVisit {
  readonly visitId: string;
  /** From whose plan it is recorded. */
  readonly version: number;
  readonly customer: string | null;
  readonly place: string | null;
  readonly startedAt: string | null;
  /** When the shown pack was made; null: there is none. */
  readonly packAt: string | null;
  /** It comes from this device, stored then; null: from the server. */
  readonly storedAt: Date | null;
  /** As the server has it; null: it did not answer. */
  readonly visit: Visit | null;
  readonly devices: readonly { readonly subject: RecordSubject; readonly known: VisitDevice | null }[];
}

/** What is known of a visit: what the server says of it, and its pack; at least one of them. */
export function toRecorded(visit: Visit | null, shown: ShownPack | null): RecordedVisit | undefined {
  const head = visit ?? shown?.pack;
  if (head === undefined) return undefined;
  const pack = shown?.pack ?? null;
  const packed = new Map(pack?.devices.map((device) => [device.deviceId, device]));
  return {
    visitId: head.visitId,
    version: visit?.version ?? head.version,
    customer: head.customerName ?? head.customerNumber,
    place: head.place,
    startedAt: visit?.startedAt ?? null,
    // Of a visit that is over, one that was made later was not used.
    packAt: visit?.state === 'done' && pack?.isFrozen !== true ? null : (pack?.madeAt ?? null),
    storedAt: shown?.storedAt ?? null,
    visit,
    devices:
      visit === null
        ? (pack?.devices ?? []).map((device) => ({ subject: ofPack(device, pack), known: null }))
        : visit.devices.map((known) => ({ subject: merge(known, packed.get(known.deviceId), pack), known })),
  };
}

const ofColor = /\.(?:yellow|magenta|cyan|eBlue)$/;

/** The device of a pack as the form needs it. */
function ofPack(device: PackDevice, pack: VisitPack | null): RecordSubject {
  const { deviceId, serial, model, description, conditions, counters, tasks } = device;
  const missing = new Set(
    pack?.fetched.flatMap((one) => (one.deviceId === deviceId && one.state === 'notInStock' ? one.item : [])),
  );
  const total = counters.rows.find(({ name }) => name === 'total');
  return {
    deviceId,
    serial,
    model,
    description,
    parts: device.bring.map(({ item, name, ownNumber, pieces }) => ({
      item,
      name,
      partNumber: ownNumber,
      pieces,
      isInStock: !missing.has(item),
    })),
    others: device.isMonochrome ? recordableItems.filter((item) => !ofColor.test(item)) : recordableItems,
    conditions,
    settings: tasks.flatMap(({ kind, key, code, from, to, text, by }) =>
      kind === 'setting' && code !== null && to !== null
        ? { proposalId: key, code, from, to, text, by: by?.name ?? null }
        : [],
    ),
    firmware: { version: device.firmware, target: device.firmwareTarget },
    total: total === undefined ? null : { value: total.now, at: counters.at },
    pagesADay: counters.pagesAMonth === null ? null : counters.pagesAMonth / daysOfMonth,
  };
}

/**
 * The device of a visit with what its pack knows. Of the conditions those that are open, and those that a
 * record of the device named.
 */
function merge(known: VisitDevice, packed: PackDevice | undefined, pack: VisitPack | null): RecordSubject {
  const named = namedIn(known.record);
  const conditions = known.conditions.filter(({ work, conditionId }) => work !== 'resolved' || named.has(conditionId));
  const own = packed === undefined ? ofVisit(known) : ofPack(packed, pack);
  return { ...own, conditions };
}

const namedIn = (stored: StoredRecord | null): ReadonlySet<string> =>
  new Set(
    stored === null || 'notDone' in stored.record ? [] : stored.record.conditions.map(({ conditionId }) => conditionId),
  );

/** Parts that the conditions of a device ask for, and those that people entered to bring. */
export function askedParts({
  conditions,
  bring,
}: Pick<VisitDevice, 'conditions' | 'bring'>): readonly { readonly item: string; readonly pieces: number }[] {
  const asked = conditions.flatMap(({ kind, subject, facts }) =>
    partKinds.has(kind)
      ? [{ item: kind === 'supply' ? itemOfSupply(subject) : (facts.item ?? subject), pieces: 1 }]
      : [],
  );
  return [...new Map([...asked, ...bring].map((one) => [one.item, one])).values()];
}

/** Without a pack. */
function ofVisit(device: VisitDevice): RecordSubject {
  const { deviceId, serial, model, description, bring } = device;
  const conditions = device.conditions.filter(({ work }) => work !== 'resolved');
  const parts = askedParts({ conditions, bring });
  return {
    deviceId,
    serial,
    model,
    description,
    parts: parts.map((one) => ({ ...one, name: null, partNumber: null, isInStock: true })),
    others: recordableItems,
    conditions,
    settings: [],
    firmware: { version: null, target: null },
    total: null,
    pagesADay: null,
  };
}
