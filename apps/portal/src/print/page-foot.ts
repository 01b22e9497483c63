/** A text as a CSS string; line ends and quotes of an address cannot leave it. */
const toCssString = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\n\r\f\0]/g, ' ')}"`;

/** The rule that puts address, date and page numbers into the foot of each printed page (CSS Paged Media). */
export function toPageRule(address: string, printedAt: string): string {
  const text = 'font: 8pt sans-serif';
  return `@page { @bottom-left { content: ${toCssString(address)}; ${text} } @bottom-right { content: ${toCssString(`${printedAt} · `)} counter(page) " / " counter(pages); ${text} } }`;
}
