import { status as statusSchema, supply as supplySchema } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyAlert, anyInput, anySupply, detectedErrors } from '../test/arbitraries.ts';
import { decideStatus, type StatusInput } from './status.ts';

const severityOf = (input: StatusInput) =>
  ({ error: 2, warning: 1, unknown: 0, normal: 0 })[decideStatus(input).status];

describe('for every section that fits the contract', () => {
  it('the arbitrary sections fit the contract', () => {
    fc.assert(
      fc.property(anyInput, ({ status, supplies }) => {
        expect(statusSchema.safeParse(status ?? {}).error).toBeUndefined();
        expect(supplies?.every((one) => supplySchema.safeParse(one).success) ?? true).toBe(true);
      }),
    );
  });

  it('OQ-30: the status is that of the most severe reason, and reasons are sorted', () => {
    const rank = { error: 0, warning: 1, info: 2 };
    fc.assert(
      fc.property(anyInput, (input) => {
        const { status, reasons } = decideStatus(input);
        const ranks = reasons.map(({ severity }) => rank[severity]);
        expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
        expect({ error: [0], warning: [1], unknown: [2], normal: [undefined] }[status]).toContain(ranks[0]);
      }),
    );
  });

  it('OQ-30: one more alert, bit, supply or code never makes the status better, unless it explains why a device is down', () => {
    const more = fc.oneof(
      anyAlert.map((alert) => ({ alert })),
      detectedErrors.map((bits) => ({ bits })),
      anySupply.map((one) => ({ one })),
    );
    fc.assert(
      fc.property(anyInput, more, (input, added) => {
        fc.pre(input.status?.hrDeviceStatus !== 'down');
        const status = input.status ?? {};
        const next: StatusInput = {
          status:
            'alert' in added
              ? { ...status, alerts: [...(status.alerts ?? []), added.alert] }
              : 'bits' in added
                ? { ...status, detectedErrors: [...(status.detectedErrors ?? []), ...added.bits] }
                : input.status,
          supplies: 'one' in added ? [...(input.supplies ?? []), added.one] : input.supplies,
        };
        expect(severityOf(next)).toBeGreaterThanOrEqual(severityOf(input));
      }),
      { numRuns: 1000 },
    );
  });

  it('OQ-30: a device that is down is at least a warning, unless it is starting', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const status = { ...input.status, hrDeviceStatus: 'down' as const };
        fc.pre(status.hrPrinterStatus !== 'warmup');
        expect(severityOf({ ...input, status })).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('every named bit stands in a reason or in what a reason keeps', () => {
    fc.assert(
      fc.property(detectedErrors, (bits) => {
        const { reasons } = decideStatus({ status: { detectedErrors: bits } });
        const named = new Set(reasons.flatMap(({ code, also }) => [code, ...(also ?? []).map((one) => one.code)]));
        expect(bits.filter((bit) => !bit.startsWith('bit') && !named.has(bit))).toEqual([]);
      }),
    );
  });

  it('the order of alerts and supplies in a report changes nothing', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const turned: StatusInput = {
          status:
            input.status?.alerts === undefined
              ? input.status
              : { ...input.status, alerts: input.status.alerts.toReversed() },
          supplies: input.supplies?.toReversed(),
        };
        const bare = ({ status, reasons }: ReturnType<typeof decideStatus>) => [
          status,
          reasons.map(({ source, code, severity, condition, text }) => ({ source, code, severity, condition, text })),
        ];
        expect(bare(decideStatus(turned))).toEqual(bare(decideStatus(input)));
      }),
    );
  });
});
