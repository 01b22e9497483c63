/** Texts that stand for "no serial": taking them for one would make one device out of many. */
const noSerial = /^(0+|x+|[-. ]*|unknown|none|n\/a|null|not available|not set)$/i;

/** Whether a text is a serial number at all. */
export const isSerial = (text: string): boolean => !noSerial.test(text.trim());
