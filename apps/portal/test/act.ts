import React from 'react';
import { flushSync } from 'react-dom';

// vitest-browser-react draws and unmounts within React's `act`, which only React's development build has.
// The tests run the build that is shipped: what is drawn at once is there when `render` resolves.
Object.assign(React, {
  act: async (work: () => Promise<void>) => {
    await flushSync(work);
  },
});
