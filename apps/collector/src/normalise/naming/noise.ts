/**
 * Removes everything but the product name from a device's own texts: serial numbers, versions, addresses,
 * host names, dates. Works on the form of these values and not on the position where one maker writes them.
 * Pure.
 */

/** Labels that are removed together with their values. */
const labelled: readonly RegExp[] = [
  // A serial number after its label: `S/N ABC123`, `SN:ABC123`, `Serial Number ABC123`.
  /(?<![\p{L}\p{N}])(?:s\/n_?|sn|ser(?:ial)?(?:[ -]?(?:no|nr|num(?:ber)?))?|svcid|asset(?: tag)?)(?:\s*[.:#=]+\s*|\s+)(?=[\w-]*\d)[\w-]{4,}/giu,
  // A version after a word that always announces one.
  /(?<![\p{L}\p{N}])(?:firmware|firm|f\/w|fw|version|ver|revision|rev|release|build|rom|eeprom|kernel)(?:\s*(?:version|ver|rev)\b)?[\s.:=#]*(?=[\w.-]*\d)[\w.-]+/giu,
];

const forms: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /(?<![0-9a-f])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![0-9a-f])/gi,
  /(?<![0-9a-f])(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}(?![0-9a-f])/gi,
  /(?<![0-9a-f:])(?=[0-9a-f:]*:[0-9a-f]*:)[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){3,7}(?:%\w+)?(?![0-9a-f:])/gi,
  // Dates: 2018-05-28, 05/28/2018, 28.05.2018, Sep-27-2010.
  /(?<![\w.])(?:\d{4}-\d\d-\d\d|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|[a-z]{3}-\d{1,2}-\d{4})(?![\w.])/gi,
  // Versions, IPv4 addresses and host names: a token with a dot inside and a digit, or with a domain at its
  // end.
  /(?<![\w.-])(?=[\w.-]*\d)[\w-]+(?:\.[\w-]+)+(?![\w-])/g,
  /(?<![\w.-])[\w-]+(?:\.[\w-]+)*\.(?:local|lan|home|intern|internal|corp|com|net|org|edu|gov|info)(?![\w-])/gi,
  // Host names that makers give their devices: a prefix and the end of the MAC address or the serial.
  /(?<![\w-])(?:NPI|BRN|BRW|KMBT|KM|ET|EPSON|RNP|SEC|XRX|OKI|LXK|MFP|TOSHIBA|SHARP|CANON|HP|DELL)(?=[0-9A-F]*\d)[0-9A-F]{6,12}(?![\w-])/gi,
];

/** Words that remain after an address or a name has been removed. */
const emptyLabels =
  /(?<![\p{L}\p{N}])(?:mac|ip(?:v[46])?|host(?:name)?|uuid|s\/n|sn|serial(?: number)?)(?: addr(?:ess)?)?\s*[:=]/giu;

/**
 * A text without the values of this device; `known` are such values (serial, host name, MAC) from other
 * sources.
 */
export function withoutNoise(text: string, known: readonly string[]): string {
  let cut = text.replaceAll(/[\p{Cc}\s]+/gu, ' ');
  // With their labels first: a value that is removed alone would leave its label.
  for (const pattern of labelled) cut = cut.replaceAll(pattern, ' ');
  for (const value of known) cut = withoutValue(cut, value);
  for (const pattern of forms) cut = cut.replaceAll(pattern, ' ');
  cut = cut.replaceAll(emptyLabels, ' ').replaceAll(/[^\s;,:()[\]]+/g, (token) => (isSerialLike(token) ? ' ' : token));
  return cut
    .replaceAll(/[([]\s*[)\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Letters, digits and following letters: `C5790BA`, `STUDIO2500AC`, `45250`. Serial numbers have more digits
 * or more blocks.
 */
const modelShape = /^(?:[A-Z]{1,7}\d{2,4}[A-Z]{0,5}|[A-Z]{0,2}\d{5}[A-Z]{0,3})$/;
/** Ranges of models: `M178-M181`, `P2015-P2016`. */
const modelRange = /^[A-Z]{0,3}\d{3,5}[A-Z]*-[A-Z]{0,3}\d{3,5}[A-Z]*$/i;

/** Whether a word has the form of a serial number or an address and not that of a model. */
function isSerialLike(token: string): boolean {
  const word = token.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  if (!/^[0-9a-z-]+$/i.test(word) || modelRange.test(word)) return false;
  const digits = word.replaceAll(/\D/g, '').length;
  const parts = word.split('-');
  if (parts.length > 1 && digits >= 8) return true;
  return parts.some((part) => isSerialPart(part));
}

function isSerialPart(part: string): boolean {
  if (/^\d{6,}$/.test(part)) return true;
  if (/^[0-9a-f]{12}$/i.test(part) && /\d/.test(part)) return true;
  const digits = part.replaceAll(/\D/g, '').length;
  const isOneCase = part === part.toUpperCase() || part === part.toLowerCase();
  if (part.length < 8 || digits < 2 || digits === part.length || !isOneCase) return false;
  return !modelShape.test(part.toUpperCase());
}

/** Removes a value as a whole word, in any case, MAC addresses also without separators. */
function withoutValue(text: string, value: string): string {
  const plain = value.trim();
  if (plain.length < 4) return text;
  const forms = new Set([plain, plain.replaceAll(':', ''), plain.replaceAll(':', '-')]);
  let cut = text;
  for (const form of forms) {
    if (!cut.toLowerCase().includes(form.toLowerCase())) continue;
    const escaped = form.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
    cut = cut.replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${escaped}(?![\p{L}\p{N}])`, 'giu'), ' ');
  }
  return cut;
}
