// Writes the table of the server's settings into README.md, from the schema that reads them (npm run docs).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsTable } from '../apps/server/dist/settings/table.js';
import { toReadme } from './lib/documents.mjs';
import { root } from './lib/run.mjs';

const file = join(root, 'README.md');
writeFileSync(file, toReadme(readFileSync(file, 'utf8'), settingsTable));
