import { brandAt, splitBrand } from '../makers/registry.ts';
import type { NameSource } from './named-text.ts';

/** What ends the model's name: a list of versions, other functions, a software version. */
const ends =
  /\s*(?:\bversion\b|\bfirmware\b|\bver\.|\brev\.|\bkernel\b|\bwith\b|\bembedded\b|\bsystem\b(?!.*\d)|\bengine\b|\bnic\b|\bnetwork (?:printer|scanner|facsimile)\b|\bAll-N-1\b)/i;
/** Descriptions of the network interface alone name no model. */
const networkPart =
  /ethernet|base-?tx?\b|print ?server|interface|multi-environment|jetdirect|okilan|^nc-\d|built-in|printing system/i;
/** Labels before the product's name: HP's PID, OKI's print server. */
const named = /\bPID:\s*([^;]+)|\bAttached to\s+([^:;]+)|\bMo?de?l:\s*([^;]+)/i;
/** Generic words of the trade, which do not identify a model. */
const generic =
  /^(?:the |network |laser |ink ?jet |colou?r |mono(?:chrome)? |multi-?function(?:al)? |digital |label |office |wired |wireless |generic )*(?:printer|mfp|mfd|copier|print server|printing system|device|series|wired|wireless|default)?$/i;
/** Legal forms after a maker's name. */
const legalForm = /^(?:data )?(?:technologies|corporation|corp|company|co|inc|ltd|gmbh|kk)\b[.,\s]*(?:ltd\b\.?)?\s*/i;

/**
 * The model in a text, without its maker, serial numbers, versions, addresses and host names; undefined if
 * the text names none. From sysDescr only after a brand, as other texts there are common to many devices.
 */
export function toModelName(text: string, known: readonly string[], source: NameSource): string | undefined {
  const cleaned = toCleaned(text, known);
  const label = named.exec(cleaned);
  const product = label?.[1] ?? label?.[2] ?? label?.[3];
  if (product !== undefined) return toName(product.split(',', 1)[0] ?? '');
  const isFree = source === 'sysDescr';
  const start = isFree ? brandAt(cleaned) : undefined;
  if (isFree && start === undefined) return undefined;
  const segments = cleaned
    .slice(start ?? 0)
    .split(/[;,\n|]|\s\/(?=\s|[A-Z]\b|$)/)
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
  const names = segments.flatMap((segment) => toName(segment) ?? []);
  const [first] = names;
  // A brand alone, then its model: `Canon, iR-ADV C5235`. What follows a network card's name is no model.
  if (isFree)
    return networkPart.test(segments[0] ?? '') ? undefined : names.slice(0, 2).find((name) => /\d/.test(name));
  return names.slice(0, 2).find((name) => /\d/.test(name)) ?? first;
}

/** Host names that equal the model, the factory setting of some devices, remain. */
function toCleaned(text: string, known: readonly string[]): string {
  const cleaned = withoutNoise(text, known);
  return /\d/.test(cleaned) ? cleaned : withoutNoise(text, []);
}

function toName(segment: string): string | undefined {
  const [whole = ''] = segment.split(ends, 1);
  let name = whole;
  for (let split = splitBrand(name); split !== undefined && split.rest !== ''; split = splitBrand(name))
    name = split.rest.replace(legalForm, '');
  if (splitBrand(name)?.rest === '') return undefined;
  const plain = name.replaceAll(/\s+/g, ' ').replaceAll(/^[\s:;,./_-]+|[\s:;,/_-]+$|\s+\($/g, '');
  return plain === '' || generic.test(plain) || networkPart.test(plain) ? undefined : plain;
}

/**
 * Whether two names may be of one model. One device has several: `WF-C5790BA` over SNMP and `WF-C5790 Series`
 * over IPP, `ColorLaserJet MFP M178-M181` and `Color LaserJet MFP M181fw`. A word with a digit, or the
 * beginning of one, must agree; names without such a word must be equal. Case, punctuation and `Series` do
 * not count.
 */
export function isSameModel(a: string, b: string): boolean {
  const [plainA, plainB] = [toPlain(a), toPlain(b)];
  if (plainA === plainB) return true;
  const [numbersA, numbersB] = [toNumbers(a), toNumbers(b)];
  return numbersA.some((one) => numbersB.some((other) => isVariant(one, other) || isVariant(other, one)));
}

/** `c5790ba` is a variant of `c5790`, `m181fw` of `m181`; `45250` is no variant of `4525`. */
const isVariant = (long: string, short: string): boolean =>
  short.length >= 3 && long.startsWith(short) && /^([a-z].*)?$/.test(long.slice(short.length));

const toPlain = (model: string): string => model.toLowerCase().replaceAll(/\bseries\b|[^\p{L}\p{N}]/gu, '');
const toNumbers = (model: string): string[] =>
  model
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => /\d/.test(word));

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
 * A text without the values of this device: serial numbers, versions, addresses, host names, dates. Works on
 * the form of these values and not on the position where one maker writes them; `known` are such values
 * (serial, host name, MAC) from other sources. Pure.
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
