import { decideErrorCategory } from '../error-category.ts';
import type { Finding, Severity } from './finding.ts';

/**
 * Codes that their series judges wrongly (catalogues section 8): a full waste toner box, a counter error that
 * was put right.
 */
const exceptions: Readonly<Record<string, { severity: Severity; topic: string }>> = {
  CD72: { severity: 'warning', topic: 'waste' },
  F093: { severity: 'info', topic: 'deviceCode' },
};

/**
 * D codes by their second digit: paper, covers, supplies and life, drawers. Others tell of events (units
 * added, power, restarts).
 */
const conditions: Readonly<Record<string, string>> = {
  '1': 'paper',
  '2': 'cover',
  '3': 'supplyCode',
  '4': 'cover',
  '9': 'life',
};

/**
 * Codes about a supply (catalogues section 8) with its family, and its colour where they name one: K, C, M, Y
 * in this order.
 */
const supplies: Readonly<Record<string, string>> = {
  D301: 'toner:black',
  D302: 'toner:cyan',
  D303: 'toner:magenta',
  D304: 'toner:yellow',
  D309: 'toner:eBlue',
  D30D: 'waste',
  D30E: 'waste',
  D30F: 'waste',
  D331: 'toner:black',
  D341: 'toner:black',
  D342: 'toner:cyan',
  D343: 'toner:magenta',
  D344: 'toner:yellow',
  D345: 'toner:eBlue',
  D351: 'developer:black',
  D352: 'developer:cyan',
  D353: 'developer:magenta',
  D354: 'developer:yellow',
};

/**
 * Severity of the code on the panel, by its series (OQ-30; texts and finer rules come with the code tables).
 */
export function fromDeviceCode(code: string): Finding[] {
  const { severity, topic } = judge(code);
  const [family, color] = topic.split(':');
  const reason = { source: 'deviceCode', code, severity } as const;
  return severity === 'info'
    ? []
    : [{ topic, reason, ...(color === undefined || family === undefined ? {} : { family }) }];
}

function judge(code: string): { severity: Severity; topic: string } {
  const exception = exceptions[code];
  if (exception !== undefined) return exception;
  const category = decideErrorCategory(code);
  if (category === 'other') return judgeCondition(code);
  return { severity: 'error', topic: category === 'serviceCall' ? 'service' : 'jam' };
}

function judgeCondition(code: string): { severity: Severity; topic: string } {
  const supply = supplies[code];
  if (supply !== undefined) return { severity: 'warning', topic: supply };
  const topic = code.startsWith('D') ? conditions[code.charAt(1)] : undefined;
  // D361 to D36B: a new unit was installed.
  if (topic === undefined || (code >= 'D361' && code <= 'D36B')) return { severity: 'info', topic: 'deviceCode' };
  return { severity: 'warning', topic };
}
