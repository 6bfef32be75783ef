import { v5 } from 'uuid';

const identifiers = '0b6a6a0e-1f43-4b0c-8f0b-6f2d0c1d7a55';

/** The id of the user whom an account of this identifier stands for: a UUID, the same at every call. */
export const userIdOf = (identifier: string) => v5(identifier, identifiers);
