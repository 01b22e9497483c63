import { parseAdviceId } from '@platen/contract/advice-ids';
import { dayMs } from '@platen/contract/constants';
import { tonerColors } from '@platen/contract/report-sections';
import type { Condition, ConditionFacts } from '@platen/contract/worklist-item';
import type { ConditionKind } from '@platen/contract/worklist-names';
import { type DueWords, dueOf, namedRisk, toShownBounds } from './due-words.ts';
import type { Locale } from './locale.ts';
import { isCheckedFirst, partWords } from './part-words.ts';
import { isKeyOf, toSupplyName } from './supply-phrase.ts';
import type { Texts, WorklistTexts } from './texts/types.ts';

/** What a headline is made of: the condition as the answer has it. */
export type HeadlineOf = Pick<Condition, 'kind' | 'subject' | 'facts' | 'lastSeenAt' | 'openedAt'>;

type Keys<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Keys<T[K], `${P}${K}.`>;
}[keyof T & string];
type Values = Readonly<Record<string, string | number>>;
type Say<K extends string> = (key: K, values?: Values) => string;

/** Texts of the language in use, each area by its keys, and the form of dates. */
export interface HeadlineLanguage {
  readonly locale: Locale;
  readonly headlines: Say<Keys<WorklistTexts['headlines']>>;
  readonly status: Say<Keys<Pick<Texts['status'], 'alert' | 'detectedError' | 'supply' | 'supplyName'>>>;
  readonly common: Say<`color.${keyof Texts['common']['color']}`>;
  /** The texts themselves: which keys there are. */
  readonly known: {
    readonly status: Pick<Texts['status'], 'alert' | 'detectedError'>;
    readonly common: Pick<Texts['common'], 'color'>;
  };
  readonly date: (iso: string) => string;
}

/** Writes what a condition is about, in plain words and one line, in this language. */
export function createHeadline(language: HeadlineLanguage): (condition: HeadlineOf) => string {
  const words = toWords(language);
  return (condition) => headlines[condition.kind](condition, words);
}

/**
 * Writes which matter a condition is, without its present level, day or count: an entry of the past is about
 * the matter as it was then.
 */
export function createMatter(language: HeadlineLanguage): (condition: HeadlineOf) => string {
  const words = toWords(language);
  return (condition) => (matters[condition.kind] ?? headlines[condition.kind])(condition, words);
}

interface HeadlineWords extends Pick<HeadlineLanguage, 'date'> {
  readonly text: HeadlineLanguage['headlines'];
  /** A reported error that is no device code: `jammed`, `alert.801`; undefined for one without a name. */
  readonly error: (subject: string) => string | undefined;
  /** A supply by its subject: `black`, `waste`, `opc.cyan`. */
  readonly supply: (subject: string) => string;
  /** 'Black toner low' and so on. */
  readonly supplyState: (subject: string, state: 'low' | 'nearFull' | 'empty' | 'full') => string;
  /** A part by its subject: `drum.yellow`, `part.6340`; its code where nothing names it. */
  readonly part: (subject: string) => string;
}

function toWords({ headlines: text, status, common, known, date, locale }: HeadlineLanguage): HeadlineWords {
  const unit = (name: string) => (isKeyOf(known.common.color, name) ? common(`color.${name}`) : name);
  const supply = (subject: string) => {
    const [type = '', colour] = subject.split('.');
    const name = subject === 'waste' ? 'wasteToner' : toSupplyName(type);
    const word = status(`supplyName.${name ?? 'other'}`);
    return colour === undefined ? word : `${word} ${unit(colour)}`;
  };
  return {
    text,
    date,
    part: (subject) => partWords(subject, locale) ?? text('part', { code: subject.replace('part.', '') }),
    supply,
    supplyState: (subject, state) => status(`supply.${state}`, { supply: supply(subject) }),
    error: (subject) => {
      const alert = /^alert\.(\d+)$/.exec(subject)?.[1];
      if (alert !== undefined)
        return status(`alert.${isKeyOf(known.status.alert, alert) ? alert : 'other'}`, { code: alert });
      return isKeyOf(known.status.detectedError, subject)
        ? status(`detectedError.${subject}`, { code: subject })
        : undefined;
    },
  };
}

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
  part: partText,
  supply: supplyText,
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
    const variant = facts.messageId === undefined ? undefined : parseAdviceId(facts.messageId)?.variant;
    const drive = text(`drives.${variant === 'HDD' || variant === 'SSD' ? variant : 'storage'}`);
    return text(`storage.${grade}`, { drive, port: facts.item ?? subject });
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
  rule: ({ facts: { rule }, subject }, { text, supply }) => {
    const [ruleId = '', of] = subject.split('/', 2);
    const name = rule?.name ?? text('rule', { name: ruleId });
    return of === undefined ? name : text('ruleOf', { name, subject: isTonerColor(of) ? supply(of) : of });
  },
  person: ({ facts }, { text }) => text('call', { matter: text(`calls.${facts.matter ?? 'other'}`) }),
};

