import { mostOfPart, mostRegions, readPartNeed, readPartsNeeded } from '@platen/contract/parts-needed';
import { type AskedMoments, toDemand } from '@platen/diagnosis/parts-needed/demand';
import { needDays } from '@platen/diagnosis/parts-needed/device-needs';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../kit/serve.ts';
import {
  type CountRow,
  type DeviceRow,
  type PartRegionRow,
  readCounts,
  readDevices,
  readPartRegions,
  readRegions,
  readSums,
  type SumRow,
} from './store.ts';

/** Parts needed in the next three months, and where. */
export function registerPartsNeeded(app: FastifyInstance): void {
  const { db } = app.platform.store;

  serve(app, readPartsNeeded, async ({ user, query: { groupId = 0, by, region } }) => {
    const selection = { user, groupId, by, region };
    const sums = await readSums(db, selection);
    const counts = await readCounts(db, selection);
    const { regions, count } = await readRegions(db, selection, mostRegions);
    return {
      days: needDays,
      judged: toJudged(counts),
      devices: { all: counts.all, counted: counts.counted },
      by,
      regions,
      regionCount: count,
      parts: sums.map(toPart).toSorted((one, other) => other.expected - one.expected || compare(one.item, other.item)),
    };
  });

  serve(app, readPartNeed, async ({ user, query: { groupId = 0, by, region, item, series = null } }) => {
    const selection = { user, groupId, by, region };
    const found = await readDevices(db, selection, { item, series }, mostOfPart);
    const { regions, count } = await readPartRegions(db, selection, { item, series }, mostOfPart);
    return {
      devices: found.devices.map(toDevice),
      deviceCount: found.count,
      regions: regions.map(toRegion),
      regionCount: count,
    };
  });
}

const toJudged = ({ from, to }: CountRow) => (from === null || to === null ? null : { from, to });

function toPart({ series, item, devices, date, life, rate, ...moments }: SumRow) {
  return {
    series,
    item,
    devices,
    ...demandOf(moments),
    bases: { date: round(date), life: round(life), rate: round(rate) },
  };
}

const toDevice = ({ deviceId, serial, model, customerName, customerNumber, expected, basis, isAsked }: DeviceRow) => ({
  deviceId,
  serial,
  model,
  customerName,
  customerNumber,
  expected: round(expected),
  basis,
  isAsked,
});

const toRegion = ({ region, name, devices, ...moments }: PartRegionRow) => ({
  region,
  name,
  devices,
  ...demandOf(moments),
});

function demandOf(moments: AskedMoments) {
  const { expected, lower, upper, stock } = toDemand(moments);
  return { expected: round(expected), lower, upper, stock, asked: moments.asked };
}

const round = (pieces: number): number => Math.round(pieces * 1000) / 1000;
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
