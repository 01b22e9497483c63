import { stylePath } from './style.ts';

interface Page {
  lang: string;
  brand: 'platen' | 'rdt';
  /** The screen's title, in the bezel and in the document title. */
  heading: string;
  /** HTML; the caller has escaped every text that is not ours. */
  main: string;
}

export const brandNames = { platen: 'Platen', rdt: 'Remote Diagnosis Tool' } as const;

/** The brands' marks, as the portal draws them (its brand/mark.tsx). */
const marks = {
  platen:
    '<circle cx="10" cy="8" r="5.2"/><path d="M1 15.2h18"/><circle cx="10" cy="8" r="1" fill="currentColor" stroke="none"/>',
  rdt: '<path d="M1 11h4l2.5-7 4.5 12 2.5-5H19" stroke-linejoin="round"/>',
} as const;

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
<header class="bezel"><svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true">${marks[brand]}</svg><span>${brandNames[brand]}</span><h1>${escapeHtml(heading)}</h1></header>
<main>
${main}
</main>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML, between tags or in a quoted attribute. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
