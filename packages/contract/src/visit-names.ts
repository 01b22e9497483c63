// Names of visits without schemas: a client that needs only these loads no zod. Rows: specification of the
// next capabilities, sections 8 and 9.

/** States of a visit (VP-02). */
export const visitStates = ['draft', 'planned', 'underWay', 'done', 'cancelled'] as const;
export type VisitState = (typeof visitStates)[number];

/** What a visit is for (VP-01). `elsewhere`: another system plans it (VP-03). */
export const visitKinds = [
  'repair',
  'maintenance',
  'delivery',
  'reading',
  'installation',
  'removal',
  'elsewhere',
] as const;
export type VisitKind = (typeof visitKinds)[number];
/** Kinds that a person chooses; `elsewhere` follows from a ticket system or a call with an API token. */
export const plannedKinds = visitKinds.filter((kind) => kind !== 'elsewhere');

/** Visits of these kinds are no visits for a problem: no figure of effectiveness counts them (VE-07). */
export const uncountedKinds: readonly VisitKind[] = ['delivery', 'reading', 'installation', 'removal'];

/** Why a visit is cancelled (VP-02); `other` needs a note. */
export const cancelReasons = ['byCustomer', 'solvedOtherwise', 'double', 'noLongerNeeded', 'other'] as const;
export type CancelReason = (typeof cancelReasons)[number];
/** `nothingLeft`: by the server, when the last condition was taken out of a visit that had nothing else. */
export const cancellations = [...cancelReasons, 'nothingLeft'] as const;

/** What can be done with a visit. `see`: mark its record as read by the dispatcher. */
export const visitActions = ['change', 'plan', 'start', 'cancel', 'record', 'correct', 'see'] as const;
export type VisitAction = (typeof visitActions)[number];

/** States in which an action is possible (VP-02); who may is decided by rights. */
export const visitActionStates: Readonly<Record<VisitAction, readonly VisitState[]>> = {
  change: ['draft', 'planned', 'underWay'],
  plan: ['draft', 'planned'],
  start: ['planned'],
  cancel: ['draft', 'planned'],
  record: ['draft', 'planned', 'underWay'],
  correct: ['underWay', 'done'],
  see: ['underWay', 'done'],
};

/** Days for which the author corrects a record without the right `correctVisits` (VP-02). */
export const correctDays = 14;

/** Devices of a visit, tasks of a device and parts to bring by hand, at most. */
export const mostVisitDevices = 50;
export const mostVisitTasks = 20;
export const mostBroughtItems = 50;
/** Visits of a page. */
export const visitPageSize = 100;
/** Days before and after today that a calendar feed holds (VP-05). */
export const feedReachDays = 90;

/** Which visits a list holds; each is a list of the screen (VP-06). */
export const visitLists = ['open', 'drafts', 'overdue', 'toRead', 'done', 'cancelled'] as const;
export type VisitList = (typeof visitLists)[number];

/** What one change of a visit was, as messages name it (DE-27). */
export const visitChanges = ['planned', 'moved', 'assigned', 'changed', 'begun', 'cancelled', 'done'] as const;
export type VisitChange = (typeof visitChanges)[number];

/** Result of a device (VR-02). */
export const visitResults = [
  'fixed',
  'worksForNow',
  'partsMissing',
  'customersMatter',
  'noFaultFound',
  'noAccess',
  'passedOn',
] as const;
export type VisitResult = (typeof visitResults)[number];

/** Of `customersMatter`: what it was (VR-02). */
export const customersMatters = ['paper', 'power', 'network', 'use'] as const;

/** The three answers for each part (amendment to VR-02). */
export const partAnswers = ['replaced', 'lookedAtGood', 'notDone'] as const;
export type PartAnswer = (typeof partAnswers)[number];

/** What was found at the device besides its parts: a word each, and more in the note. */
export const visitFindings = [
  'wearAsPredicted',
  'dampPaper',
  'guideSetWrong',
  'foreignBody',
  'wrongPaperType',
] as const;
export type VisitFinding = (typeof visitFindings)[number];

/** What an entry of a record is about, and what reports since then say of it. */
export const proofSubjects = ['part', 'code', 'firmware', 'total', 'condition'] as const;
/**
 * `awaited`: nothing was reported since. `proved`: the device reports it. `contradicted`: it reports
 * something else. `silent`: it reported since, and says nothing of this by itself.
 */
export const proofStates = ['awaited', 'proved', 'contradicted', 'silent'] as const;

/** What became of a condition of the visit (VR-07). */
export const conditionOutcomes = ['fixed', 'notFixed', 'nothing'] as const;
export type ConditionOutcome = (typeof conditionOutcomes)[number];

/** Why a device of a visit was not done (VP-02); `other` needs a note. */
export const notDoneReasons = ['noAccess', 'noTime', 'deviceGone', 'notNeeded', 'other'] as const;
export type NotDoneReason = (typeof notDoneReasons)[number];

/** What was done, besides the parts (VR-03). */
export const doneKinds = [
  'cleaned',
  'adjusted',
  'codeSet',
  'firmware',
  'clearedPaper',
  'configuredNetwork',
  'trainedUser',
  'exchanged',
  'other',
] as const;
export type DoneKind = (typeof doneKinds)[number];

/** What an exchange was of (VR-06). */
export const exchanges = ['board', 'memory', 'device'] as const;

/** Pages for testing in one record, at most (LG-22). */
export const mostTestPages = 500;
/** Lines of an import of past visits, at most (VR-10). */
export const mostImportLines = 100_000;
/** Columns of an import of past visits (VR-10); `serial`, `day` and `result` are needed. */
export const importColumns = ['serial', 'day', 'technician', 'kind', 'result', 'parts', 'total'] as const;
export type ImportColumn = (typeof importColumns)[number];
