import { hash, timingSafeEqual } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { z } from 'zod';
import type { AccessLogEntry } from '../../middleware/access-log.ts';
import { RequestError } from '../../middleware/error-response.ts';
import type { CodeOf } from '../../../tools/errors/error-codes.ts';
import type { TrustedDocuments } from './trusted-documents.ts';

export const gatewayHeader = 'x-trusted-gateway-secret';

export type CheckGateway = ReturnType<typeof createGatewayCheck>;

/** Accepts several secrets, because an operator replaces a secret by adding the new one first. */
export function createGatewayCheck(secrets: readonly string[]) {
  const accepted = secrets.map(digestOf);
  /** Trusted gateways may send any document. @throws RequestError `FORBIDDEN` when the secret is wrong */
  return (secret: string | null | undefined, { logEntry }: { logEntry: AccessLogEntry }): boolean => {
    if (secret == null) return false;
    const digest = digestOf(secret);
    // Compare hashes of equal length, and compare with every secret, so that the duration reveals nothing.
    if (accepted.filter((each) => timingSafeEqual(each, digest)).length > 0) return true;
    logEntry.reason =
      secrets.length > 0
        ? `the header ${gatewayHeader} does not match TRUSTED_GATEWAY_SECRETS`
        : `the header ${gatewayHeader} was sent, but TRUSTED_GATEWAY_SECRETS is not set`;
    throw new RequestError({ code: 'FORBIDDEN', message: `The secret in the header ${gatewayHeader} is wrong.` });
  };
}

const digestOf = (text: string) => hash('sha256', text, 'buffer');

const apolloSchema = z.looseObject({ persistedQuery: z.looseObject({ sha256Hash: z.unknown() }) });

/** Accepts `documentId` and Apollo's `persistedQuery`. With trusted documents, only gateways may send others. */
export function trustedParams(
  sent: GraphQLParams,
  { documents, isTrusted }: { documents: TrustedDocuments | undefined; isTrusted: boolean },
): GraphQLParams {
  const id = readId(sent);
  const params = withoutDocumentId(sent);
  const query: unknown = params.query;
  const isLimited = documents && !isTrusted;
  // Clients over WebSockets must send a text: with an id, they send an empty text.
  if (query != null && query !== '') {
    // Yoga rejects a query that is not a string.
    const isChecked = isLimited && typeof query === 'string';
    return isChecked ? { ...params, query: trustedText(query, { id, documents }) } : params;
  }
  if (id) return { ...params, query: textOf(id, documents) };
  if (!isLimited) return sent;
  throw requestError(
    'PERSISTED_QUERY_ID_REQUIRED',
    'Send the id of a trusted document as documentId or as extensions.persistedQuery.sha256Hash.',
  );
}

/** Removes `documentId`, which Yoga would reject as an unknown parameter. */
function withoutDocumentId(sent: GraphQLParams): GraphQLParams {
  if (!('documentId' in sent)) return sent;
  const { documentId: _documentId, ...params } = sent;
  return params;
}

interface DocumentId {
  value: string;
  parameter: 'documentId' | 'extensions.persistedQuery.sha256Hash';
}

function readId(params: GraphQLParams): DocumentId | undefined {
  const documentId = 'documentId' in params ? params.documentId : undefined;
  const { extensions } = params;
  const sha256Hash = extensions && apolloSchema.safeParse(extensions).data?.persistedQuery.sha256Hash;
  return idIn('documentId', documentId) ?? idIn('extensions.persistedQuery.sha256Hash', sha256Hash);
}

function idIn(parameter: DocumentId['parameter'], value: unknown): DocumentId | undefined {
  if (value == null) return undefined;
  if (typeof value !== 'string') throw requestError('BAD_REQUEST', `${parameter} must be a string.`);
  return { value, parameter };
}

/** Returns the text of a document. Client libraries compare the two messages of Apollo, which must not change. */
function textOf({ value, parameter }: DocumentId, documents: TrustedDocuments | undefined): string {
  const isApollo = parameter !== 'documentId';
  if (!documents) {
    const message =
      'This server has no trusted documents, so it cannot look up `documentId`. Send the document as `query`.';
    throw requestError('PERSISTED_QUERY_NOT_SUPPORTED', isApollo ? 'PersistedQueryNotSupported' : message);
  }
  const text = documents.find(value);
  if (text !== undefined) return text;
  throw requestError(
    'PERSISTED_QUERY_NOT_FOUND',
    isApollo ? 'PersistedQueryNotFound' : 'No trusted document has the id in documentId.',
  );
}

function trustedText(
  query: string,
  { id, documents }: { id: DocumentId | undefined; documents: TrustedDocuments },
): string {
  const text = documents.findText(query);
  if (text === undefined) {
    throw requestError('QUERY_NOT_IN_SAFELIST', 'The document in query is not one of the trusted documents.');
  }
  if (id && documents.find(id.value) !== text) {
    throw requestError('BAD_REQUEST', `${id.parameter} is not the id of the document in query.`);
  }
  return text;
}

const requestError = (code: CodeOf<'request'>, message: string) => new GraphQLError(message, { extensions: { code } });
