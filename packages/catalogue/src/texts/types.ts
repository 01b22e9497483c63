import type { texts as administrationEnglish } from './administration-en-us.ts';
import type { texts as advancedSearchEnglish } from './advanced-search-en-us.ts';
import type { texts as areaEnglish } from './areas-en-us.ts';
import type { texts as codeHistoryEnglish } from './code-history-en-us.ts';
import type { texts as deliveryEnglish } from './delivery-en-us.ts';
import type { texts as deviceEnglish } from './device-en-us.ts';
import type { messages as messagesEnglish } from './en-us/messages.ts';
import type { meterFile as meterFileEnglish } from './en-us/meter-file.ts';
import type { texts as english } from './en-us.ts';
import type { texts as invitationEnglish } from './invitation-en-us.ts';
import type { texts as jobEnglish } from './jobs-en-us.ts';
import type { texts as ledgerEnglish } from './ledger-en-us.ts';
import type { texts as meEnglish } from './me-en-us.ts';
import type { texts as metersEnglish } from './meters-en-us.ts';
import type { texts as partsNeededEnglish } from './parts-needed-en-us.ts';
import type { texts as plainDevicesEnglish } from './plain-devices-en-us.ts';
import type { texts as reportingEnglish } from './reporting-en-us.ts';
import type { texts as ruleWordsEnglish } from './rule-words-en-us.ts';
import type { texts as rulesEnglish } from './rules-en-us.ts';
import type { texts as visitEffectsEnglish } from './visit-effects-en-us.ts';
import type { texts as visitFiguresEnglish } from './visit-figures-en-us.ts';
import type { texts as visitPackEnglish } from './visit-pack-en-us.ts';
import type { texts as visitPlanningEnglish } from './visit-planning-en-us.ts';
import type { texts as visitRecordEnglish } from './visit-record-en-us.ts';
import type { texts as visitsEnglish } from './visits-en-us.ts';
import type { texts as worklistEnglish } from './worklist-en-us.ts';
import type { texts as worklistFileEnglish } from './worklist-file-en-us.ts';
import type { texts as worklistRowEnglish } from './worklist-row-en-us.ts';

/** The same tree with any text at its leaves: what every locale must fill, no key more or less. */
type Widened<T> = { readonly [K in keyof T]: T[K] extends string ? string : Widened<T[K]> };

/**
 * The interface texts of one locale that come with the application. A key missing in a locale is a compile
 * error, as is one too many.
 */
export type Texts = Widened<typeof english>;
/** Those of the device screens, loaded with the first of them. */
export type DeviceTexts = Widened<typeof deviceEnglish>;
/** Those of the history of codes, loaded with it. */
export type CodeHistoryTexts = Widened<typeof codeHistoryEnglish>;
/** Those of the ledger of meters, loaded with it. */
export type LedgerTexts = Widened<typeof ledgerEnglish>;
/** Those of the area of meters, loaded with it. */
export type MetersTexts = Widened<typeof metersEnglish>;
/** Those of the screen about collectors and stopped devices, loaded with it. */
export type ReportingTexts = Widened<typeof reportingEnglish>;
/** Those of the screen about needed parts, loaded with it. */
export type PartsNeededTexts = Widened<typeof partsNeededEnglish>;
/** Those about work that goes on, loaded with the first of it. */
export type JobTexts = Widened<typeof jobEnglish>;
/** Those of the advanced search, loaded with its popup. */
export type AdvancedSearchTexts = Widened<typeof advancedSearchEnglish>;
/** Those of the strip of areas, loaded with it. */
export type AreaTexts = Widened<typeof areaEnglish>;
/** Those of the worklist, loaded with it. */
export type WorklistTexts = Widened<typeof worklistEnglish>;
/** Those of an opened row of the worklist and of its dialogs, loaded with them. */
export type WorklistRowTexts = Widened<typeof worklistRowEnglish>;
/** The words in which a rule is described, loaded where a rule is shown. */
export type RuleWordsTexts = Widened<typeof ruleWordsEnglish>;
/** Those of the area of rules, loaded with it. */
export type RulesTexts = Widened<typeof rulesEnglish>;
/** Those of the record of a visit, loaded with its form. */
export type VisitRecordTexts = Widened<typeof visitRecordEnglish>;
/** Those of visit packs and of what waits on the telephone, loaded with their screens. */
export type VisitPackTexts = Widened<typeof visitPackEnglish>;
/** Those of what visits changed, loaded with the first line about it. */
export type VisitEffectsTexts = Widened<typeof visitEffectsEnglish>;
/** Those of what visits brought, loaded with its screen. */
export type VisitFiguresTexts = Widened<typeof visitFiguresEnglish>;
/** Those of the dialog that plans and changes a visit, loaded with it. */
export type VisitPlanningTexts = Widened<typeof visitPlanningEnglish>;
/** Those of visits, loaded with their area. */
export type VisitsTexts = Widened<typeof visitsEnglish>;
/** Those of channels and the log of deliveries, loaded with their screen. */
export type DeliveryTexts = Widened<typeof deliveryEnglish>;
/** Those of a refused invitation, loaded when it happens. */
export type InvitationTexts = Widened<typeof invitationEnglish>;
/** Those of devices in plain words, loaded with that screen. */
export type PlainDeviceTexts = Widened<typeof plainDevicesEnglish>;
/** Those of the administration, loaded with it. */
export type AdministrationTexts = Widened<typeof administrationEnglish>;
/** Those of the own settings, loaded with their screen. */
export type MeTexts = Widened<typeof meEnglish>;
/** Those of the worklist as a file, which the server makes. */
export type WorklistFileTexts = Widened<typeof worklistFileEnglish>;
/** Those of files of meters, which the server makes. */
export type MeterFileTexts = Widened<typeof meterFileEnglish>;
/** Those of messages, which the server sends. */
export type MessageTexts = Widened<typeof messagesEnglish>;

/** All English texts with their literal messages: for checkers that read ICU arguments from the type. */
export type EnglishTexts = typeof english &
  typeof administrationEnglish &
  typeof plainDevicesEnglish &
  typeof invitationEnglish &
  typeof advancedSearchEnglish &
  typeof areaEnglish &
  typeof codeHistoryEnglish &
  typeof deviceEnglish &
  typeof jobEnglish &
  typeof meEnglish &
  typeof metersEnglish &
  typeof partsNeededEnglish &
  typeof reportingEnglish &
  typeof deliveryEnglish &
  typeof ruleWordsEnglish &
  typeof rulesEnglish &
  typeof visitRecordEnglish &
  typeof visitPackEnglish &
  typeof visitEffectsEnglish &
  typeof visitFiguresEnglish &
  typeof visitPlanningEnglish &
  typeof visitsEnglish &
  typeof worklistEnglish &
  typeof worklistRowEnglish;
