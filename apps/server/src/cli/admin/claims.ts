import type { ClaimDecision } from '@platen/contract/device-merges';
import * as service from '../../features/claims/service.ts';
import type { ClaimedDevice, ClaimRow } from '../../features/claims/store.ts';
import {
  type Arguments,
  type Command,
  type Context,
  isUuid,
  type Outcome,
  toArgument,
  toDay,
  toLimit,
  toTable,
  UsageError,
} from './command.ts';

/** Reports of devices that belong to another collector key: a person decides what they mean. */
export const claimCommands: readonly Command[] = [
  {
    name: 'claims list',
    usage: '[--all] [--limit 100]',
    summary: 'Devices that a collector reported although they belong to another; --all: also those decided',
    arguments: [0, 0],
    options: { all: 'flag', limit: 'text' },
    async run({ db, actor }, args) {
      const claims = await service.listClaims(db, actor, { all: args.flag('all'), limit: toLimit(args, 100) });
      const table = claims.map(({ claimId, openedAt, held, rival, decision }) => [
        claimId,
        openedAt.toISOString(),
        held.serial ?? held.macAddress,
        held.collector,
        rival.collector,
        decision ?? 'open',
      ]);
      return {
        value: { claims },
        lines: toTable(['CLAIM', 'OPENED', 'DEVICE', 'REPORTED BY', 'BELONGS TO', 'DECISION'], table),
      };
    },
  },
  {
    name: 'claims show',
    usage: '<claim>',
    summary: 'Both devices of a claim side by side',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const claim = await service.readClaim(db, actor, toClaimId(args));
      return { value: { claim }, lines: describe(claim) };
    },
  },
  {
    name: 'claims same',
    usage: '<claim>',
    summary: 'The same device, moved within its dealer: it keeps its history and is reported by the new collector',
    arguments: [1, 1],
    async run(context, args) {
      return await decide(context, args, 'same');
    },
  },
  {
    name: 'claims move',
    usage: '<claim> [--from YYYY-MM-DD]',
    summary:
      'The same device, moved: belongs to the new owner from that day (UTC) on, by default the day of its first held report; what was before stays with the former owner',
    arguments: [1, 1],
    options: { from: 'text' },
    async run(context, args) {
      return await decide(context, args, 'move');
    },
  },
  {
    name: 'claims separate',
    usage: '<claim>',
    summary: 'A second device with the same serial number: shown from now on, the other one stays as it is',
    arguments: [1, 1],
    async run(context, args) {
      return await decide(context, args, 'separate');
    },
  },
  {
    name: 'claims reject',
    usage: '<claim>',
    summary: 'Neither: what was and will be reported stays out of sight, and the claim does not open again',
    arguments: [1, 1],
    async run(context, args) {
      return await decide(context, args, 'reject');
    },
  },
];

async function decide({ db, actor }: Context, args: Arguments, decision: ClaimDecision): Promise<Outcome> {
  const claimId = toClaimId(args);
  const from = args.text('from');
  const fromDay = from === undefined ? undefined : toDay(from, '--from');
  const decided = await service.decideClaim(db, { claimId, decision, actor, now: new Date(), fromDay });
  const { deviceId } = decided;
  const what = {
    same: `device ${decided.rivalDeviceId} goes on with what was held`,
    move: `device ${deviceId} belongs to the new owner from ${decided.fromDay ?? ''} on`,
    separate: `device ${deviceId} is a device of its own`,
    reject: `device ${deviceId} stays held`,
  }[decision];
  return { value: { claimId, decision, ...decided }, lines: [what] };
}

function toClaimId(args: Arguments): string {
  const claimId = toArgument(args, 0, 'the claim');
  if (!isUuid(claimId)) throw new UsageError(`'${claimId}' is no claim id; claims list shows them`);
  return claimId;
}

function describe(claim: ClaimRow): string[] {
  const { claimId, openedAt, held, rival, firstAt, lastAt, decision, decidedAt, decidedBy, fromDay } = claim;
  const toRow = (title: string, of: (device: ClaimedDevice) => string | null) => [title, of(held), of(rival)];
  return [
    `claim ${claimId}, opened ${openedAt.toISOString()}`,
    `held reports: ${firstAt?.toISOString() ?? 'none'} to ${lastAt?.toISOString() ?? 'none'}`,
    decision === null
      ? 'open'
      : `decided: ${decision}${fromDay === null ? '' : ` from ${fromDay}`}, ${decidedAt?.toISOString() ?? ''} by ${decidedBy ?? ''}`,
    '',
    ...toTable(
      ['', 'HELD', 'BELONGS TO ANOTHER'],
      [
        toRow('device', ({ deviceId }) => deviceId),
        toRow('serial', ({ serial }) => serial),
        toRow('MAC address', ({ macAddress }) => macAddress),
        toRow('model', ({ model }) => model),
        toRow('dealer', ({ dealerNumber }) => dealerNumber),
        toRow('customer', ({ customerNumber }) => customerNumber),
        toRow('collector', ({ collector }) => collector),
      ],
    ),
  ];
}
