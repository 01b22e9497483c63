import { addByCode, renewCode } from '../../features/collectors/enrolment.ts';
import * as service from '../../features/collectors/service.ts';
import { findCollectorId, setStanding } from '../../features/collectors/standing.ts';
import { describeScope, isEmptyScope, type Place, type Scope } from '../../identity/collector-scope.ts';
import { inTransaction } from '../../store/transactions.ts';
import { type Arguments, type Command, toArgument, toList, toTable, UsageError } from './command.ts';

const scopeOptions: NonNullable<Command['options']> = {
  dealer: 'text',
  customer: 'text',
  unnumbered: 'flag',
  everywhere: 'flag',
};
const scopeUsage = '(--dealer D-1[,D-2] | --customer C-1[,C-2] [--dealer D-1] | --unnumbered | --everywhere)';

const toField = (name: 'customerNumber' | 'dealerNumber' | 'customerName' | 'site', text: string | undefined) =>
  text === undefined ? {} : { [name]: text };

const toName = (args: Arguments): string => toArgument(args, 0, 'the name');

/** Collectors and reporting devices: their keys, and what each key may report for. */
export const collectorCommands: readonly Command[] = [
  {
    name: 'collectors list',
    usage: '',
    summary: 'All collectors: scope of the key, last contact, scopes to be reviewed, revoked keys',
    arguments: [0, 0],
    async run({ db, actor }) {
      const collectors = await service.listKeys(db, actor);
      const table = collectors.map((row) => [
        row.name,
        row.version,
        row.lastContactAt?.toISOString() ?? 'never',
        describeScope(row.scope),
        toRemark(row),
      ]);
      return {
        value: { collectors },
        lines: toTable(['NAME', 'VERSION', 'LAST CONTACT', 'MAY REPORT FOR', ''], table),
      };
    },
  },
  {
    name: 'collectors add',
    usage: `<name> ${scopeUsage}`,
    summary: 'Add a collector or a reporting device, bound to what it may report for; its key is shown only once',
    arguments: [1, 1],
    options: scopeOptions,
    async run({ db, actor }, args) {
      const name = toName(args);
      const scope = toScope(args);
      const { collectorId, key } = await service.addCollector(db, actor, name, scope);
      return {
        value: { collectorId, name, key, scope },
        lines: [`added collector '${name}' for ${describeScope(scope)}. Its key, shown only now:`, key],
      };
    },
  },
  {
    name: 'collectors invite',
    usage: '<name> [--customer C-1] [--dealer D-1] [--customer-name TEXT] [--site TEXT]',
    summary: 'Add a collector that enrols with a code, valid for 7 days; of an existing one: a new code',
    arguments: [1, 1],
    options: { customer: 'text', dealer: 'text', 'customer-name': 'text', site: 'text' },
    async run({ db, actor }, args) {
      const name = toName(args);
      const change = { actor, now: new Date() };
      const place = {
        ...toField('customerNumber', args.text('customer')),
        ...toField('dealerNumber', args.text('dealer')),
        ...toField('customerName', args.text('customer-name')),
        ...toField('site', args.text('site')),
      };
      const found = await findCollectorId(db, name).catch(() => undefined);
      if (found !== undefined && Object.keys(place).length > 0)
        throw new UsageError(`there is a collector '${name}' already: a new code takes no options`);
      const answer = await inTransaction(db, (trx) =>
        found === undefined ? addByCode(trx, change, { name, ...place }) : renewCode(trx, change, found),
      );
      return {
        value: { name, ...answer },
        lines: [
          `'${name}' enrols with this code until ${answer.validUntil}, shown only now:`,
          answer.code ?? '',
          `platen-collector enrol ${answer.code} --server URL`,
        ],
      };
    },
  },
  ...(['rest', 'resume'] as const).map(
    (verb): Command => ({
      name: `collectors ${verb}`,
      usage: '<name>',
      summary:
        verb === 'rest'
          ? 'Ask a collector to stop reading; it keeps what it has and asks once a day whether it may go on'
          : 'Let a resting or revoked collector go on with its key',
      arguments: [1, 1],
      async run({ db, actor }, args) {
        const name = toName(args);
        const standing = verb === 'rest' ? 'resting' : 'active';
        await inTransaction(db, async (trx) =>
          setStanding(trx, { actor, now: new Date() }, await findCollectorId(trx, name), { standing }),
        );
        return { value: { name, standing }, lines: [`collector '${name}' is ${standing}`] };
      },
    }),
  ),
  {
    name: 'collectors revoke',
    usage: '<name>',
    summary: 'Refuse the key from now on; what it delivered stays',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const name = toName(args);
      const revokedAt = await service.revokeKey(db, actor, name);
      return { value: { name, revokedAt }, lines: [`revoked the key of collector '${name}'`] };
    },
  },
  {
    name: 'collectors bind',
    usage: `<name> ${scopeUsage} [--add]`,
    summary: 'Set what the key may report for from now on; --add: in addition to its present scope',
    arguments: [1, 1],
    options: { ...scopeOptions, add: 'flag' },
    async run({ db, actor }, args) {
      const name = toName(args);
      const scope = await service.bindKey(db, actor, name, toScope(args), { add: args.flag('add') });
      return { value: { name, scope }, lines: [`collector '${name}' may report for ${describeScope(scope)}`] };
    },
  },
  {
    name: 'collectors review',
    usage: '<name>',
    summary: 'Confirm the scope that an update of Platen gave to the key',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const name = toName(args);
      const scope = await service.confirmScope(db, actor, name);
      return {
        value: { name, scope },
        lines: [`confirmed: collector '${name}' may report for ${describeScope(scope)}`],
      };
    },
  },
  {
    name: 'collectors rotate',
    usage: '<name>',
    summary: 'Exchange the key of a collector; the new one is shown only once, the old one is refused from now on',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const name = toName(args);
      const key = await service.rotateKey(db, actor, name);
      return { value: { name, key }, lines: [`new key of collector '${name}', shown only now:`, key] };
    },
  },
];

type Remarked = Pick<service.CollectorKey, 'revokedAt' | 'restingAt' | 'scopeReviewedAt'>;

function toRemark({ revokedAt, restingAt, scopeReviewedAt }: Remarked): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
  if (restingAt !== null) return `resting since ${restingAt.toISOString()}`;
  return scopeReviewedAt === null ? 'to be reviewed: collectors review, collectors bind' : '';
}

/** What a key may report for, from the options of a command; an empty scope is a wrong command line. */
function toScope(args: Arguments): Scope {
  const dealers = toList(args, 'dealer') ?? [];
  const customers = toList(args, 'customer') ?? [];
  const places: Place[] = [...toPlaces(dealers, customers), ...(args.flag('unnumbered') ? [{}] : [])];
  if (!args.flag('everywhere')) {
    if (isEmptyScope({ places })) throw new UsageError(`say what the key may report for: ${scopeUsage}`);
    return { places };
  }
  if (places.length > 0) throw new UsageError('--everywhere leaves no room for another limit');
  return { everywhere: true, places: [] };
}

function toPlaces(dealers: readonly string[], customers: readonly string[]): Place[] {
  if (customers.length === 0) return dealers.map((dealerNumber) => ({ dealerNumber }));
  const [dealerNumber, other] = dealers;
  if (other !== undefined)
    throw new UsageError(
      '--customer goes with one --dealer; for customers of further dealers use collectors bind --add',
    );
  return customers.map((customerNumber) =>
    dealerNumber === undefined ? { customerNumber } : { dealerNumber, customerNumber },
  );
}
