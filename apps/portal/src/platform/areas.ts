import { type Action, can, type Holder } from '@platen/contract/rights';
import { administrationSections } from './administration-sections.ts';

/** Areas whose screens exist in their order, each with the right that it takes (GE-20). */
const areas = [
  { name: 'devices', path: '/devicelist', right: undefined },
  { name: 'worklist', path: '/worklist', right: 'readWorklist' },
  { name: 'visits', path: '/visits', right: 'recordVisits' },
  { name: 'meters', path: '/meters', right: 'readMeters' },
  { name: 'rules', path: '/rules', right: 'readRules' },
  { name: 'administration', path: '/administration', right: administrationSections.map(({ right }) => right) },
] as const satisfies readonly { name: string; path: string; right: Action | readonly Action[] | undefined }[];

/** Whether this user may enter: with one of the rights where there are several. */
const mayEnter = (me: Holder | undefined, right: Action | readonly Action[] | undefined): boolean =>
  right === undefined || [right].flat().some((one) => can(me, one));

/** The areas that this user may enter; of an unknown user the devices alone. */
export const areasOf = (me: Holder | undefined) => areas.filter(({ right }) => mayEnter(me, right));
