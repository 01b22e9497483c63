import { secondPersonPages } from '@platen/contract/meter-values';
import { type Priority, priorities } from '@platen/contract/worklist-names';
import * as service from '../../features/organisation/service.ts';
import type { Organisation } from '../../worklist/organisation.ts';
import {
  type Arguments,
  type Command,
  type Outcome,
  readText,
  toArgument,
  toList,
  toTable,
  UsageError,
} from './command.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

function toOutcome({ version, form, settings }: Organisation): Outcome {
  const { calendar, leadDays } = settings;
  const targets = Object.entries(form.firmwareTargets ?? {});
  return {
    value: { version, settings: form, inForce: { calendar, leadDays } },
    lines: [
      `time zone  ${calendar.zone}`,
      ...weekdays.map((name, index) => {
        const hours = calendar.week[index] ?? [];
        return `${name.padEnd(10)} ${hours.length === 0 ? 'off' : hours.map(({ from, to }) => `${from}-${to}`).join(', ')}`;
      }),
      `lunch      ${calendar.lunchMinutes} min`,
      `holidays   ${(form.holidays ?? []).map(({ day, name }) => `${day} ${name}`).join(', ') || 'none'}`,
      `lead time  ${leadDays} working days`,
      `meters     corrections above ${form.secondPersonPages ?? secondPersonPages} pages need a second person`,
      `no account ${form.noAccountText ?? 'no text'}`,
      `firmware   ${targets.map(([line, version]) => `${line}: ${version}`).join(', ') || 'no targets'}`,
    ],
  };
}

/** `08:00-12:00,13:00-17:00`, or `off`. */
function toHours(text: string): { from: string; to: string }[] {
  if (text === 'off') return [];
  return text.split(',').map((span) => {
    const [from, to, ...rest] = span.trim().split('-');
    if (from === undefined || to === undefined || rest.length > 0)
      throw new UsageError(`'${span}': expected hours as 08:00-17:00, or off`);
    return { from, to };
  });
}

/** The week with the days that the options name; undefined if they name none. */
function toWeek(args: Arguments, { settings }: Organisation) {
  const given = weekdays.map((name) => args.text(name));
  if (given.every((text) => text === undefined)) return undefined;
  return given.map((text, index) => (text === undefined ? settings.calendar.week[index] : toHours(text)));
}

/** Lines `2026-12-25 Christmas Day`, from a file. */
function toHolidays(file: string): { day: string; name: string }[] {
  return readText(file)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ day: line.slice(0, 10), name: line.slice(10).trim() }));
}

/** `line=version`; an empty version takes the target out. */
function toTargets(args: Arguments, { form }: Organisation): Record<string, string> | undefined {
  const changes = toList(args, 'firmware');
  if (changes === undefined) return undefined;
  const targets = new Map(Object.entries(form.firmwareTargets ?? {}));
  for (const change of changes) {
    const at = change.indexOf('=');
    if (at < 1) throw new UsageError(`'${change}': expected line=version`);
    const [line, version] = [change.slice(0, at), change.slice(at + 1)];
    if (version === '') targets.delete(line);
    else targets.set(line, version);
  }
  return Object.fromEntries(targets);
}

function toWhole(args: Arguments, option: string): number | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  if (!/^\d{1,7}$/.test(text)) throw new UsageError(`--${option} must be a whole number`);
  return Number(text);
}

const toCustomer = (args: Arguments): string => toArgument(args, 0, 'the customer number');

/** `P1=2/8`: hours of work until acknowledged, and until on site. */
function toAnswerTimes(args: Arguments): service.CustomerAgreement['answerTimes'] {
  const times = priorities.flatMap((priority): [Priority, { acknowledgeHours: number; onSiteHours?: number }][] => {
    const text = args.text(priority.toLowerCase());
    if (text === undefined) return [];
    const [acknowledge, onSite] = text.split('/');
    return [
      [
        priority,
        { acknowledgeHours: Number(acknowledge), ...(onSite === undefined ? {} : { onSiteHours: Number(onSite) }) },
      ],
    ];
  });
  if (times.length === 0) throw new UsageError('one of --p1, --p2, --p3, --p4 is needed, as --p1 2/8');
  return Object.fromEntries(times);
}

