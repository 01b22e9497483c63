/**
 * Reports that an engine sends instead of an answer (RFC 3414 section 3.2, RFC 3412 section 7.1, RFC 3413
 * section 3.2).
 */
export type ReportKind =
  | 'unsupportedSecLevels'
  | 'notInTimeWindows'
  | 'unknownUserNames'
  | 'unknownEngineIds'
  | 'wrongDigests'
  | 'decryptionErrors'
  | 'unavailableContexts'
  | 'unknownContexts'
  | 'unknownSecurityModels'
  | 'invalidMsgs'
  | 'unknownPduHandlers';

const kinds: Readonly<Record<string, ReportKind>> = {
  '1.3.6.1.6.3.15.1.1.1': 'unsupportedSecLevels',
  '1.3.6.1.6.3.15.1.1.2': 'notInTimeWindows',
  '1.3.6.1.6.3.15.1.1.3': 'unknownUserNames',
  '1.3.6.1.6.3.15.1.1.4': 'unknownEngineIds',
  '1.3.6.1.6.3.15.1.1.5': 'wrongDigests',
  '1.3.6.1.6.3.15.1.1.6': 'decryptionErrors',
  '1.3.6.1.6.3.12.1.4': 'unavailableContexts',
  '1.3.6.1.6.3.12.1.5': 'unknownContexts',
  '1.3.6.1.6.3.11.2.1.1': 'unknownSecurityModels',
  '1.3.6.1.6.3.11.2.1.2': 'invalidMsgs',
  '1.3.6.1.6.3.11.2.1.3': 'unknownPduHandlers',
};

/** The counter in a report, with or without its instance `.0`. */
export const toReportKind = (oid: string): ReportKind | undefined => kinds[oid] ?? kinds[oid.replace(/\.0$/, '')];

const reasons: Readonly<Record<ReportKind, string>> = {
  unsupportedSecLevels:
    'the device does not accept this security level for the user (authentication or privacy is not set up there, or is required)',
  notInTimeWindows:
    'the SNMP clock of the device is never right; it refused again right after it had reported the time',
  unknownUserNames: 'the device does not know this user',
  unknownEngineIds: 'the device reports an engine id that it refuses itself',
  wrongDigests: 'authentication failed; password or protocol is wrong',
  decryptionErrors: 'the device cannot decrypt; privacy password or protocol is wrong',
  unavailableContexts: 'the device has no such context at present',
  unknownContexts: 'the device has no such context',
  unknownSecurityModels: 'the device does not support user-based security',
  invalidMsgs: 'the device reports the message as invalid',
  unknownPduHandlers: 'the device does not serve this context engine',
};

/** Why the device refuses, as a message for its administrator. Contains no password. */
export function toReason(kind: ReportKind, userName: string, contextName: string): string {
  const context = contextName === '' ? '' : ` in context '${contextName}'`;
  return `SNMPv3 user '${userName}'${context}: ${reasons[kind]}`;
}
