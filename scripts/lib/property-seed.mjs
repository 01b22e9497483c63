// Properties try the same cases in every run, so that a change is what makes a test fail. Other cases:
// PLATEN_TEST_SEED=<number>.
import { configureGlobal } from 'fast-check';

const given = process.env.PLATEN_TEST_SEED;
configureGlobal({ seed: given === undefined ? 20_260_101 : Number(given) });
