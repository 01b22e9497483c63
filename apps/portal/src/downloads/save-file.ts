/** Saves a file as a download. Its address is revoked once the browser has certainly read it. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Signs that a file system or a shell may refuse in a name. */
const refused = /[\s\\/:*?"<>|.,;&%#$`'~^{}[\]]+/g;

/** A name of a file with the day, as the user's clock has it: `Firmware-versions-2026-01-31.csv`. */
export function toFileName(name: string, at: Date, ending: string): string {
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  const plain = name.replaceAll(refused, '-').replaceAll(/^-+|-+$/g, '');
  return `${plain === '' ? 'table' : plain.slice(0, 80)}-${day.join('-')}.${ending}`;
}
