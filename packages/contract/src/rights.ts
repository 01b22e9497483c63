/** The roles of a user; a user has exactly one (OQ-110, OA-20, OA-21). */
export const roles = ['dealer', 'service', 'admin', 'technician', 'dealerAdmin', 'billing', 'customer'] as const;
export type Role = (typeof roles)[number];

/**
 * Who may do what. A device and its collector are moreover only seen by users whose groups hold the device:
 * that is decided per device, not by role.
 */
const rights = {
  /** Be given every device, whatever the groups. */
  seeEveryDevice: ['service', 'admin'],
  /** See the whole of a device with why it has its status; without it one sees that it has it. */
  readDetails: ['dealer', 'service', 'admin', 'technician', 'dealerAdmin', 'billing'],
  /** See device codes, settings and errors of a device. */
  readCodes: ['dealer', 'service', 'admin', 'technician', 'dealerAdmin', 'billing'],
  /** See what parts of a device are judged to need, and when; days left of supplies need no right. */
  readPredictions: ['dealer', 'service', 'admin', 'technician', 'dealerAdmin', 'billing'],
  /** See collectors, and find devices by the name of a collector. */
  seeCollectors: ['service', 'admin'],
  /** Change the alert and clear thresholds of a device code. */
  changeThresholds: ['service', 'admin'],
  /** Propose codes to be set back by hand, answer proposals, write down who changed a code (CH-05, CH-12). */
  proposeCodes: ['dealer', 'service', 'admin', 'technician', 'dealerAdmin'],
  /** Change standards and watched codes of a family (CH-07, CH-10). */
  manageCodeLists: ['service', 'admin'],
  /** Explain why a counter fell or leapt. */
  explainCounterBreaks: ['service', 'admin'],
  /** List the breaks of all devices, whatever the groups. */
  listCounterBreaks: ['admin'],
  /** Have devices judged now, or all of them again, and models fitted. */
  startJudging: ['admin'],
  /** Only the operator at the command line. */
  backUpDatabase: [],
  /** See the worklist (OA-20). */
  readWorklist: ['dealer', 'service', 'admin', 'technician', 'dealerAdmin'],
  /** Acknowledge, assign, snooze, resolve whatever one sees, and enter a customer's call. */
  actOnWorklist: ['dealer', 'service', 'admin', 'dealerAdmin'],
  /** The same for what is assigned to oneself or to no user. */
  actOnOwnWork: ['dealer', 'service', 'admin', 'technician', 'dealerAdmin'],
  /** Make and change visits, and give conditions a planned day. */
  planVisits: ['dealer', 'service', 'admin', 'dealerAdmin'],
  /** See visits, begin and record them, and make one of today for oneself (VR-09). */
  recordVisits: ['dealer', 'service', 'admin', 'technician', 'dealerAdmin'],
  /** See figures of visits by technician (VR-11), import past visits and part numbers. */
  manageVisits: ['service', 'admin', 'dealerAdmin'],
  /** Correct records of others, and own ones that are older than 14 days (VP-02). */
  correctVisits: ['service', 'admin', 'dealerAdmin'],
  /** Save a view for everybody who may see the area. */
  shareViews: ['dealer', 'service', 'admin', 'dealerAdmin'],
  /** See alert rules of the own tree with what they opened (OA-20). */
  readRules: ['dealer', 'service', 'admin', 'dealerAdmin'],
  /** Write rules and switch them on and off. */
  manageRules: ['service', 'admin', 'dealerAdmin'],
  /**
   * Make channels of the organisation, and see those of others with the log (DE-32); own ones need no right.
   */
  manageDelivery: ['service', 'admin', 'dealerAdmin'],
  /** Connect ticket systems, which take what the operator sees (TK-04). */
  manageTicketSystems: ['service', 'admin'],
  /** See readings, closes and corrections of meters (OA-20). */
  readMeters: ['dealer', 'service', 'admin', 'dealerAdmin', 'billing', 'customer'],
  /** Open, close and export a period (LG-30), and ask for estimates (LG-16). */
  closeMeters: ['admin', 'dealerAdmin', 'billing'],
  /** Correct readings and give the cause of a break (LG-10, LG-19). */
  correctMeters: ['admin', 'dealerAdmin', 'billing'],
  /** Write what people know of devices: asset number, place, contact, contract, notes (OA-40). */
  manageFacts: ['dealer', 'service', 'admin', 'dealerAdmin'],
  /** Organisations of the own tree with their settings (OA-01, OA-04); the operator's also answer times. */
  manageOrganisation: ['admin', 'dealerAdmin'],
  /** Users and invitations of the own tree (OA-10 to OA-16). */
  manageUsers: ['admin', 'dealerAdmin'],
  manageGroups: ['admin'],
  /**
   * Add collectors, set them, let them rest, revoke them (OA-20); dealers' administrators in the own tree.
   */
  manageCollectors: ['service', 'admin', 'dealerAdmin'],
  /** See the collectors of the own customer or site, and switch remote work of them off and on (OA-20). */
  overseeCollectors: ['customer'],
  manageNotifications: ['admin'],
  /** See and revoke the API tokens of the own tree, and make some for the organisation (OA-31). */
  manageTokens: ['admin', 'dealerAdmin'],
  /** See the audit: all of it, or that of the own groups and devices (OA-20). */
  readAuditRecord: ['admin', 'service', 'dealerAdmin', 'customer'],
} as const satisfies Readonly<Record<string, readonly Role[]>>;

export type Action = keyof typeof rights;

/** Somebody with a role and, at choice, single rights in addition to it (OA-21). */
export interface Holder {
  readonly role?: Role | undefined;
  readonly rights?: readonly Action[] | undefined;
}

/** Whether a role, or a user with a role and single rights, may do this. Without a known role: no. */
export function can(who: Role | Holder | undefined, action: Action): boolean {
  const { role, rights: single = [] } = typeof who === 'object' ? who : { role: who };
  const allowed: readonly Role[] = rights[action];
  return role !== undefined && (allowed.includes(role) || single.includes(action));
}

/** What a role may do by itself. */
export const actionsOf = (role: Role): readonly Action[] =>
  Object.keys(rights).filter((name): name is Action => isAction(name) && can(role, name));

/** What the users of a customer decide, against those who administer them if need be. */
const ofCustomersAlone: ReadonlySet<Action> = new Set(['overseeCollectors']);

/**
 * Whether somebody may give this role and change users who have it: only a role that can do nothing that they
 * cannot, but for what customers alone decide (OA-15).
 */
export const mayGive = (who: Role | Holder | undefined, role: Role): boolean =>
  actionsOf(role).every((action) => ofCustomersAlone.has(action) || can(who, action));

/**
 * Rights that may not be added to a single user: what one sees follows from role and groups alone, and the
 * word of a customer is given by its own users.
 */
const fixed: ReadonlySet<Action> = new Set(['seeEveryDevice', 'backUpDatabase', ...ofCustomersAlone]);
export const isAction = (name: string): name is Action => Object.hasOwn(rights, name);
export const singleRights: readonly Action[] = Object.keys(rights).filter(
  (name): name is Action => isAction(name) && !fixed.has(name),
);
