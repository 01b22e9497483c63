import { parentKinds } from '@platen/contract/organisation-names';
import type { OrganisationDetails, OrganisationItem, OrganisationKind } from '@platen/contract/organisations';
import { priorities } from '@platen/contract/worklist-names';
import { toCsvFile } from '../../../downloads/csv-file.ts';

/** A line of the tree with its depth, from 0. */
export interface TreeLine {
  readonly item: OrganisationItem;
  readonly depth: number;
  readonly hasChildren: boolean;
}

/** The tree as lines, each below its parent; what is closed hides what lies below it. */
export function toLines(items: readonly OrganisationItem[], closed: ReadonlySet<string>): readonly TreeLine[] {
  const children = new Map<string | null, OrganisationItem[]>();
  for (const item of items) children.set(item.parentId, [...(children.get(item.parentId) ?? []), item]);
  const walk = (parentId: string | null, depth: number): TreeLine[] =>
    (children.get(parentId) ?? []).flatMap((item) => {
      const hasChildren = children.has(item.organisationId);
      const below = closed.has(item.organisationId) ? [] : walk(item.organisationId, depth + 1);
      return [{ item, depth, hasChildren }, ...below];
    });
  return walk(null, 0);
}

/** Organisations whose name or a number holds the text, with all above them. */
export function findOrganisations(items: readonly OrganisationItem[], text: string): readonly OrganisationItem[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return items;
  const byId = new Map(items.map((item) => [item.organisationId, item]));
  const found = new Set<string>();
  for (const item of items) {
    const texts = [item.name, ...item.dealerNumbers, ...item.customerNumbers];
    if (!texts.some((one) => one.toLowerCase().includes(wanted))) continue;
    for (let at: OrganisationItem | undefined = item; at !== undefined; at = byId.get(at.parentId ?? ''))
      found.add(at.organisationId);
  }
  return items.filter(({ organisationId }) => found.has(organisationId));
}

/** What may be added below an organisation of this kind. */
export const kindsBelow = (kind: OrganisationKind): readonly OrganisationKind[] =>
  (['dealer', 'customer', 'site'] as const).filter((one) => parentKinds[one].includes(kind));

export const numbersOf = ({ dealerNumbers, customerNumbers }: OrganisationItem): readonly string[] => [
  ...dealerNumbers,
  ...customerNumbers,
];

/** Numbers as typed: separated by commas, blanks or lines. */
export const toNumbers = (text: string): string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((number) => number !== '')),
];

type Week = NonNullable<OrganisationDetails['inForce']['week']>;
type AnswerTimes = NonNullable<OrganisationDetails['inForce']['answerTimes']>;
export type AnswerTime = NonNullable<AnswerTimes['P1']>;
type Holidays = NonNullable<OrganisationDetails['inForce']['holidays']>;

/** `08:00-12:00, 13:00-17:00`; empty: no work on this day. */
export const toHoursText = (hours: Week[number]): string => hours.map(({ from, to }) => `${from}-${to}`).join(', ');

/** Hours as typed; undefined: they are none. */
export function toHours(text: string): Week[number] | undefined {
  if (text.trim() === '') return [];
  const spans = text.split(',').map((span) => /^\s*(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})\s*$/.exec(span));
  const hours = spans.flatMap((found) =>
    found?.[1] === undefined || found[2] === undefined
      ? []
      : [{ from: found[1].padStart(5, '0'), to: found[2].padStart(5, '0') }],
  );
  return hours.length === spans.length ? hours : undefined;
}

/** Hours until acknowledged, and until on site: `2/8`, `4`; empty: none are agreed. */
export const toAnswerText = (answer: AnswerTime | undefined): string =>
  answer === undefined
    ? ''
    : [answer.acknowledgeHours, answer.onSiteHours].filter((one) => one !== undefined).join('/');

/** An answer time as typed; null: none, undefined: it is not one. */
export function toAnswer(text: string): AnswerTime | null | undefined {
  if (text.trim() === '') return null;
  const found = /^\s*(\d{1,4}(?:\.\d+)?)\s*(?:\/\s*(\d{1,4}(?:\.\d+)?)\s*)?$/.exec(text);
  const [acknowledgeHours, onSiteHours] = [Number(found?.[1]), Number(found?.[2])];
  const isOff = (hours: number) => !(hours > 0 && hours <= 2000);
  if (found === null || isOff(acknowledgeHours) || (found[2] !== undefined && isOff(onSiteHours))) return undefined;
  return { acknowledgeHours, ...(found[2] === undefined ? {} : { onSiteHours }) };
}

/** Those of all classes as typed. */
export const toAnswerTimes = (texts: readonly string[]): AnswerTimes =>
  Object.fromEntries(
    priorities.flatMap((priority, index) => {
      const answer = toAnswer(texts[index] ?? '');
      return answer === null || answer === undefined ? [] : [[priority, answer] as const];
    }),
  );

export const toHolidayText = (holidays: Holidays): string =>
  holidays.map(({ day, name }) => `${day} ${name}`.trim()).join('\n');

/** Holidays as typed, one a line: a day, then its name; undefined: a line has no day. */
export function toHolidays(text: string): Holidays | undefined {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const holidays = lines.flatMap((line) => {
    const [, day, name] = /^(\d{4}-\d{2}-\d{2})\s*(.{0,100})$/.exec(line) ?? [];
    return day === undefined ? [] : [{ day, name: name ?? '' }];
  });
  return holidays.length === lines.length ? holidays : undefined;
}

/** The tree as a table for spreadsheets. */
export function toOrganisationFile(items: readonly OrganisationItem[], head: readonly string[]): Blob {
  const names = new Map(items.map(({ organisationId, name }) => [organisationId, name]));
  const rows = items.map((item) => [
    item.name,
    item.kind,
    names.get(item.parentId ?? '') ?? null,
    item.dealerNumbers.join(' '),
    item.customerNumbers.join(' '),
    item.devices,
    item.ownDevices,
    item.users,
  ]);
  return toCsvFile(head, rows);
}
