/**
 * The standard name of an enumerated value that a text gives: by name in any spelling (`ink-cartridge`, `inkCartridge`), with `ending`
 * left out, or by number. What is none of the names is passed on as it is; undefined when nothing was said.
 */
export function toNameOrNumber(
  names: Readonly<Record<number, string>>,
  text: string | undefined,
  ending = '',
): string | undefined {
  const said = text?.trim() ?? '';
  if (said === '') return undefined;
  if (/^\d{1,5}$/.test(said)) return names[Number(said)] ?? said;
  const key = toKey(said);
  const known = Object.values(names).find((name) => toKey(name) === key || toKey(name) === key + toKey(ending));
  return known ?? said.slice(0, 256);
}

const toKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
