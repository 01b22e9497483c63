import type { StatusReason } from '@platen/contract/devices';
import { describe, expect, it } from 'vitest';
import { decideStatus } from '../status.ts';

const sign: StatusReason = { source: 'sign', code: '04010002', severity: 'warning' };
const setting: StatusReason = { source: 'code', code: '05-3612-0', severity: 'warning' };

describe('signs together with the reports of a device', () => {
  it('DL-04: a failure sign makes a warning of a device that reports nothing wrong, or nothing at all', () => {
    expect(decideStatus({ status: { hrDeviceStatus: 'running', detectedErrors: [] }, signs: [sign] })).toEqual({
      status: 'warning',
      reasons: [sign],
      deviceCode: null,
    });
    expect(decideStatus({ signs: [setting] })).toMatchObject({ status: 'warning', reasons: [setting] });
  });

  it('OQ-30: a reported error stays in front, and a sign is never more than a warning', () => {
    const severe: StatusReason = { ...sign, severity: 'error' };
    const { status, reasons } = decideStatus({ status: { detectedErrors: ['jammed'] }, signs: [setting, severe] });
    expect(status).toBe('error');
    expect(reasons).toEqual([{ source: 'detectedError', code: 'jammed', severity: 'error' }, sign, setting]);
    expect(decideStatus({ signs: [severe] }).status).toBe('warning');
  });

  it('OQ-30: a sign does not explain why a device is down', () => {
    const { status, reasons } = decideStatus({ status: { hrDeviceStatus: 'down' }, signs: [sign] });
    expect(status).toBe('error');
    expect(reasons).toEqual([{ source: 'hrDevice', code: 'down', severity: 'error' }, sign]);
  });

  it('a hint is shown and changes no status', () => {
    const status = { hrDeviceStatus: 'running' as const };
    const hint: StatusReason = { source: 'counterBreak', code: '2026-11-02', severity: 'info' };
    expect(decideStatus({ status, signs: [hint] })).toEqual({ status: 'normal', reasons: [hint], deviceCode: null });
    expect(decideStatus({ status, signs: [hint, sign] })).toMatchObject({ status: 'warning', reasons: [sign, hint] });
    expect(decideStatus({ signs: [hint] })).toMatchObject({
      status: 'unknown',
      reasons: [{ source: 'notReported' }, hint],
    });
  });
});
