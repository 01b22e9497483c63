import './print.css';

let isPrepared = false;

/**
 * Where the portal is and what the time is, as of each printing. A sheet made by script: the content policy
 * allows no style in the page.
 */
export function preparePrint(): void {
  if (isPrepared) return;
  isPrepared = true;
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  const write = () => {
    const now = new Date();
    const at = now.toLocaleString(document.documentElement.lang || undefined, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    sheet.replaceSync(toPageRule(window.location.href, at));
  };
  write();
  window.addEventListener('beforeprint', write);
}

/** A text as a CSS string; line ends and quotes of an address cannot leave it. */
const toCssString = (text: string): string =>
  `"${text.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/[\n\r\f\0]/g, ' ')}"`;

/** The rule that puts address, date and page numbers into the foot of each printed page (CSS Paged Media). */
export function toPageRule(address: string, printedAt: string): string {
  const text = 'font: 8pt sans-serif';
  return `@page { @bottom-left { content: ${toCssString(address)}; ${text} } @bottom-right { content: ${toCssString(`${printedAt} · `)} counter(page) " / " counter(pages); ${text} } }`;
}
