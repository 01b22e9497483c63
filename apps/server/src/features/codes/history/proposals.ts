import type { CodeProposal, proposeCodes } from '@platen/contract/code-history';
import { mostProposalLines } from '@platen/contract/code-history-names';
import type { BodyOf } from '@platen/contract/endpoint';
import { proposalState } from '@platen/diagnosis/code-history/proposals';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../../base/errors.ts';
import { loadCodeReadings } from '../../../history/code-history/load-readings.ts';
import { loadProposals, type StoredProposal } from '../../../history/code-history/proposals.ts';
import { type Caller, requireRight } from '../../../identity/signed-in-user.ts';
import { hiddenText, recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import type { HistoryDevice } from './changes.ts';
import { toInstant } from './to-entry.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

const orNull = (at: number | null): string | null => (at === null ? null : toInstant(at));

/** Lines proposed for a device with their chain, the newest first (CH-12). */
export async function readProposals(db: Db, deviceId: string): Promise<{ proposals: CodeProposal[] }> {
  const lines = await loadProposals(db, deviceId);
  if (lines.length === 0) return { proposals: [] };
  const since = new Date(Math.min(...lines.map(({ proposedAt }) => proposedAt)));
  const readings = (await loadCodeReadings(db, [deviceId], since)).get(deviceId) ?? [];
  return {
    proposals: lines.map((line) => {
      const { answer, proposedBy, proposedAt, inPackAt, provedAt, withdrawnAt, ...rest } = line;
      return {
        ...rest,
        state: proposalState(line, readings),
        proposedBy: proposedBy?.name ?? null,
        proposedAt: toInstant(proposedAt),
        inPackAt: orNull(inPackAt),
        answeredAt: orNull(answer?.at ?? null),
        provedAt: orNull(provedAt),
        withdrawnAt: orNull(withdrawnAt),
      };
    }),
  };
}

/**
 * Proposes codes to be set back by hand (CH-12): a line open already with the same value stays, one with
 * another value is withdrawn in favour of the new one. Refuses 202001 a code that the device does not report,
 * one named twice, and a value that it has already; 202004 more open lines than a device can have.
 */
export async function propose(
  trx: Trx,
  { user, now }: Caller,
  deviceId: string,
  device: HistoryDevice,
  { why, lines }: BodyOf<typeof proposeCodes>,
): Promise<{ proposals: CodeProposal[] }> {
  requireRight(user, 'proposeCodes');
  // Two proposals at once must not both open a line of one code.
  await sql`select from device where device_id = ${deviceId} for no key update`.execute(trx);
  const at = device.last === null ? now : new Date(device.last);
  const present = (await loadCodeReadings(trx, [deviceId], at)).get(deviceId)?.at(-1)?.codes ?? new Map();
  checkLines(lines, present);
  const before = await readProposals(trx, deviceId);
  const open = new Map(
    before.proposals.filter(({ state }) => state === 'proposed' || state === 'inPack').map((one) => [one.code, one]),
  );
  const added = lines.filter(({ code, to }) => open.get(code)?.to !== to);
  const replaced = added.flatMap(({ code }) => open.get(code)?.proposalId ?? []);
  if (open.size + added.length - replaced.length > mostProposalLines)
    throw new Refusal(202004, `lines: at most ${mostProposalLines} of a device wait for an answer`);
  await sql`
    update code_proposal set withdrawn_at = ${now}, withdrawn_by = ${user.userId}, version = version + 1
    where device_id = ${deviceId} and proposal_id = any(${replaced}::uuid[])`.execute(trx);
  const listId = newId();
  const rows = added.map(({ code, to }) => ({
    proposal_id: newId(),
    code,
    value_now: present.get(code) ?? null,
    value_to: to,
  }));
  await sql`
    insert into code_proposal (device_id, proposal_id, list_id, code, value_now, value_to, why, serial, proposed_by, proposed_at)
    select ${deviceId}, proposal_id, ${listId}, code, value_now, value_to, ${why}, ${device.serial}, ${user.userId}, ${now}
    from json_to_recordset(${JSON.stringify(rows)}::json) as l(proposal_id uuid, code text, value_now text, value_to text)`.execute(
    trx,
  );
  await recordChange(trx, {
    actor: user,
    action: 'codes proposed',
    subject: `device:${deviceId}`,
    detail: {
      after: { why: hiddenText, lines: rows.map(({ code, value_to: to }) => [code, to]) },
      withdrawn: replaced,
    },
  });
  return await readProposals(trx, deviceId);
}

function checkLines(lines: BodyOf<typeof proposeCodes>['lines'], present: ReadonlyMap<string, string>): void {
  const seen = new Set<string>();
  const wrong = lines.flatMap(({ code, to }, index) => {
    const place = `body.lines.${index}`;
    const isTwice = seen.has(code);
    seen.add(code);
    if (isTwice) return `${place}.code: ${code} is named twice`;
    if (!present.has(code)) return `${place}.code: the device does not report ${code}`;
    return present.get(code) === to ? `${place}.to: ${code} has this value already` : [];
  });
  if (wrong.length > 0) throw new Refusal(202001, wrong.slice(0, 20));
}

/** A line as it is now; refuses 204001 an unknown one, 202002 another version, 202003 one that has ended. */
async function lockLine(trx: Trx, deviceId: string, proposalId: string, version: number): Promise<StoredProposal> {
  await sql`
    select from code_proposal where device_id = ${deviceId} and proposal_id = ${proposalId} for update`.execute(trx);
  const [line] = await loadProposals(trx, deviceId, sql<boolean>`p.proposal_id = ${proposalId}`);
  if (line === undefined) throw new Refusal(204001, 'there is no such proposal');
  if (line.version !== version) {
    const { proposals } = await readProposals(trx, deviceId);
    const current = proposals.find((one) => one.proposalId === proposalId) ?? null;
    throw new Refusal(202002, 'the proposal was changed meanwhile', { body: { current, changedBy: null } });
  }
  if (line.withdrawnAt !== null || line.answer !== null || line.provedAt !== null)
    throw new Refusal(202003, 'the proposal was answered, proved or withdrawn already');
  return line;
}

/** Records that a line was set by hand, or was not, outside of the record of a visit (CH-12). */
export async function answerProposal(
  trx: Trx,
  { user, now }: Caller,
  { deviceId, proposalId }: { readonly deviceId: string; readonly proposalId: string },
  { version, isDone, reason = null }: { version: number; isDone: boolean; reason?: string | null | undefined },
): Promise<{ proposals: CodeProposal[] }> {
  requireRight(user, 'proposeCodes');
  if (!isDone && reason === null) throw new Refusal(202001, 'body.reason: needed where a code was not set');
  const { code } = await lockLine(trx, deviceId, proposalId, version);
  await sql`
    update code_proposal set answered_at = ${now}, answered_by = ${user.userId}, is_done = ${isDone}, reason = ${reason},
      version = version + 1
    where device_id = ${deviceId} and proposal_id = ${proposalId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'code proposal answered',
    subject: `device:${deviceId}`,
    detail: { code, after: { isDone, reason: reason === null ? null : hiddenText } },
  });
  return await readProposals(trx, deviceId);
}

/** Withdraws a line without an answer. */
export async function withdrawProposal(
  trx: Trx,
  { user, now }: Caller,
  { deviceId, proposalId }: { readonly deviceId: string; readonly proposalId: string },
  version: number,
): Promise<{ proposals: CodeProposal[] }> {
  requireRight(user, 'proposeCodes');
  const { code, to } = await lockLine(trx, deviceId, proposalId, version);
  await sql`
    update code_proposal set withdrawn_at = ${now}, withdrawn_by = ${user.userId}, version = version + 1
    where device_id = ${deviceId} and proposal_id = ${proposalId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'code proposal withdrawn',
    subject: `device:${deviceId}`,
    detail: { code, before: { to } },
  });
  return await readProposals(trx, deviceId);
}
