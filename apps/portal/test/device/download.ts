import { vi } from 'vitest';

/** Catches what a press hands to the browser's downloads: names and contents, in their order. */
export function catchDownloads(): { name: string; content: Blob }[] {
  const made = new Map<string, Blob>();
  const saved: { name: string; content: Blob }[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const address = `blob:${made.size}`;
    made.set(address, content as Blob);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
    const content = made.get(this.href);
    if (content !== undefined) saved.push({ name: this.download, content });
  });
  return saved;
}
