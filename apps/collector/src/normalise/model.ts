import type { Reading } from '@platen/contract/values';
import { toEvidence } from './evidence.ts';
import { splitBrand } from './manufacturer.ts';
import type { RawObject } from './raw-table.ts';
import { cutText, toText } from './text.ts';

/** What ends the model's name in a system description: a list of versions, other functions, a software version. */
const ends = /\s*(;|,| \/|\bversion\b|\bfirmware\b|\brev\.|\bkernel\b|\bwith\b)/i;
/** Descriptions of the network part alone name no model. */
const networkPart =
  /ethernet|base-?tx?\b|print ?server|interface|multi-environment|jetdirect|okilan|^nc-\d|built-in|printing system/i;

/** The model without its maker's name: from hrDeviceDescr, else from sysDescr where it plainly names one. */
export function toModel(
  hrDeviceDescr: RawObject | undefined,
  sysDescr: RawObject | undefined,
): Reading<string> | undefined {
  const own = toText(hrDeviceDescr, 256);
  if (hrDeviceDescr !== undefined && own !== undefined && own.trim() !== '')
    return measured(hrDeviceDescr, plain(splitBrand(own)?.rest || own));
  const text = toText(sysDescr) ?? '';
  const found = fromSystem(text);
  return sysDescr === undefined || found === undefined ? undefined : measured(sysDescr, found);
}

function fromSystem(text: string): string | undefined {
  // HP names the product in a field of its own; OKI's print server names the printer behind it.
  const named = /\bPID:([^,;]+)/.exec(text)?.[1] ?? /\bAttached to (\S+)/.exec(text)?.[1];
  if (named !== undefined) return plain(splitBrand(named)?.rest || named);
  const branded = splitBrand(text);
  if (branded === undefined || networkPart.test(branded.rest)) return undefined;
  const [name = ''] = branded.rest.split(ends, 1);
  // Ricoh's family puts the version after the name and then the functions: `MP 3053 1.09 / RICOH Network …`.
  const model = / \/ \w+ Network /.test(branded.rest) ? name.replace(/\s+\d+\.\d+$/, '') : name;
  return /\d/.test(model) ? plain(model) : undefined;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const measured = (object: RawObject, value: string): Reading<string> => ({
  state: 'measured',
  value: cutText(value, 256),
  evidence: toEvidence(object, 'fromDescription'),
});
