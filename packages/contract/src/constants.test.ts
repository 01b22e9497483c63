import { expect, it } from 'vitest';
import * as constants from './constants.ts';

it.each([
  ['CN-01', constants.requestTimeoutMs, 30_000],
  ['CN-02 DL-12', constants.devicePageSize, 100],
  ['CN-03', constants.wideScreenPx, 1600],
  ['CN-04', constants.nonMobilePx, 960],
  ['CN-05', constants.identifierTextLimit, 20_000],
  ['CN-06', constants.searchTextLimit, 1024],
  ['CN-07', constants.latestTermsVersion, '1.0.1'],
  ['CN-08 TM-03', constants.defaultAgreedVersion, '0.0.0'],
  ['CN-19', constants.lazyResourceTimeoutMs, 120_000],
] as const)('CN-01..CN-08 CN-19: %s is %s', (_, value, specified) => {
  expect(value).toBe(specified);
});

it('CN-10 GR-02: the default group is All Devices with id 0', () => {
  expect(constants.allDevicesGroup).toEqual({ groupId: 0, name: 'All Devices' });
});

it('CN-20 CN-21: the two version constants that were seen are recorded', () => {
  expect(constants.seenVersions).toEqual(['1.2.11', '0.0.3']);
});

it('IX-10 CN-12 CN-13 CN-14 CN-15 CN-16 CN-17 CN-22: windows of counters, errors, forecasts and histories, the same in every language', () => {
  expect(constants.counterChartMonths).toBe(6);
  expect(constants.errorCountDays).toBe(14);
  expect(constants.errorHistoryDays).toBe(30);
  expect(constants.errorTrendMonths).toEqual([1, 3, 6]);
  expect(constants.pmForecastWeeks).toEqual([0, 1, 2, 4]);
  expect(constants.tonerHistoryLength).toBe(10);
  expect(constants.polygonMotorDays).toBe(30);
});

it('OQ-30: a device is offline after 48 hours without a report', () => {
  expect(constants.offlineAfterHours).toBe(48);
});
