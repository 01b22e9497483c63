// Writes the index of the decisions (npm run docs).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDecisions, toIndex } from './lib/documents.mjs';
import { root } from './lib/run.mjs';

const folder = join(root, 'docs/decisions');
writeFileSync(join(folder, 'README.md'), toIndex(readDecisions(folder)));
