/** The minimum of a printer: a type, a name, a serial, a count, and optionally a hardware address. */
export const toTinyPrinter = (serial: string, mac?: string): string =>
  [
    '1.3.6.1.2.1.1.1.0|4|Tiny printer',
    ...(mac === undefined ? [] : ['1.3.6.1.2.1.2.2.1.3.1|2|6', `1.3.6.1.2.1.2.2.1.6.1|4x|${mac}`]),
    '1.3.6.1.2.1.25.3.2.1.2.1|6|1.3.6.1.2.1.25.3.1.5',
    '1.3.6.1.2.1.25.3.2.1.3.1|4|Tiny 1',
    '1.3.6.1.2.1.25.3.2.1.5.1|2|2',
    '1.3.6.1.2.1.25.3.5.1.1.1|2|3',
    `1.3.6.1.2.1.43.5.1.1.17.1|4|${serial}`,
    '1.3.6.1.2.1.43.10.2.1.3.1.1|2|7',
    '1.3.6.1.2.1.43.10.2.1.4.1.1|65|4711',
  ].join('\n');
