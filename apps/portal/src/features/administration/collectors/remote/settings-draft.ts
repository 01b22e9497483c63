import {
  type CollectorSettings,
  type CredentialHead,
  type LogLevel,
  type RemoteSettings,
  type RemoteSite,
  remoteLimits,
  type SealedSecret,
} from '@platen/contract/remote-settings';

/** Left to the site, on, or off. */
type Switch = '' | 'on' | 'off';

export interface SiteDraft {
  readonly id: number;
  readonly name: string;
  readonly targets: string;
  readonly exclude: string;
  readonly mdns: Switch;
  readonly customerNumber: string;
  readonly customerName: string;
  /** What the dialog has no field for. */
  readonly rest: Partial<RemoteSite>;
}

export interface CredentialDraft extends CredentialHead {
  readonly id: number;
  /** Undefined: the one that is stored stays. */
  readonly secret: SealedSecret | undefined;
}

/** What the dialog edits, as texts. */
export interface Draft {
  readonly everyMinutes: string;
  readonly packetsPerSecond: string;
  readonly concurrency: string;
  readonly ipp: Switch;
  readonly logLevel: LogLevel | '';
  readonly from: string;
  readonly to: string;
  readonly sites: readonly SiteDraft[];
  readonly credentials: readonly CredentialDraft[];
}

const toText = (value: number | undefined): string => (value === undefined ? '' : String(value));
const toSwitch = (value: boolean | undefined): Switch => (value === undefined ? '' : value ? 'on' : 'off');
const toLines = (texts: readonly string[] = []): string => texts.join('\n');
const toList = (text: string): string[] => text.split(/[\s,]+/).filter((part) => part !== '');

let drafted = 0;
export const nextId = (): number => ++drafted;

export function toDraft({ settings, credentials }: CollectorSettings): Draft {
  return {
    everyMinutes: toText(settings.everyMinutes),
    packetsPerSecond: toText(settings.packetsPerSecond),
    concurrency: toText(settings.concurrency),
    ipp: toSwitch(settings.ipp),
    logLevel: settings.logLevel ?? '',
    from: settings.searchHours?.from ?? '',
    to: settings.searchHours?.to ?? '',
    sites: (settings.sites ?? []).map((site) => {
      const { name, targets, exclude, mdns, customerNumber = '', customerName = '', ...rest } = site;
      const lists = { targets: toLines(targets), exclude: toLines(exclude), mdns: toSwitch(mdns) };
      return { id: nextId(), name, ...lists, customerNumber, customerName, rest };
    }),
    credentials: credentials.map(({ setAt: _at, setBy: _by, ...head }) => ({
      ...head,
      id: nextId(),
      secret: undefined,
    })),
  };
}

const numberKeys = ['everyMinutes', 'packetsPerSecond', 'concurrency'] as const;
export type NumberKey = (typeof numberKeys)[number];

/** Undefined: nothing is set; null: it is no number that may be set. */
export function toNumber(key: NumberKey, text: string): number | undefined | null {
  if (text.trim() === '') return undefined;
  const [least, most] = remoteLimits[key];
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

const timeForm = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** Both times or none. */
export const areHoursGood = ({ from, to }: Pick<Draft, 'from' | 'to'>): boolean =>
  (from === '' && to === '') || (timeForm.test(from) && timeForm.test(to));

/** A name that is there once. */
export const isNameGood = (name: string, all: readonly { readonly name: string }[]): boolean =>
  name.trim() !== '' && all.filter((other) => other.name.trim() === name.trim()).length === 1;

/** SNMPv3 passwords have at least 8 characters (RFC 3414 section 11.2). */
const isPassword = (text: string | undefined): boolean => text !== undefined && text.length >= 8;

export function isSecretGood({ kind, user, authProtocol, privProtocol, secret }: CredentialDraft): boolean {
  if (secret === undefined) return true;
  if (kind === 'community') return (secret.community ?? '') !== '';
  return (
    (user ?? '') !== '' &&
    (authProtocol === undefined || isPassword(secret.authPassword)) &&
    (privProtocol === undefined || isPassword(secret.privPassword))
  );
}

export const isGood = (draft: Draft): boolean =>
  numberKeys.every((key) => toNumber(key, draft[key]) !== null) &&
  areHoursGood(draft) &&
  draft.sites.every(({ name }) => isNameGood(name, draft.sites)) &&
  draft.credentials.every((one) => isNameGood(one.name, draft.credentials) && isSecretGood(one));

const fromSwitch = (value: Switch) => (value === '' ? undefined : value === 'on');
const notEmpty = (text: string) => (text.trim() === '' ? undefined : text.trim());

/** The settings of a good draft. Credentials are sealed apart from it. */
export function toSettings(draft: Draft): RemoteSettings {
  const number = (key: NumberKey) => toNumber(key, draft[key]) ?? undefined;
  return withoutEmpty({
    everyMinutes: number('everyMinutes'),
    packetsPerSecond: number('packetsPerSecond'),
    concurrency: number('concurrency'),
    ipp: fromSwitch(draft.ipp),
    logLevel: draft.logLevel === '' ? undefined : draft.logLevel,
    searchHours: draft.from === '' ? undefined : { from: draft.from, to: draft.to },
    sites:
      draft.sites.length === 0
        ? undefined
        : draft.sites.map(({ name, targets, exclude, mdns, customerNumber, customerName, rest }) => {
            const [searched, left] = [toList(targets), toList(exclude)];
            return withoutEmpty({
              ...rest,
              name: name.trim(),
              targets: searched.length === 0 ? undefined : searched,
              exclude: left.length === 0 ? undefined : left,
              mdns: fromSwitch(mdns),
              customerNumber: notEmpty(customerNumber),
              customerName: notEmpty(customerName),
            });
          }),
  });
}

function withoutEmpty<T extends object>(value: T): T {
  for (const name of Object.keys(value))
    if (Reflect.get(value, name) === undefined) Reflect.deleteProperty(value, name);
  return value;
}
