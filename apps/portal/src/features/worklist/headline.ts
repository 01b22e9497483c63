import type { WorklistTexts } from '@platen/catalogue/texts/types';
import type { Condition, ConditionFacts } from '@platen/contract/worklist-item';
import { isKeyOf } from '@platen/catalogue/supply-phrase';
import type { ConditionKind } from '@platen/contract/worklist-names';

/** What a headline is made of: the condition as the answer has it. */
export type HeadlineOf = Pick<Condition, 'kind' | 'subject' | 'facts' | 'lastSeenAt' | 'openedAt'>;

type Keys<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Keys<T[K], `${P}${K}.`>;
}[keyof T & string];
type HeadlineKey = Keys<WorklistTexts['headlines']>;

/** Where the words come from: texts of the language in use, names of the catalogue, and forms of dates. */
export interface HeadlineWords {
  /** A text of the area `headlines`. */
  readonly text: (key: HeadlineKey, values?: Readonly<Record<string, string | number>>) => string;
  /** A reported error that is no device code: `jammed`, `alert.801`; undefined for one without a name. */
  readonly error: (subject: string) => string | undefined;
  /** A supply by its subject: `black`, `waste`, `opc.cyan`. */
  readonly supply: (subject: string) => string;
  /** 'Black toner low' and so on. */
  readonly supplyState: (subject: string, state: 'low' | 'nearFull' | 'empty' | 'full') => string;
  /** A colour, cassette or other unit of a part. */
  readonly unit: (unit: string) => string;
  readonly date: (iso: string) => string;
}

/** What the condition is about, in plain words and one line. */
export const toHeadline = (condition: HeadlineOf, words: HeadlineWords): string =>
  headlines[condition.kind](condition, words);

const headlines: Readonly<Record<ConditionKind, (of: HeadlineOf, words: HeadlineWords) => string>> = {
  down: ({ facts, subject }, { text, error }) => {
    const code = facts.code ?? subject;
    const what = facts.text ?? error(code) ?? (deviceCode.test(code) ? code : undefined);
    return what === undefined ? text('downUnknown') : text('down', { what });
  },
  errorRepeat: ({ facts, subject }, { text }) => {
    const code = facts.code ?? subject;
    return facts.count === undefined
      ? text('errorRepeatUncounted', { code })
      : text('errorRepeat', { code, count: facts.count });
  },
  part: ({ facts, subject }, words) => {
    const part = toPart(facts.item ?? subject, words);
    const soon = facts.urgency === 'now' || toSpan(facts)?.upper === 0;
    if (soon) return words.text('now', { part });
    return dueText(
      facts,
      (key, values) => words.text(key === 'sure' ? 'due' : 'dueUnsure', { part, ...values }),
      () => words.text('nextVisit', { part }),
    );
  },
  supply: ({ facts, subject }, { text, supply, supplyState }) => {
    const item = facts.item ?? subject;
    const { urgency } = facts;
    const state = urgency === 'empty' || urgency === 'full' || urgency === 'nearFull' ? urgency : 'low';
    if (state !== 'low') return supplyState(item, state);
    if (toSpan(facts)?.upper === 0) return text('emptyToday', { supply: supply(item) });
    return dueText(
      facts,
      (key, values) => text(key === 'sure' ? 'emptyIn' : 'emptyInUnsure', { supply: supply(item), ...values }),
      () => supplyState(item, 'low'),
    );
  },
  stopped: ({ lastSeenAt }, { text, date }) => text('stopped', { date: date(lastSeenAt) }),
  counterBreak: ({ facts, subject }, { text, date }) => {
    const day = date(facts.day ?? subject);
    const [before, after] = [Number(facts.before), Number(facts.after)];
    if (!(before > 0 || after > 0)) return text('counterBreak', { date: day });
    const values = { before: facts.before ?? '', after: facts.after ?? '', date: day };
    return text(after < before ? 'counterFell' : 'counterRose', values);
  },
  identity: ({ facts, subject }, { text }) => {
    const kind = facts.item ?? subject;
    return text(isKeyOf(findings, kind) ? `identity.${kind}` : 'identity.other');
  },
  codeLimit: ({ facts, subject }, { text }) => {
    const { code = subject, after, threshold } = facts;
    return after === undefined || threshold === undefined
      ? text('codeLimit', { code })
      : text('codeLimitAt', { code, after, threshold: String(threshold) });
  },
  codeChanged: ({ facts: { code, before, after }, subject }, { text }) =>
    before === undefined || after === undefined
      ? text('codeChangedOnly', { code: code ?? subject })
      : text('codeChanged', { code: code ?? subject, before, after }),
  storage: ({ facts, subject }, { text }) => {
    const grade = facts.urgency === 'now' || facts.urgency === 'nextVisit' ? facts.urgency : 'watch';
    return text(`storage.${grade}`, { port: facts.item ?? subject });
  },
  firmware: ({ facts: { before, after } }, { text }) =>
    before === undefined || after === undefined ? text('firmwareUnknown') : text('firmware', { before, after }),
  collector: ({ facts: { count }, lastSeenAt }, { text, date }) =>
    count === undefined
      ? text('collector', { date: date(lastSeenAt) })
      : text('collectorOf', { date: date(lastSeenAt), count }),
  outbreak: ({ facts: { count }, subject }, { text }) => {
    const kind = isKind(subject) ? text(`kinds.${subject}`) : subject;
    return count === undefined ? text('outbreak', { kind }) : text('outbreakOf', { count, kind });
  },
  person: ({ facts }, { text }) => text('call', { matter: text(`calls.${facts.matter ?? 'other'}`) }),
};

/** A code of a service call: `C447`, `F10_2`; the device's messages for it differ by series. */
const deviceCode = /^[0-9A-F]{3,4}(?:[_-]\w{1,4})?$/;

const findings = { duplicateSerial: true, exchangedBoard: true, movedAddress: true, other: true } as const;
const isKind = (name: string): name is ConditionKind => Object.hasOwn(headlines, name);

const namedParts = {
  fuser: true,
  secondTransfer: true,
  feedRoller: true,
  developer: true,
  imageQualitySensor: true,
  imageControlError: true,
  polygonalMotor: true,
  drum: true,
} as const;

/** Words for a part by its subject: `drum.yellow`, `feedRoller.CST1`, `part.6342`. */
function toPart(subject: string, { text, unit }: HeadlineWords): string {
  const [component = '', which] = subject.split('.');
  if (component === 'part' && which !== undefined) return text('parts.code', { code: which });
  const name = isKeyOf(namedParts, component) ? text(`parts.${component}`) : component;
  return which === undefined ? name : text('parts.of', { name, unit: unit(which) });
}

/** Whole days from now, none of them in the past. */
function toSpan({ range }: ConditionFacts): { lower: number; upper: number } | undefined {
  if (range === undefined) return undefined;
  const toDays = (days: number) => Math.max(0, Math.round(days));
  return { lower: toDays(range.lower), upper: toDays(range.upper) };
}

/** With its 80 % range, or with 'about' where the range is not known; `none` where no day is. */
function dueText(
  facts: ConditionFacts,
  known: (kind: 'sure' | 'unsure', values: Readonly<Record<string, number>>) => string,
  none: () => string,
): string {
  const span = toSpan(facts);
  if (span !== undefined) return known('sure', span);
  return facts.days === undefined ? none() : known('unsure', { days: Math.max(0, Math.round(facts.days)) });
}
