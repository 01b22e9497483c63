import { describe, expect, it } from 'vitest';
import { ingestLimits, ingestReports } from './ingest.ts';

describe('delivery of reports', () => {
  it('OQ-109: takes a batch whose reports are checked one by one, so that a bad one spoils no good one', () => {
    expect(ingestReports.body?.safeParse({ reports: [{ version: '1.0' }, null, 'x'] }).success).toBe(true);
    expect(ingestReports.body?.safeParse({ reports: 'x' }).success).toBe(false);
    expect(ingestReports.body?.safeParse({ reports: [], more: 1 }).success).toBe(false);
  });

  it('answers for each report what became of it', () => {
    const results = [
      { index: 0, result: 'stored' },
      { index: 1, result: 'repeated' },
      { index: 2, result: 'refused', issues: [{ path: 'observedAt', message: 'Invalid ISO datetime' }] },
    ];
    expect(ingestReports.answer.safeParse({ status: 'OK', results }).success).toBe(true);
    expect(ingestReports.answer.safeParse({ status: 'OK', results: [{ index: 0, result: 'lost' }] }).success).toBe(
      false,
    );
  });

  it('has limits of which each smaller thing fits into the larger', () => {
    expect(ingestLimits.reportBytes).toBeLessThanOrEqual(ingestLimits.packedBytes);
    expect(ingestLimits.packedBytes).toBeLessThanOrEqual(ingestLimits.bytes);
    expect(ingestLimits.reports).toBeGreaterThan(0);
  });
});
