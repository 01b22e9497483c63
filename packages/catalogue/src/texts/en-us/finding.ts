/** Findings of collectors, a sentence each. */
export const finding = {
  movedAddress: 'Moved from {before} to {now}',
  duplicateSerial: 'Two devices with one serial number: at {before} and at {now}',
  boardSerial: 'Board exchanged: serial number {before} before, {now} now',
  boardMac: 'Board exchanged: MAC address {before} before, {now} now',
  boardCounter: 'Board exchanged, or its memory cleared: counter {before} before, {now} now',
  other: 'Changed from {before} to {now}',
} as const;
