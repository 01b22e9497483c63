import { type ChannelKind, isForMachines } from '@platen/contract/channel-names';
import { can } from '@platen/contract/rights';
import type { BroughtPart } from '@platen/contract/visit-pack';
import { mayLeave } from '@platen/diagnosis/delivery/match';
import { isSupply } from '@platen/diagnosis/pack/bring';
import { type Kysely, sql } from 'kysely';
import { joinJudgement } from '../device/read-device.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { visibleTo } from '../identity/visibility.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { findPartNumbers, readOrganisation } from '../worklist/organisation.ts';
import { readPartNumbers } from '../worklist/part-numbers.ts';
import { type JudgedDevice, judgedColumns, toWhatToBring, type WhatToBringFacts } from '../worklist/what-to-bring.ts';
import { acted } from './load-subjects.ts';
import type { MessagePart } from './message.ts';

/** Conditions of a device that are asked for parts. */
const mostConditions = 50;

type Condition = WhatToBringFacts['conditions'][number] & { source: string; hasPersonActed: boolean };

interface Row extends JudgedDevice {
  readonly deviceId: string;
  readonly model: string | null;
  readonly conditions: readonly Condition[] | null;
}

interface PartsOptions {
  readonly owner: SignedInUser;
  readonly kind: ChannelKind;
  /** Whose part numbers and lead time hold; null: the operator's. */
  readonly organisationId: string | null;
  /** A person hands the device over and has read what to bring (XC-01): then all of it goes to a machine. */
  readonly isAskedByPerson?: boolean;
  readonly now: Date;
}

/**
 * What to bring to these devices, by id: the list of the worklist and of packs, of devices that the owner
 * sees. To machines only what conditions ask for that may leave (XC-02), unless a person asked. Parts that
 * are judged without a condition only to who may read predictions.
 */
export async function loadParts(
  db: Kysely<Database>,
  deviceIds: readonly string[],
  { owner, kind, organisationId, isAskedByPerson = false, now }: PartsOptions,
): Promise<Map<string, MessagePart[]>> {
  if (deviceIds.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select d.device_id as "deviceId", d.model, ${judgedColumns},
      (select json_agg(one) from (
        select c.condition_id as "conditionId", c.kind, c.subject, c.facts, c.source, ${acted} as "hasPersonActed"
        from condition c where c.entity_id = d.device_id and c.work <> 'resolved' and c.kind in ('part', 'supply', 'rule')
        order by c.points desc, c.opened_at, c.condition_id limit ${sql.lit(mostConditions)}) one) as conditions
    from device d ${joinJudgement}
    where d.device_id = any(${uuids([...new Set(deviceIds)])}) and ${visibleTo(owner)}`.execute(db);
  const { settings } = await readOrganisation(db, organisationId);
  const numbersOf = await findPartNumbers(db, organisationId);
  const found = new Map<string, MessagePart[]>();
  for (const { deviceId, model, conditions, ...device } of rows) {
    const open = conditions ?? [];
    const numbers = await readPartNumbers(db, numbersOf, model ?? '');
    const { bring } = toWhatToBring({ device, conditions: open, numbers, settings, now: now.getTime() });
    const mayBe = (part: BroughtPart): boolean => {
      const of = open.find(({ conditionId }) => conditionId === part.conditionId);
      if (of !== undefined)
        return mayLeave(kind, { isJudged: of.source === 'judgement', hasPersonActed: of.hasPersonActed });
      return (isSupply(part.item) || can(owner, 'readPredictions')) && (isAskedByPerson || !isForMachines(kind));
    };
    found.set(deviceId, bring.filter(mayBe).map(toPart));
  }
  return found;
}

const toPart = ({ item, pieces, group, name, ownNumber, makerNumber }: BroughtPart): MessagePart => ({
  item,
  pieces,
  isAsked: group === 'asked',
  name,
  number: ownNumber ?? makerNumber,
});
