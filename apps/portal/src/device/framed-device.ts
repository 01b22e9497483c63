import { createContext } from 'react';

/** Id of the device that the frame around a screen is about; undefined outside of it. */
export const FramedDeviceContext = createContext<string | undefined>(undefined);
