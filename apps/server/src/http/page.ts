import { escapeHtml } from './escape-html.ts';
import { stylePath } from './style.ts';

interface Page {
  lang: string;
  brand: 'platen' | 'rdt';
  /** The screen's title, in the bezel and in the document title. */
  heading: string;
  /** HTML; whoever makes it has escaped what is not ours. */
  main: string;
}

export const brandNames = { platen: 'Platen', rdt: 'Remote Diagnosis Tool' } as const;

/** A page of the server's own: sign-in, documentation. No script, one stylesheet of our own. */
export function toPage({ lang, brand, heading, main }: Page): string {
  return `<!doctype html>
<html lang="${lang}" data-brand="${brand}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(heading)} - ${brandNames[brand]}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<header class="bezel"><svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linejoin="round" aria-hidden="true"><path d="M1 11h4l2.500-7 4.500 12 2.500-5H19"/></svg><span>${brandNames[brand]}</span><h1>${escapeHtml(heading)}</h1></header>
<main>
${main}
</main>
</body>
</html>
`;
}
