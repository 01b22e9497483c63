/**
 * Whether two names may be of one model. One device has several: `WF-C5790BA` over SNMP and `WF-C5790 Series` over IPP,
 * `ColorLaserJet MFP M178-M181` and `Color LaserJet MFP M181fw`. A word with a digit, or the beginning of one, must agree;
 * names without such a word must be equal. Case, punctuation and `Series` do not count.
 */
export function isSameModel(a: string, b: string): boolean {
  const [plainA, plainB] = [toPlain(a), toPlain(b)];
  if (plainA === plainB) return true;
  const [numbersA, numbersB] = [toNumbers(a), toNumbers(b)];
  return numbersA.some((one) => numbersB.some((other) => isVariant(one, other) || isVariant(other, one)));
}

/** `c5790ba` is a variant of `c5790`, `m181fw` of `m181`; `45250` is none of `4525`. */
const isVariant = (long: string, short: string): boolean =>
  short.length >= 3 && long.startsWith(short) && /^([a-z].*)?$/.test(long.slice(short.length));

const toPlain = (model: string): string => model.toLowerCase().replaceAll(/\bseries\b|[^\p{L}\p{N}]/gu, '');
const toNumbers = (model: string): string[] =>
  model
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\d/.test(word));
