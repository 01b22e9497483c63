import type { DeliveryEvent, MessageLanguage, NamedChoice } from '@platen/contract/channel-names';
import type { RuleForm } from '@platen/contract/rules';
import type {
  CloseWebhook,
  DeviceWebhook,
  MeterWebhook,
  TicketWebhook,
  VisitWebhook,
} from '@platen/contract/webhook-events';
import type { Condition } from '@platen/contract/worklist-item';
import type { ConditionKind, Priority } from '@platen/contract/worklist-names';
import type { VisitNotice } from '@platen/diagnosis/delivery/visit-events';

// What a message says, without words of any language: the ways out render it.

/** What a condition is about, as a headline and the steps of the catalogue need it. */
export type MessageCondition = Pick<
  Condition,
  | 'conditionId'
  | 'kind'
  | 'subject'
  | 'source'
  | 'work'
  | 'state'
  | 'facts'
  | 'whoCanAct'
  | 'openedAt'
  | 'lastSeenAt'
  | 'resolution'
  | 'plannedDay'
  | 'version'
>;

/** What a row is about: the device, or the collector or customer of the row. */
export interface MessagePlace {
  /** Of the row; of a device its device id. */
  readonly rowId: string;
  readonly entity: 'device' | 'collector' | 'customer';
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  /** Where the device stands, in the words of the customer. */
  readonly description: string | null;
  readonly dealerNumber: string | null;
  /** Of a collector its name, where the receiver may know it. */
  readonly name: string | null;
}

/** A part or consumable to bring (VP-08). */
export interface MessagePart {
  /** `6342`, `toner.cyan`, `supply.waste` */
  readonly item: string;
  readonly pieces: number;
  /** A condition asks for it; false: it ends within 8 weeks, or may be empty within the lead time. */
  readonly isAsked: boolean;
  /** As the organisation's table of part numbers has them (VP-20); null: not known. */
  readonly name: string | null;
  readonly number: string | null;
}

/** One event of a message. */
export interface MessageItem {
  /** Of the event; never changes. */
  readonly eventId: string;
  readonly event: DeliveryEvent;
  /** The choice that named it (DE-27); null or left out: the event itself. */
  readonly chosen?: NamedChoice | null;
  /** When it happened. */
  readonly at: string;
  readonly place: MessagePlace;
  readonly condition: MessageCondition;
  readonly priority: Priority;
  /** Name of who has it; null: no user. */
  readonly assignee: string | null;
  /** It rests on a judgement: 'for you to decide' (TX-20). */
  readonly isJudged: boolean;
  /** What the rule that opened it does, as it is now (AR-14); left out: no rule did. */
  readonly rule?: Pick<RuleForm, 'tests' | 'openDelayMinutes' | 'clearDelayMinutes'>;
  /** What to bring to the device; left out of what goes to machines, and of messages of before this field. */
  readonly parts?: readonly MessagePart[];
}

/** The subscription behind a message: 'Why do I get this' (DE-23). */
export interface MessageSubscription {
  readonly subscriptionId: string;
  readonly name: string;
  /** Address that stops it with one click, without sign-in (DE-24). */
  readonly stopUrl: string;
}

interface Common {
  /** When it was put together. */
  readonly at: string;
  /** Address of the portal under the brand of the receiver, for links: `https://platen.example/rdt`. */
  readonly portal: string;
  readonly subscription: MessageSubscription | null;
  /** The first message about the same condition, so that mail programs thread (DE-24); null: this is it. */
  readonly firstId: string | null;
}

/** A visit in a message. `notice`: why its assignee is notified; null: a subscription asks for it. */
export interface MessageVisit {
  readonly type: VisitWebhook['type'];
  readonly notice: VisitNotice | null;
  readonly data: Omit<VisitWebhook['data'], 'url'>;
  readonly deviceIds: readonly string[];
}

/** What happened to a device as such, or to its meters. */
export type MessageDevice = { readonly deviceIds: readonly string[]; readonly at: string } & (
  | { readonly type: DeviceWebhook['type']; readonly data: Omit<DeviceWebhook['data'], 'url'> }
  | { readonly type: MeterWebhook['type']; readonly data: Omit<MeterWebhook['data'], 'url'> }
);

/**
 * A close of meters: it was closed, its period ends soon and something may stop it then (LG-34), or a file of
 * it is sent (MX-07).
 */
