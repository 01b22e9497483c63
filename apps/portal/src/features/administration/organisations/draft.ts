import { messageLanguages } from '@platen/contract/channel-names';
import type { BodyOf } from '@platen/contract/endpoint';
import type { changeOrganisation, OrganisationDetails } from '@platen/contract/organisations';
import { priorities } from '@platen/contract/worklist-names';
import type { AnswerDraft } from './answer-settings.tsx';
import {
  toAnswer,
  toAnswerText,
  toAnswerTimes,
  toHolidays,
  toHolidayText,
  toHours,
  toHoursText,
  toNumbers,
} from './model.ts';
import type { TermsDraft } from './terms-settings.tsx';

export const days = [0, 1, 2, 3, 4, 5, 6] as const;
/** What the numbers of a form may be at most, and the months of its retention at least. */
export const limits = { leadDays: 60, lunchMinutes: 240, pages: 1_000_000, leastMonths: 3, months: 240 } as const;

/** The fields of the dialog as they are typed. */
export interface Draft extends AnswerDraft, TermsDraft {
  readonly name: string;
  readonly numbers: string;
  readonly zone: string;
  readonly leadDays: string;
  readonly lunch: string;
  readonly week: readonly string[];
  readonly holidays: string;
}

export const toDraft = ({ organisation, inForce }: OrganisationDetails): Draft => ({
  name: organisation.name,
  numbers: [...organisation.dealerNumbers, ...organisation.customerNumbers].join(', '),
  zone: inForce.zone ?? '',
  leadDays: String(inForce.leadDays ?? ''),
  lunch: String(inForce.lunchMinutes ?? ''),
  week: days.map((day) => toHoursText(inForce.week?.[day] ?? [])),
  holidays: toHolidayText(inForce.holidays ?? []),
  mailLanguage: inForce.mailLanguage ?? '',
  answers: priorities.map((priority) => toAnswerText(inForce.answerTimes?.[priority])),
  secondPerson: String(inForce.secondPersonPages ?? ''),
  addressesLeave: inForce.addressesLeave ?? true,
  retention: String(inForce.retentionMonths ?? ''),
  english: inForce.terms?.english ?? '',
  japanese: inForce.terms?.japanese ?? '',
});

/** What of the settings that are no calendar differs. */
const toAnswerChange = (draft: Draft, before: Draft) => ({
  ...(draft.mailLanguage === before.mailLanguage
    ? {}
    : { mailLanguage: messageLanguages.find((one) => one === draft.mailLanguage) }),
  ...(draft.answers.join('\n') === before.answers.join('\n') ? {} : { answerTimes: toAnswerTimes(draft.answers) }),
  ...(draft.secondPerson === before.secondPerson
    ? {}
    : { secondPersonPages: wholeOf(draft.secondPerson, limits.pages) }),
  ...(draft.retention.trim() === before.retention ? {} : { retentionMonths: toRetention(draft.retention) ?? null }),
  ...(draft.addressesLeave === before.addressesLeave ? {} : { addressesLeave: draft.addressesLeave }),
});

const termsOf = ({ english, japanese }: TermsDraft): string => [english.trim(), japanese.trim()].join('\0');
/** Neither language has a text, and one had. */
const isTermsGone = (draft: Draft, before: Draft): boolean =>
  termsOf(draft) === termsOf({ english: '', japanese: '' }) && termsOf(draft) !== termsOf(before);
const toTermsChange = (draft: Draft, before: Draft) =>
  termsOf(draft) === termsOf(before)
    ? {}
    : { terms: { english: draft.english.trim(), japanese: draft.japanese.trim() } };

const wholeOf = (text: string, most: number): number | undefined =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) <= most ? Number(text) : undefined;
/** Months as typed; null: as inherited, undefined: they are none. */
function toRetention(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const months = wholeOf(text, limits.months);
  return months === undefined || months < limits.leastMonths ? undefined : months;
}
const isZone = (name: string): boolean => {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).format() !== '';
  } catch {
    return false;
  }
};

/** Fields that cannot be saved as they are. */
export const findFaults = (draft: Draft, before: Draft) => ({
  name: draft.name.trim() === '',
  zone: !isZone(draft.zone.trim()),
  leadDays: wholeOf(draft.leadDays, limits.leadDays) === undefined,
  lunch: wholeOf(draft.lunch, limits.lunchMinutes) === undefined,
  week: draft.week.map((hours) => toHours(hours) === undefined),
  holidays: toHolidays(draft.holidays) === undefined,
  secondPerson: wholeOf(draft.secondPerson, limits.pages) === undefined,
  retention: toRetention(draft.retention) === undefined,
  terms: isTermsGone(draft, before),
  answers: draft.answers.some((one) => toAnswer(one) === undefined),
});

/** What is sent of a draft without faults: of the settings those that differ from what holds. */
export function toChange(
  draft: Draft,
  { organisation }: OrganisationDetails,
  before: Draft,
): BodyOf<typeof changeOrganisation> {
  const { kind, version } = organisation;
  const numbers = toNumbers(draft.numbers);
  return {
    version,
    name: draft.name.trim(),
    ...(kind === 'dealer' ? { dealerNumbers: numbers } : {}),
    ...(kind === 'customer' || kind === 'site' ? { customerNumbers: numbers } : {}),
    settings: {
      ...(draft.zone === before.zone ? {} : { zone: draft.zone.trim() }),
      ...(draft.leadDays === before.leadDays ? {} : { leadDays: wholeOf(draft.leadDays, limits.leadDays) }),
      ...(draft.lunch === before.lunch ? {} : { lunchMinutes: wholeOf(draft.lunch, limits.lunchMinutes) }),
      ...(draft.week.join('\n') === before.week.join('\n')
        ? {}
        : { week: draft.week.map((hours) => toHours(hours) ?? []) }),
      ...(draft.holidays === before.holidays ? {} : { holidays: toHolidays(draft.holidays) }),
      ...toAnswerChange(draft, before),
      ...toTermsChange(draft, before),
    },
  };
}
