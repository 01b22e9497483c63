import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

interface Page {
  lang: string;
  brand: 'platen' | 'rdt';
  /** The screen's title, in the bezel and in the document title. */
  heading: string;
  /** HTML; the caller has escaped every text that is not ours. */
  main: string;
}

const brandNames = { platen: 'Platen', rdt: 'Remote Diagnosis Tool' } as const;

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

/** The design tokens that these pages use, with the values of the portal's tokens.css. */
const style = `:root{color-scheme:light dark;
--c-surface:light-dark(#fff,#151b1d);--c-surface-3:light-dark(#f0f3f3,#20282a);--c-line:light-dark(#dfe5e5,#2a3335);
--c-line-strong:light-dark(#b6c0c1,#445053);--c-control:light-dark(#7d8a8b,#74827f);--c-ink:light-dark(#141c1e,#e8eded);
--c-text:light-dark(#2a3537,#cfd7d7);--c-text-2:light-dark(#4c595b,#aab6b7);--c-on-solid:light-dark(#fff,#101618);
--c-error:light-dark(#b9261d,#ff8f80);--c-error-soft:light-dark(#fcedea,#371c19);--c-page:light-dark(#e9efee,#0c1112);
--c-bezel:light-dark(#10272c,#070d0f);--c-bezel-2:light-dark(#1b3a41,#16252a);--c-bezel-text:#e9f1f1;--c-bezel-text-2:#a5bdc0;
--c-brand-mark:#5cc3cf;--c-accent:light-dark(#0a626f,#63c6d1);
--c-accent-strong:light-dark(#074b55,#8fdde5);--c-focus:light-dark(#0a626f,#8fdde5);
--font-sans:'Segoe UI Variable Text','Segoe UI',-apple-system,'Hiragino Sans','Yu Gothic UI','Noto Sans','Noto Sans JP','Noto Sans CJK JP',Roboto,system-ui,sans-serif;
--font-code:'Cascadia Mono','SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',ui-monospace,monospace}
:root[data-brand=rdt]{--c-page:light-dark(#eeecf5,#0f0e16);--c-bezel:light-dark(#221f3d,#0b0a14);--c-bezel-2:light-dark(#363158,#211e33);--c-bezel-text:#f0eff7;--c-bezel-text-2:#b6b2d1;
--c-brand-mark:#a59bf5;--c-accent:light-dark(#4f45a3,#aea6f7);--c-accent-strong:light-dark(#3b3284,#cbc5ff);--c-focus:light-dark(#4f45a3,#cbc5ff)}
*{box-sizing:border-box}
:root:lang(ja){--font-sans:'Hiragino Sans','Yu Gothic UI','BIZ UDPGothic',Meiryo,'Noto Sans JP','Noto Sans CJK JP','Segoe UI',system-ui,sans-serif}
body{margin:0;background:var(--c-page);color:var(--c-text);font:13px/1.55 var(--font-sans);font-variant-numeric:tabular-nums lining-nums;-webkit-font-smoothing:antialiased;text-rendering:optimizeLegibility}
.bezel{position:sticky;top:0;z-index:20;display:flex;align-items:center;gap:8px;height:44px;padding:0 24px;background:var(--c-bezel);color:var(--c-bezel-text);line-height:1.4}
.bezel svg{flex:none;width:20px;height:20px;color:var(--c-brand-mark)}
.bezel span{display:flex;flex:none;align-items:center;gap:9px;margin-left:1px;color:var(--c-bezel-text-2)}
.bezel span::after{content:'';width:1px;height:18px;margin:0 6px 0 5px;background:var(--c-bezel-2)}
.bezel h1{margin:0;overflow:hidden;font-size:14px;font-weight:600;letter-spacing:.005em;text-overflow:ellipsis;white-space:nowrap}
main{padding:24px}
a{color:var(--c-accent)}
:focus-visible{outline:2px solid var(--c-focus);outline-offset:2px}
.sign-in{display:flex;flex-direction:column;gap:4px;max-width:380px;margin:8vh auto 0;padding:24px;background:var(--c-surface);border:1px solid var(--c-line-strong);font-size:14px}
.sign-in h2{margin:0 0 12px;color:var(--c-ink);font-size:20px;line-height:1.4;font-weight:600}
.sign-in label{margin-top:8px;color:var(--c-text-2);font-size:12px}
.sign-in input{height:40px;padding:0 12px;border:1px solid var(--c-control);border-radius:2px;background:var(--c-surface);color:var(--c-ink);font:inherit;font-size:16px}
.sign-in input[aria-invalid]{border-color:var(--c-error)}
.sign-in button,.button{height:40px;margin-top:20px;padding:0 16px;border:0;border-radius:2px;background:var(--c-accent);color:var(--c-on-solid);font:inherit;font-weight:600;line-height:40px;text-align:center;text-decoration:none;cursor:pointer}
.sign-in button:hover,.button:hover{background:var(--c-accent-strong)}
.problem{margin:0;padding:8px 12px;border-left:3px solid var(--c-error);background:var(--c-error-soft);color:var(--c-error);font-weight:600}
.hint{margin:16px 0 0;color:var(--c-text-2);font-size:12px}
.doc{max-width:1100px;margin:0 auto}
.doc h2{margin:24px 0 8px;color:var(--c-ink);font-size:16px}
.doc h3{margin:12px 0 4px;color:var(--c-text-2);font-size:12px}
.doc section,.doc nav{padding:13px 16px;background:var(--c-surface);border:1px solid var(--c-line-strong);margin-top:-1px}
.doc table{width:100%;border-collapse:collapse}
.doc th,.doc td{padding:4px 8px;border-top:1px solid var(--c-line);text-align:left;vertical-align:top}
.doc th{color:var(--c-text-2);font-weight:400}
.doc code,.doc pre{font-family:var(--font-code);font-size:12px;color:var(--c-ink)}
.doc pre{max-height:420px;margin:4px 0;padding:8px 12px;overflow:auto;background:var(--c-surface-3);white-space:pre}
.doc .wrapped{white-space:pre-wrap;overflow-wrap:anywhere}
.doc summary{cursor:pointer}
.doc iframe{width:100%;height:520px;border:1px solid var(--c-line-strong);background:#fff}
.method{display:inline-block;min-width:44px;font-weight:600}
@media (width<960px){body{background:var(--c-surface)}main{padding:12px}.bezel{padding:0 12px}.bezel span{display:none}.sign-in{margin-top:0;border:0;padding:12px}}
@media (width>=1600px){.bezel{padding:0 32px}}
@media (forced-colors:active){.bezel{border-bottom:1px solid}.problem{border:1px solid}}
`;
const tag = hash('sha1', style, 'hex').slice(0, 10);

/** Changes with the content, so that browsers may keep it for good. */
const stylePath = `/server-${tag}.css`;

export function registerStyle(app: FastifyInstance): void {
  app.get(stylePath, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=31536000, immutable').send(style),
  );
}

const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');

/** Version of this installation, from its package. */
export const { version } = z.object({ version: z.string() }).parse(JSON.parse(text));
