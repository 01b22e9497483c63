import { deviceMessage } from '@platen/catalogue/device-codes/device-codes';
import type { MessageLanguage } from '@platen/contract/channel-names';
import type { DeviceReport } from '@platen/contract/report';
import { longestDescription } from '@platen/contract/ticket-names';
import type { TicketSystemForm } from '@platen/contract/tickets';
import type { TicketWebhook } from '@platen/contract/webhook-events';
import { priorities } from '@platen/contract/worklist-names';
import { mayLeave } from '@platen/diagnosis/delivery/match';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { readOrganisation, toDefaults } from '../worklist/organisation.ts';
import type { StoredTicketMessage } from '../worklist/outbox/add-ticket.ts';
import { loadParts } from './load-parts.ts';
import { loadSubjects, type Subject } from './load-subjects.ts';
import type { MessagePart } from './message.ts';
import { readOwner } from './owner.ts';
import { toLine } from './render/content.ts';
import { type MessageWords, toMessageWords } from './render/language.ts';
import { toRowLink } from './render/links.ts';
import { toPartLines } from './render/to-item.ts';

interface TicketRow {
  readonly deviceId: string;
  readonly key: string | null;
  readonly form: Pick<TicketSystemForm, 'withNetworkAddress'>;
  readonly isAskedByPerson: boolean;
}

/** What is stored of the device of a ticket; with conditions alone when the device is gone. */
interface DeviceRow {
  readonly conditionIds: readonly string[];
  readonly organisationId: string | null;
  readonly addresses: string | null;
  readonly assetNumber: string | null;
  readonly counters: DeviceReport['counters'] | null;
  readonly countersAt: Date | null;
}

interface Form {
  readonly language: MessageLanguage;
  readonly zone: string;
  readonly portal: string;
  readonly deliveryId: string;
  readonly now: Date;
}

/**
 * What goes to a ticket system (TK-06), as of now. Of what rests on a judgement only conditions that a person
 * took up or handed over go (XC-01, XC-02); what is due without a condition is named where a person asked for
 * the ticket. Undefined: the ticket or all of its conditions are gone.
 */
export async function loadTicket(
  db: Kysely<Database>,
  { ticketId, change, note }: StoredTicketMessage,
  { language, zone, portal, deliveryId, now }: Form,
): Promise<TicketWebhook['data'] | undefined> {
  const { rows } = await sql<TicketRow>`
    select t.device_id as "deviceId", t.external_key as key, s.form, t.asked_by is not null as "isAskedByPerson"
    from ticket t join ticket_system s using (system_id) where t.ticket_id = ${ticketId}`.execute(db);
  const [ticket] = rows;
  const owner = await readOwner(db, null, null);
  if (ticket === undefined || owner === undefined) return undefined;
  const row = { ...ticket, ...(await readDevice(db, ticketId, ticket.deviceId)) };
  const subjects = await loadSubjects(db, {
    owner,
    // A program reads it, whatever the way.
    kind: 'webhook',
    conditionIds: row.conditionIds,
    now,
  });
  const left = [...subjects.values()]
    .filter(({ now: state }) => mayLeave('webhook', state))
    .toSorted((a, b) => priorities.indexOf(a.priority) - priorities.indexOf(b.priority));
  const [first] = left;
  if (first === undefined) return undefined;
  const words = toMessageWords({ language, zone });
  const { place } = first;
  const { addressesLeave } = toDefaults((await readOrganisation(db, row.organisationId)).form);
  const counters = toCounters(row);
  const codes = toCodes(left, language);
  const { organisationId, isAskedByPerson } = row;
  const loaded = await loadParts(db, [row.deviceId], { owner, kind: 'webhook', organisationId, isAskedByPerson, now });
  const parts = loaded.get(row.deviceId) ?? [];
  const network = row.addresses?.split(' ').find((one) => /^\d+(\.\d+){3}$/.test(one)) ?? null;
  return {
    eventId: deliveryId,
    ticketId,
    change,
    key: row.key,
    title: toLine([place.serial, words.headline(first.condition)].filter(Boolean).join(' · ')),
    description: toDescription(left, { words, counters, parts }),
    priority: first.priority,
    customerNumber: place.customerNumber,
    customerName: place.customerName,
    dealerNumber: place.dealerNumber,
    assetNumber: row.assetNumber,
    serial: place.serial,
    model: place.model,
    place: place.description,
    ...(row.form.withNetworkAddress && addressesLeave && { networkAddress: network }),
    counters,
    codes,
    bring: parts.map((part) => ({ item: words.part({ ...part, number: null }), partNumber: part.number })),
    conditions: left.map(({ condition }) => ({
      conditionId: condition.conditionId,
      kind: condition.kind,
      subject: condition.subject,
      source: condition.source,
      state: condition.state,
      headline: toLine(words.headline(condition)),
      openedAt: condition.openedAt,
      resolution: condition.resolution,
      plannedDay: condition.plannedDay,
    })),
    note,
    url: toRowLink(portal, row.deviceId),
  };
}

/** The device of a ticket and its conditions, which lie with it. */
async function readDevice(db: Kysely<Database>, ticketId: string, deviceId: string): Promise<DeviceRow> {
  const { rows } = await sql<DeviceRow>`
    select d.address_text as addresses, d.organisation_id as "organisationId", f.asset_number as "assetNumber",
      n.body as counters, n.observed_at as "countersAt", own.ids as "conditionIds"
    from (select coalesce(array_agg(condition_id), '{}') as ids from ticket_condition
      where device_id = ${deviceId} and ticket_id = ${ticketId}) own
      left join device d on d.device_id = ${deviceId}
      left join device_fact f on f.device_id = ${deviceId}
      left join device_section n on n.device_id = ${deviceId} and n.section = 'counters'`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no row of the device of a ticket');
  return row;
}

function toCounters({ counters, countersAt }: DeviceRow): TicketWebhook['data']['counters'] {
  if (counters === null || countersAt === null) return [];
  return (['total', 'black', 'color'] as const).flatMap((name) => {
    const reading = counters?.[name]?.reading;
    return reading?.state === 'measured' ? [{ name, value: reading.value, at: countersAt.toISOString() }] : [];
  });
}

/** Device codes of the conditions, each with what the panel shows for it. */
function toCodes(subjects: readonly Subject[], language: MessageLanguage): TicketWebhook['data']['codes'] {
  const codes = new Set(subjects.flatMap(({ condition }) => condition.facts.code ?? []));
  return [...codes].map((code) => ({ code, meaning: toLine(deviceMessage(code, language)) }));
}

interface Described {
  readonly words: MessageWords;
  readonly counters: TicketWebhook['data']['counters'];
  readonly parts: readonly MessagePart[];
}

/** The drawer in text, for people. */
function toDescription(subjects: readonly Subject[], { words, counters, parts }: Described): string {
  const { texts, fill, headline, moment } = words;
  const { labels } = texts;
  const lines = [
    ...subjects.map(({ condition, priority, isJudged }) =>
      [
        `${priority} ${toLine(headline(condition))}`,
        `  ${labels.since}: ${moment(condition.openedAt)}`,
        ...(condition.kind === 'rule' ? [] : [`  ${labels.why}: ${texts.why[condition.kind]}`]),
        ...(isJudged ? [`  ${texts.decide}`] : []),
      ].join('\n'),
    ),
    ...toPartLines(parts, words).map(({ label, text }) => `${label}: ${text}`),
    ...counters.map(({ name, value, at }) => fill('{name}: {value} ({at})', { name, value, at: moment(at) })),
  ];
  return lines.join('\n').slice(0, longestDescription);
}
