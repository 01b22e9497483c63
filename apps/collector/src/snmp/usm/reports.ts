/** What an engine says in a report instead of an answer (RFC 3414 section 3.2, RFC 3412 section 7.1, RFC 3413 section 3.2). */
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

/** The counter that a report names, with or without its instance `.0`. */
export const toReportKind = (oid: string): ReportKind | undefined => kinds[oid] ?? kinds[oid.replace(/\.0$/, '')];

/** Why the device refuses, as a sentence for people who set it up. Never holds a password. */
export function toReason(kind: ReportKind, userName: string, contextName: string): string {
  const user = `SNMPv3 user '${userName}'`;
  switch (kind) {
    case 'unsupportedSecLevels':
      return `${user}: the device does not take this security level for the user (authentication or privacy is not set up there, or is required)`;
    case 'notInTimeWindows':
      return `${user}: the device's SNMP clock does not stand still long enough to be met; it refused again right after it was asked for the time`;
    case 'unknownUserNames':
      return `${user}: the device does not know this user`;
    case 'unknownEngineIds':
      return `${user}: the device gives an engine id that it refuses itself`;
    case 'wrongDigests':
      return `${user}: authentication failed; password or protocol is wrong`;
    case 'decryptionErrors':
      return `${user}: the device cannot decrypt; privacy password or protocol is wrong`;
    case 'unavailableContexts':
    case 'unknownContexts':
      return `${user}: the device has no context '${contextName}'`;
    case 'unknownSecurityModels':
      return `${user}: the device does not take user-based security`;
    case 'invalidMsgs':
      return `${user}: the device calls the message invalid`;
    case 'unknownPduHandlers':
      return `${user}: the device does not serve this context engine`;
  }
}
