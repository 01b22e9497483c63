import { readNumber } from './code-tally.ts';

/** Integer digits a setting may have; phone numbers, account numbers and serial numbers have more. */
const mostDigits = 8;
/**
 * Digits of a number written with zeros in front; more of them is a number that somebody was given, not one
 * that is counted.
 */
const mostPaddedDigits = 4;
const word = /^[A-Za-z]{1,5}$/;
const shortSign = /^[A-Za-z0-9]{1,3}$/;
const unset = /^-{0,3}$/;

/** Replaces every text that is not shown; one itself, so that a device that reports it is no exception. */
const hidden = '*';

/**
 * The text as a value of the fleet, which users of other dealers may see: a number of at most 8 digits, or a
 * very short entry of an enumeration ('auto', 'A4', '-'). All else, such as 'PIN-4711', names, host names,
 * addresses, phone numbers and long digit strings, becomes one and the same hidden value: it counts as a
 * value of the fleet but is neither stored nor distinguished from others.
 */
export function toFleetValue(text: string): string {
  const bare = text.trim();
  if (readNumber(bare) !== undefined) return isPlainNumber(bare) ? text : hidden;
  return word.test(bare) || shortSign.test(bare) || unset.test(bare) ? text : hidden;
}

function isPlainNumber(text: string): boolean {
  const digits = text.replace(/^[+-]/, '').split('.', 1)[0] ?? '';
  return digits.length <= (digits.length > 1 && digits.startsWith('0') ? mostPaddedDigits : mostDigits);
}

/** Whether a value of the fleet may be shown. */
export const isShown = (value: string): boolean => value !== hidden;
