import { isEmptyScope, type Place, type Scope } from '../../identity/collector-scope.ts';
import { type Arguments, type Command, UsageError } from './command.ts';
import { toList } from './values.ts';

export const scopeOptions: NonNullable<Command['options']> = {
  dealer: 'text',
  customer: 'text',
  unnumbered: 'flag',
  everywhere: 'flag',
};
export const scopeUsage = '(--dealer D-1[,D-2] | --customer C-1[,C-2] [--dealer D-1] | --unnumbered | --everywhere)';

/** What a key may report for, from the options of a command; none of them is a wrong command line. */
export function toScope(args: Arguments): Scope {
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
