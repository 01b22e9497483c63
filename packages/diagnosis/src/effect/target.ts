import { subjectOfPart } from '@platen/contract/part-codes';
import type { DoneEntry } from '@platen/contract/visit-records';
import { datedParts } from '../components/dated-parts.ts';
import { type FeedSource, feedSources } from '../components/feed-roller/feed-readings.ts';

/** The rate that something done should have changed (VE-01). */
export type Target =
  /** Jams, or retries, of a paper source per 1,000 feeds. */
  | { readonly measure: 'jams' | 'retries'; readonly source: FeedSource }
  /** Errors of a unit's codes per 1,000 pages. */
  | { readonly measure: 'unitErrors'; readonly unit: string }
  /** All codes of service calls per 1,000 pages. */
  | { readonly measure: 'serviceCalls' };

const serviceCalls: Target = { measure: 'serviceCalls' };
const service: readonly Target[] = [serviceCalls];

/**
 * Service-call codes by the unit that they are about, both ends included, where the name of a part says
 * more.
 */
const ranges: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  fuser: [['C400', 'C4FF']],
  laserUnit: [['CA00', 'CAFF']],
  polygonalMotor: [['CA00', 'CAFF']],
  imageQualitySensor: [
    ['CE20', 'CE20'],
    ['CE40', 'CE40'],
  ],
};

/**
 * The name of what a record is about as conditions name it, from any of the forms that records use: a part
 * code with or without `part.`, or the name itself.
 */
export function toUnit(item: string): string {
  const code = /^(?:part\.)?(\d{4})$/.exec(item)?.[1];
  return code === undefined ? item : subjectOfPart(code);
}

/**
 * The kind of a unit, without its colour or source: `drum` of `drum.black`; a part by its code stays as it
 * is.
 */
export const componentOf = (unit: string): string => (unit.startsWith('part.') ? unit : (unit.split('.')[0] ?? unit));

/** Whether an error is one of a unit's own; undefined: no code is known to be about the unit. */
export function codesOf(unit: string): ((code: string) => boolean) | undefined {
  const own = ranges[unit];
  if (own !== undefined) return (code) => own.some(([from, to]) => code >= from && code <= to);
  const kind = [...datedParts].find(([code]) => subjectOfPart(code) === unit)?.[1].kind;
  return kind === undefined ? undefined : (code) => kind.failureCodes.test(code);
}

/** Sensor that shows the wear of a unit; undefined: none is known. */
export const sensorOf = (unit: string): string | undefined =>
  [...datedParts].find(([code]) => subjectOfPart(code) === unit)?.[1].kind.sensor;

/**
 * What replacing, cleaning or adjusting an item should have changed: rollers jams and retries, else errors.
 */
export function targetsOfItem(item: string): readonly Target[] {
  const unit = toUnit(item);
  const source = feedSources.find((one) => unit === `feedRoller.${one}` || unit === one);
  if (source !== undefined)
    return [
      { measure: 'jams', source },
      { measure: 'retries', source },
    ];
  return codesOf(unit) === undefined ? service : [{ measure: 'unitErrors', unit }];
}

/**
 * What an entry of the record besides parts should have changed. `unitOfCode`: the unit that a setting is
 * about, where its table says so. Entries that change no device (a trained user) have none.
 */
export function targetsOfDone(
  entry: DoneEntry,
  unitOfCode: (code: string) => string | undefined = () => undefined,
): readonly Target[] {
  switch (entry.done) {
    case 'cleaned':
    case 'adjusted':
      return targetsOfItem(entry.item);
    case 'clearedPaper':
      return entry.item === undefined ? [] : targetsOfItem(entry.item);
    case 'codeSet': {
      const sub = entry.sub === null ? '' : `-${entry.sub}`;
      const unit = unitOfCode(`${entry.kind}-${entry.main}${sub}`);
      return unit === undefined ? service : targetsOfItem(unit);
    }
    case 'firmware':
    case 'exchanged':
    case 'other':
      return service;
    case 'configuredNetwork':
    case 'trainedUser':
      break;
  }
  return [];
}

/** Every rate that something done may have changed. */
export const knownTargets: readonly Target[] = [
  ...feedSources.flatMap((source): Target[] => [
    { measure: 'jams', source },
    { measure: 'retries', source },
  ]),
  ...[...new Set([...Object.keys(ranges), ...[...datedParts.keys()].map(subjectOfPart)])].map(
    (unit): Target => ({ measure: 'unitErrors', unit }),
  ),
  serviceCalls,
];

/** What a target counts: a paper source or unit; null: the whole device. */
export const ofTarget = (target: Target): string | null =>
  'source' in target ? target.source : 'unit' in target ? target.unit : null;

/** A target as one text, unlike that of any other. */
export const keyOfTarget = (target: Target): string => `${target.measure} ${ofTarget(target) ?? ''}`;
