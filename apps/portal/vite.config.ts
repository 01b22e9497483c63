import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import {
  compileTexts,
  compressAssets,
  createChunkGroups,
  preloadStart,
  siteSettings,
  writeWorker,
} from './build/plugins.ts';

const entryModule = fileURLToPath(new URL('./src/main.tsx', import.meta.url));
const startModule = fileURLToPath(new URL('./src/shell/start.tsx', import.meta.url));

export default defineConfig({
  plugins: [react(), compileTexts(), siteSettings(), preloadStart(startModule), writeWorker(), compressAssets()],
  // The packages of this repository are built from their sources.
  resolve: {
    conditions: ['source', 'module', 'browser', 'development|production'],
    alias: {
      // The router's store asks for a substitute of a hook that React has since version 18.
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  // For npm run dev: calls and sign-in go to a server started next to vite, whose PLATEN_PUBLIC_URL is
  // vite's address. Without the browser's host, the development sign-in would refuse its own forms
  // (content policy form-action 'self').
  server: {
    proxy: Object.fromEntries(
      ['/v1', '/identity', '/config.json', '/docs', '/openapi.json'].map((path) => [
        path,
        { target: process.env['PLATEN_SERVER'] ?? 'http://localhost:8400', changeOrigin: false },
      ]),
    ),
  },
  build: {
    target: ['chrome129', 'edge129', 'firefox131', 'safari18'],
    outDir: 'dist',
    // Small pictures inlined as data: addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: createChunkGroups(entryModule, startModule) } } },
  },
});
