import { detectedErrorNames, tonerColors } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import type { StatusInput } from '../src/status.ts';

type Status = NonNullable<StatusInput['status']>;
type Alert = NonNullable<Status['alerts']>[number];
type Supply = NonNullable<StatusInput['supplies']>[number];

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** Leaves out what is undefined, as a report does. */
const present = <T extends object>(value: { [K in keyof T]: T[K] | undefined }) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as T;

const code = fc.oneof(
  fc.integer({ min: 1, max: 38 }),
  fc.integer({ min: 800, max: 1116 }),
  fc.integer(),
  fc.constant(8),
);

export const anyAlert: fc.Arbitrary<Alert> = fc
  .record({
    index: fc.constantFrom('1.1', '1.2', '7'),
    severity: maybe(fc.constantFrom(1, 3, 4, 5, 99)),
    trainingLevel: maybe(fc.integer({ min: 1, max: 8 })),
    group: maybe(fc.integer({ min: 1, max: 33 })),
    groupIndex: maybe(fc.integer({ min: -2, max: 4 })),
    code: maybe(code),
    description: maybe(fc.string({ unit: 'binary', maxLength: 300 })),
  })
  .map((value) => present<Alert>(value));

export const detectedErrors = fc.uniqueArray(fc.constantFrom(...detectedErrorNames, 'bit15', 'bit40'));

export const anySupply: fc.Arbitrary<Supply> = fc
  .record({
    index: fc.constantFrom('1.1', '1.2', '1.3', '4', 'x'),
    percent: fc.oneof(
      fc.float({ min: 0, max: 100, noNaN: true }).map((value) => ({ state: 'measured' as const, value })),
      fc.constantFrom('unknown', 'someRemaining', 'notRestricted', 'notSupported').map((state) => ({ state })),
    ),
    class: maybe(fc.constantFrom('other', 'supplyThatIsConsumed', 'receptacleThatIsFilled')),
    type: maybe(fc.constantFrom('toner', 'ink', 'wasteToner', 'opc', 'fuser', 'constructor', 'developer')),
    tonerColor: maybe(fc.constantFrom(...tonerColors)),
    description: maybe(fc.string({ maxLength: 20 })),
    condition: maybe(fc.constantFrom('ok', 'low', 'empty', 'nearFull', 'full', 'missing')),
  })
  .map((value) => present<Supply>(value));

const anyStatus: fc.Arbitrary<Status> = fc
  .record({
    hrDeviceStatus: maybe(fc.constantFrom('unknown', 'running', 'warning', 'testing', 'down')),
    hrPrinterStatus: maybe(fc.constantFrom('other', 'unknown', 'idle', 'printing', 'warmup')),
    detectedErrors: maybe(detectedErrors),
    alerts: maybe(fc.array(anyAlert, { maxLength: 6 })),
    deviceCode: maybe(fc.stringMatching(/^[0-9A-F]{4}$/)),
    consoleText: maybe(fc.string({ maxLength: 20 })),
  })
  .map((value) => present<Status>(value));

export const anyInput: fc.Arbitrary<StatusInput> = fc.record({
  status: maybe(anyStatus),
  supplies: maybe(fc.array(anySupply, { maxLength: 5 })),
});