export const organisationCommands: readonly Command[] = [
  {
    name: 'organisation show',
    usage: '',
    summary: 'Time zone, hours of work, holidays, lead time of supplies and firmware targets',
    arguments: [0, 0],
    run: async ({ db, actor }) => toOutcome(await service.showOrganisation(db, actor)),
  },
  {
    name: 'organisation set',
    usage:
      '[--zone Europe/Berlin] [--monday 08:00-17:00 …] [--lunch 60] [--holidays FILE] [--lead-days 5] [--second-person-pages 1000] [--firmware LINE=VERSION,…] [--no-account-text …]',
    summary: 'Change them; a day is off or spans of hours, a holiday a line "2026-12-25 Christmas Day"',
    arguments: [0, 0],
    options: {
      zone: 'text',
      ...Object.fromEntries(weekdays.map((name) => [name, 'text' as const])),
      lunch: 'text',
      holidays: 'text',
      'lead-days': 'text',
      'second-person-pages': 'text',
      'no-account-text': 'text',
      firmware: 'text',
    },
    async run({ db, actor }, args) {
      const before = await service.showOrganisation(db, actor);
      const file = args.text('holidays');
      const change = Object.entries({
        zone: args.text('zone'),
        week: toWeek(args, before),
        lunchMinutes: toWhole(args, 'lunch'),
        holidays: file === undefined ? undefined : toHolidays(file),
        leadDays: toWhole(args, 'lead-days'),
        secondPersonPages: toWhole(args, 'second-person-pages'),
        noAccountText: args.text('no-account-text'),
        firmwareTargets: toTargets(args, before),
      }).filter(([, value]) => value !== undefined);
      if (change.length === 0) throw new UsageError('nothing to set: --help lists the options');
      return toOutcome(await service.setOrganisation(db, actor, Object.fromEntries(change)));
    },
  },
  {
    name: 'agreements list',
    usage: '',
    summary: 'Answer times agreed with customers, in hours of work: until acknowledged / until on site',
    arguments: [0, 0],
    async run({ db, actor }) {
      const agreements = await service.listAgreements(db, actor);
      const rows = agreements.map(({ customerNumber, answerTimes }) => [
        customerNumber,
        ...priorities.map((priority) => {
          const agreed = answerTimes[priority];
          return agreed === undefined ? null : [agreed.acknowledgeHours, agreed.onSiteHours].filter(Boolean).join('/');
        }),
      ]);
      return { value: { agreements }, lines: toTable(['CUSTOMER', ...priorities], rows) };
    },
  },
  {
    name: 'agreements set',
    usage: '<customer> --p1 2/8 [--p2 4/16] [--p3 …] [--p4 …]',
    summary: 'Agree answer times with a customer, by priority; replaces those agreed before',
    arguments: [1, 1],
    options: { p1: 'text', p2: 'text', p3: 'text', p4: 'text' },
    async run({ db, actor }, args) {
      const customerNumber = toCustomer(args);
      const answerTimes = toAnswerTimes(args);
      await service.setAgreement(db, actor, { customerNumber, answerTimes });
      return {
        value: { customerNumber, answerTimes },
        lines: [`answer times agreed with customer '${customerNumber}'`],
      };
    },
  },
  {
    name: 'agreements remove',
    usage: '<customer>',
    summary: 'No answer times are agreed with this customer any more',
    arguments: [1, 1],
    async run({ db, actor }, args) {
      const customerNumber = toCustomer(args);
      await service.removeAgreement(db, actor, customerNumber);
      return { value: { customerNumber }, lines: [`removed the answer times of customer '${customerNumber}'`] };
    },
  },
];
