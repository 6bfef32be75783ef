interface SharedOperation {
  query: string;
  /** JSON, or empty. */
  variables: string;
}

/** Browsers and servers accept longer addresses, but chats and mail programs cut them off. */
const maxLinkLength = 8000;

/** Returns undefined if the link would be too long. Headers, which can contain a token, are not part of it. */
export function shareLink(page: string, { query, variables }: SharedOperation): string | undefined {
  const parameters = new URLSearchParams({ query, ...(variables.trim() !== '' && { variables }) });
  const link = `${page}?${parameters.toString()}`;
  return link.length > maxLinkLength ? undefined : link;
}

/** Reads the operation from the query string of a link. It is shown, and never run. */
export function readShared(search: string): SharedOperation | undefined {
  const parameters = new URLSearchParams(search);
  const query = parameters.get('query');
  return query ? { query, variables: parameters.get('variables') ?? '' } : undefined;
}
