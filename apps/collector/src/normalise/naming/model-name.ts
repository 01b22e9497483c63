import { brandAt, splitBrand } from '../manufacturer.ts';
import type { NameSource } from './named-text.ts';
import { withoutNoise } from './noise.ts';

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
  const labelled = label?.[1] ?? label?.[2] ?? label?.[3];
  if (labelled !== undefined) return toName(labelled.split(',', 1)[0] ?? '');
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