export type MessageClose =
  | { readonly type: CloseWebhook['type']; readonly data: Omit<CloseWebhook['data'], 'url' | 'linesUrl'> }
  | {
      readonly type: 'ahead';
      readonly closeId: string;
      readonly name: string;
      readonly lastDay: string;
      readonly stops: number;
      readonly lines: number;
    }
  | SentFile;

/** A file of the meters of a close. */
export interface SentFile {
  readonly type: 'file';
  readonly closeId: string;
  readonly name: string;
  readonly lastDay: string;
  readonly runId: string;
  readonly lines: number;
  readonly isTest: boolean;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  /** Days until which the link in its place is valid; of an attached file null. */
  readonly linkUntil: string | null;
  /** Read at sending; left out: the message has the link. */
  readonly file?: AttachedFile;
}

export interface AttachedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

export type Message =
  /** One or several events of one customer; `more`: those that are not among the items. */
  | (Common & { readonly kind: 'change'; readonly items: readonly MessageItem[]; readonly more: number })
  /** P1 that no user acknowledged since (DE-07). */
  | (Common & { readonly kind: 'reminder'; readonly items: readonly MessageItem[]; readonly more: number })
  /**
   * What is open and new since the last one (DE-11). `why`: of a chosen time, of what quiet hours held, or of
   * what the limits held. `p1`: of what is new; `openP1`: of the open rows, left out of messages of before
   * this field.
   */
  | (Common & {
      readonly kind: 'digest';
      readonly why: 'time' | 'quiet' | 'limit';
      readonly items: readonly MessageItem[];
      readonly more: number;
      readonly open: number;
      readonly p1: number;
      readonly openP1?: number;
      readonly since: string | null;
      /** Changes of visits that waited for it. */
      readonly visits?: readonly MessageVisit[];
      /** What happened to devices as such. */
      readonly devices?: readonly MessageDevice[];
    })
  /** Many at once (DE-15, WL-74), the greatest counts first. */
  | (Common & {
      readonly kind: 'summary';
      readonly count: number;
      /** `name`: of the rule that opened them; left out: no rule did. */
      readonly kinds: readonly { readonly kind: ConditionKind; readonly name?: string; readonly count: number }[];
      readonly customers: readonly { readonly name: string | null; readonly count: number }[];
    })
  /** The limit of the channel is reached: everything further comes as one digest at `until` (DE-13). */
  | (Common & {
      readonly kind: 'limit';
      readonly limit: 'hour' | 'day';
      readonly count: number;
      readonly until: string;
    })
  /** An example (DE-05). */
  | (Common & { readonly kind: 'test'; readonly channelName: string })
  /** Asks the holder of an address to confirm it (DE-04). */
  | (Common & {
      readonly kind: 'confirmation';
      readonly confirmUrl: string;
      readonly until: string;
      readonly by: string;
    })
  /** Another channel fails or was disabled (DE-19). */
  | (Common & {
      readonly kind: 'channelFailing';
      readonly channelName: string;
      readonly state: 'failing' | 'disabled';
      readonly since: string;
    })
  /** The server paused a rule (AR-13). */
  | (Common & {
      readonly kind: 'rulePaused';
      readonly ruleId: string;
      readonly ruleName: string;
      readonly count: number;
    })
  /** For another system (TK-04). */
  | (Common & { readonly kind: 'ticket'; readonly type: TicketWebhook['type']; readonly ticket: TicketWebhook['data'] })
  /** A visit (VP-01, DE-27). */
  | (Common & MessageVisit & { readonly kind: 'visit' })
  /** Several visits of one customer (DE-06). */
  | (Common & { readonly kind: 'visits'; readonly visits: readonly MessageVisit[] })
  /** One or several devices as such (DE-27); `more`: those that are not among them. */
  | (Common & { readonly kind: 'device'; readonly devices: readonly MessageDevice[]; readonly more: number })
  /** A close of meters (LG-34, MX-07). */
  | (Common & { readonly kind: 'close'; readonly close: MessageClose })
  /** A ticket was not answered for a day (TK-11). */
  | (Common & {
      readonly kind: 'ticketNotConfirmed';
      readonly system: string;
      readonly serial: string | null;
      readonly rowId: string;
      readonly since: string;
    })
  /** An API token of the receiver, or of the organisation, ends soon (OA-31). */
  | (Common & {
      readonly kind: 'tokenEnds';
      readonly tokenName: string;
      readonly begins: string;
      readonly ofOrganisation: boolean;
      readonly maker: string;
      readonly endsAt: string;
    });

/** Language and zone in which a way renders a message. */
export interface MessageForm {
  readonly language: MessageLanguage;
  readonly zone: string;
}
