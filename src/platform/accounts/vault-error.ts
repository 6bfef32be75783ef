/** The vault cannot be opened for a reason that the person who started the program can mend. */
export class VaultError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultError';
  }
}