/** Those whose headline has figures that change while they are open. */
const matters: Readonly<Partial<typeof headlines>> = {
  errorRepeat: ({ facts, subject }, { text }) => text('errorRepeatUncounted', { code: facts.code ?? subject }),
  part: ({ facts, subject }, { part }) => part(facts.item ?? subject),
  supply: ({ facts, subject }, { supply }) => supply(facts.item ?? subject),
  stopped: (_, { text }) => text('stoppedUndated'),
  codeLimit: ({ facts, subject }, { text }) => text('codeLimit', { code: facts.code ?? subject }),
  storage: ({ facts, subject }, { text }) => `${text('drives.storage')} ${facts.item ?? subject}`,
  firmware: (_, { text }) => text('firmwareUnknown'),
  collector: (_, { text }) => text('collectorUndated'),
  outbreak: ({ subject }, { text }) => text('outbreak', { kind: isKind(subject) ? text(`kinds.${subject}`) : subject }),
};

/** A code of a service call: `C447`, `F10_2`; the device's messages for it differ by series. */
const deviceCode = /^[0-9A-F]{3,4}(?:[_-]\w{1,4})?$/;

const findings = {
  duplicateSerial: true,
  exchangedBoard: true,
  movedAddress: true,
  reportsAgain: true,
  other: true,
} as const;
const isTonerColor = (name: string): boolean => tonerColors.some((color) => color === name);
const isKind = (name: string): name is ConditionKind => Object.hasOwn(headlines, name);

/** What a failure sign says of a part: what to do now, or when it may fail. */
function partText({ facts, subject, lastSeenAt }: HeadlineOf, words: HeadlineWords): string {
  const { text } = words;
  const item = facts.item ?? subject;
  const part = words.part(item);
  const act = isCheckedFirst(item) ? 'check' : 'replace';
  // A part of preventive maintenance without a sign: its life is known, a failure is not expected.
  if (facts.messageId === undefined && facts.percent !== undefined)
    return text(facts.ratedOnly === true ? 'ratedLife' : 'life', { part, percent: Math.floor(facts.percent) });
  const due = dueOf(facts);
  if (facts.urgency === 'now' || due === 'over') return text(`${act}Now`, { part });
  const risk = namedRisk(facts);
  if (due !== 'days' && due !== 'weeks' && risk !== undefined) return text('fails.risk', { part, percent: risk });
  if (due === 'open') return text(`${act}NextVisit`, { part });
  return text(`fails.${due}`, { part, ...toDueValues(due, facts, lastSeenAt, words) });
}

/** When a supply runs out by its days left, or what the device reports of it. */
function supplyText({ facts, subject, lastSeenAt }: HeadlineOf, words: HeadlineWords): string {
  const { text, supplyState } = words;
  const item = facts.item ?? subject;
  const { urgency, percent } = facts;
  if (urgency === 'empty' || urgency === 'full' || urgency === 'nearFull') return supplyState(item, urgency);
  const due = dueOf(facts);
  if (due !== 'open')
    return text(`empty.${due}`, { supply: words.supply(item), ...toDueValues(due, facts, lastSeenAt, words) });
  const state = supplyState(item, 'low');
  return percent === undefined ? state : text('lowAt', { state, percent: Math.round(percent) });
}

/** Bounds in the unit of the words, and the first day; days count from the day of the facts. */
function toDueValues(
  due: DueWords,
  { range = { lower: 0, upper: 0 }, asOf }: ConditionFacts,
  lastSeenAt: string,
  { date }: HeadlineWords,
) {
  const first = new Date(Date.parse(asOf ?? lastSeenAt) + Math.round(range.lower) * dayMs);
  return { ...toShownBounds(due, range), date: date(first.toISOString().slice(0, 10)) };
}
