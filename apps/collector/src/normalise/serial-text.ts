/** Texts that stand for "no serial": taking them for one would make one device out of many. */
const noSerial =
  /^(0+|x+|[-. *?#_]*|unknown|none|n\/?a|null|nil|default|unavailable|not (available|set|specified|applicable)|serial ?(number|no\.?)?|to be filled by o\.?e\.?m\.?)$/i;

/** Whether a text is a serial number at all. */
export const isSerial = (text: string): boolean => !noSerial.test(text.trim());

const labelled =
  /(?<![\p{L}\p{N}])(?:s\/n_?|sn|serial(?: ?(?:number|no|nr)\.?)?)(?:\s*[:#=]\s*|\s+)([0-9A-Z][0-9A-Z-]{5,31})(?![\w-])/iu;

/** The serial behind its label in a description; undefined where there is none, or the word behind the label is none. */
export function readLabelledSerial(text: string): string | undefined {
  const value = labelled.exec(text)?.[1];
  return value !== undefined && /\d/.test(value) && isSerial(value) ? value : undefined;
}
