// npm run bench:drive-model
// Learns the model of the storage judgement again and writes packages/diagnosis/src/components/storage/
// drive-model.ts. The limits, levels and chances that go with it are printed by `bench:diagnosis -- drives`.

import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { readDrives } from './diagnosis/drive-data.ts';
import { fitCut, fitDriveModel } from './diagnosis/drive-fit.ts';
import { toModelFile } from './diagnosis/drive-model-file.ts';
import { driveFile } from './diagnosis/failure-counts.ts';

const modelFile = fileURLToPath(
  new URL('../../packages/diagnosis/src/components/storage/drive-model.ts', import.meta.url),
);
await writeFile(modelFile, toModelFile(fitDriveModel(await readDrives(driveFile), fitCut)));
console.log(`written: ${modelFile}`);
