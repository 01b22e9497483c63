import * as service from '../../features/collectors/service.ts';
import { describeScope, isEmptyScope, type Place, type Scope } from '../../identity/collector-scope.ts';
import { type Arguments, type Command, toArgument, toList, toTable, UsageError } from './command.ts';

const scopeOptions: NonNullable<Command['options']> = {
  dealer: 'text',
  customer: 'text',
  unnumbered: 'flag',
  everywhere: 'flag',
};
const scopeUsage = '(--dealer D-1[,D-2] | --customer C-1[,C-2] [--dealer D-1] | --unnumbered | --everywhere)';

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

function toRemark({ revokedAt, scopeReviewedAt }: { revokedAt: Date | null; scopeReviewedAt: Date | null }): string {
  if (revokedAt !== null) return `revoked ${revokedAt.toISOString()}`;
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
