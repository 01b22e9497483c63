import { v5 } from 'uuid';

/** Name space of customers' ids; must never change. */
const customers = '3b1c3f0e-5f0b-5c1e-9a53-6f5d1a8b2c70';

/** Id of the group of a customer's devices in the worklist (0346): the same for the same number. */
export const customerEntityId = (customerNumber: string): string => v5(customerNumber, customers);
