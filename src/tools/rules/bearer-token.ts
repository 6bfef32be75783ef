/** Reads the token from an `Authorization` header (RFC 6750); the scheme is case-insensitive. */
export const readBearerToken = (authorization: string | null | undefined): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
