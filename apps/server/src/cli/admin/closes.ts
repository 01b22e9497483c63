import { createHash } from 'node:crypto';
import { closeCycles, warningDays } from '@platen/contract/close-values';
import { sql } from 'kysely';
import { readCloseFile, toBytes } from '../../closes/close-file.ts';
import { type CloseRow, readCloseRows, toCloses } from '../../closes/close-row.ts';
import { freezeClose } from '../../closes/freeze-close.ts';
import { makeCloseOfPlan, readDays, toDay as toDayNumber } from '../../closes/make-close.ts';
import { insertPlan, readPlanRows } from '../../closes/plan-row.ts';
import { refreshClose } from '../../closes/refresh-lines.ts';
import { readOrganisationUser } from '../../identity/organisation-user.ts';
import { recordChange } from '../../store/audit.ts';
import { inTransaction } from '../../store/transactions.ts';
import { AdminError, type Command, type Context, toArgument, toDay, toList, toTable, UsageError } from './command.ts';
import { findOrganisation } from './organisations.ts';

const uuidForm = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

async function find({ db }: Context, closeId: string | undefined): Promise<CloseRow> {
  if (closeId === undefined || !uuidForm.test(closeId)) throw new UsageError('the id of a close is needed');
  const [close] = await readCloseRows(db, sql<boolean>`c.close_id = ${closeId}`);
  if (close === undefined) throw new AdminError('there is no such close');
  return close;
}

/** Closes of meters (LG-30 to LG-39). */
export const closeCommands: readonly Command[] = [
  {
    name: 'closes list',
    usage: '',
    summary: 'List closes of meters with what stops them',
    arguments: [0, 0],
    async run({ db }) {
      const closes = await toCloses(db, await readCloseRows(db, sql<boolean>`true`), Date.now());
      const rows = closes.map(({ closeId, name, period, state, lines, stops, warns }) => [
        closeId,
        name,
        `${period.firstDay} to ${period.lastDay}`,
        state,
        String(lines),
        String(stops),
        String(warns),
      ]);
      return {
        value: { closes },
        lines: toTable(['CLOSE', 'NAME', 'PERIOD', 'STATE', 'LINES', 'STOPS', 'WARNS'], rows),
      };
    },
  },
  {
    name: 'closes plan',
    usage: `<name> [--organisation <name or id>] [--customer C-1,C-2] [--cycle ${closeCycles.join('|')}] [--day 31] [--asset]`,
    summary: 'Add a plan by which periods of meters are closed, by default of all devices by calendar month',
    arguments: [1, 1],
    options: { organisation: 'text', customer: 'text', cycle: 'text', day: 'text', asset: 'flag' },
    async run(context, args) {
      const { db, actor } = context;
      const name = toArgument(args, 0, 'the name');
      const cycle = closeCycles.find((one) => one === (args.text('cycle') ?? 'monthly'));
      if (cycle === undefined) throw new UsageError(`--cycle must be ${closeCycles.join(' or ')}`);
      const day = Number(args.text('day') ?? 31);
      if (!(Number.isInteger(day) && day >= 1 && day <= 31)) throw new UsageError('--day must be 1 to 31');
      const owner = args.text('organisation');
      const organisationId = owner === undefined ? null : (await findOrganisation(context, owner)).organisationId;
      const { seesAll, groups } = await readOrganisationUser(db, organisationId);
      const form = {
        name,
        organisationId,
        scope: { customerNumbers: [...(toList(args, 'customer') ?? [])], groupIds: [] },
        bound: seesAll ? null : groups.map(({ groupId }) => groupId),
        meters: [],
        needsAssetNumber: args.flag('asset'),
        cycle,
        day,
        warningDays,
        isActive: true,
      };
      const planId = await inTransaction(db, async (trx) => {
        const id = await insertPlan(trx, { ...form, madeBy: null });
        const { bound: _bound, ...after } = form;
        await recordChange(trx, { actor, action: 'close plan added', subject: `closePlan:${id}`, detail: { after } });
        return id;
      });
      return { value: { planId }, lines: [`plan ${planId} was added`] };
    },
  },
  {
    name: 'closes open',
    usage: '<plan> [--at 2026-10-31]',
    summary: 'Open the close of a plan for the period of a day, by default the one that runs now',
    arguments: [1, 1],
    options: { at: 'text' },
    async run({ db, actor, progress }, args) {
      const planId = toArgument(args, 0, 'the id of the plan');
      const text = args.text('at');
      const at = text === undefined ? undefined : toDay(text, '--at');
      if (!uuidForm.test(planId)) throw new UsageError('the id of the plan is needed');
      const now = new Date();
      const close = await inTransaction(db, async (trx) => {
        const [plan] = await readPlanRows(trx, sql<boolean>`c.plan_id = ${planId}`);
        if (plan === undefined) throw new AdminError('there is no such plan');
        const days = await readDays(trx, plan.organisationId);
        const day = at === undefined ? days.dayOf(now.getTime()) : toDayNumber(at);
        const made = await makeCloseOfPlan(trx, plan, { day, madeBy: null, now });
        await recordChange(trx, {
          actor,
          action: 'close opened',
          subject: `close:${made.closeId}`,
          detail: { name: made.name, planId, firstDay: made.firstDay, lastDay: made.lastDay },
        });
        return made;
      });
      progress?.('works out lines');
      const devices = await refreshClose(db, close);
      return { value: { closeId: close.closeId, devices }, lines: [`${close.name}: ${devices} devices`] };
    },
  },
  {
    name: 'closes close',
    usage: '<close>',
    summary: 'Close a period of meters: its lines are written once and never change',
    arguments: [1, 1],
    async run(context, { positionals }) {
      const { db, actor, progress } = context;
      const close = await find(context, positionals[0]);
      progress?.('works out lines');
      await refreshClose(db, close);
      const closed = await inTransaction(db, (trx) =>
        freezeClose(trx, close.closeId, { actor, userId: null, now: new Date() }),
      );
      const { lines = 0, corrections = 0 } = closed.summary ?? {};
      return {
        value: { closeId: close.closeId, lines: lines + corrections, hash: closed.hash },
        lines: [`${lines + corrections} lines are written, hash ${closed.hash ?? ''}`],
      };
    },
  },
  {
    name: 'closes verify',
    usage: '',
    summary: 'Work out the hash of each closed period again and name those whose lines were changed',
    arguments: [0, 0],
    async run({ db, progress }) {
      const closes = await readCloseRows(db, sql<boolean>`c.hash is not null`, 100_000);
      const changed: CloseRow[] = [];
      for (const [done, close] of closes.entries()) {
        const hash = createHash('sha256');
        await inTransaction(db, async (trx) => {
          for await (const chunk of toBytes(readCloseFile(trx, close))) hash.update(chunk);
        });
        if (hash.digest('hex') !== close.hash) changed.push(close);
        progress?.(`verified ${done + 1} closes`);
      }
      if (changed.length > 0)
        throw new AdminError(
          [
            `${changed.length} of ${closes.length} closes were changed after they were written:`,
            ...toTable(
              ['CLOSE', 'NAME'],
              changed.map(({ closeId, name }) => [closeId, name]),
            ),
          ].join('\n'),
        );
      return { value: { closes: closes.length }, lines: [`${closes.length} closes are as they were written`] };
    },
  },
];
