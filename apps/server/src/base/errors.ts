/**
 * The database cannot be opened. The message is one or two sentences for the person who starts the server.
 */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/** `code` of an error of Node or of PostgreSQL (SQLSTATE), if it has one. */
export function toErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
