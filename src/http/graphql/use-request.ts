import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { printedResult } from '../../operation/execution/finished-result.ts';
import { addErrorCode } from '../middleware/access-log.ts';
import { acceptsJson, negotiateMediaType } from '../middleware/error-response.ts';
import { eventResponse, streamResponse } from '../subscription-transport/transport-rules.ts';
import type { Subscriptions } from '../subscription-transport/subscriptions.ts';
import { checkedParser, withGlobalResponse, withStatus } from './errors/http-errors.ts';
import { contextOf, type RouteContext } from './route-context.ts';
import type { TrustedDocuments } from './trusted-documents/trusted-documents.ts';
import { trustedParams } from './trusted-documents/trusted-params.ts';

export interface RequestOptions {
  /** The documents that clients may execute; all when omitted. */
  trustedDocuments: TrustedDocuments | undefined;
  subscriptions: Subscriptions;
}

/** Reads a request, looks up its trusted document, and creates its response. */
export function useRequest({ trustedDocuments, subscriptions }: RequestOptions): Plugin<object, RouteContext> {
  return {
    onRequest({ request, serverContext }) {
      Object.assign(serverContext, contextOf(request));
    },
    onRequestParse({ request, requestParser, setRequestParser, serverContext: { operations, account } }) {
      const parser = checkedParser(request, { requestParser, operations, cpu: account.checks });
      if (parser) setRequestParser(parser);
    },
    onParams({ params, setParams, context }) {
      setParams(trustedParams(params, { documents: trustedDocuments, isTrustedGateway: context.isTrustedGateway }));
    },
    onResultProcess({ request, result, setResult, resultProcessor, setResultProcessor, serverContext }) {
      if (Array.isArray(result)) return;
      if (isAsyncIterable(result)) {
        const respond = () => streamResponse(result, { context: serverContext, subscriptions });
        return setResultProcessor(respond, 'text/event-stream');
      }
      const accept = request.headers.get('accept');
      const mediaType = negotiateMediaType(accept);
      const limited = withStatus(result, mediaType);
      for (const { extensions } of limited.errors ?? []) addErrorCode(serverContext.logEntry, extensions['code']);
      setResult({ ...limited, stringify: printedResult });
      if (!acceptsJson(accept)) setResultProcessor(() => eventResponse(limited), 'text/event-stream');
      // Replace Yoga's choice of the media type: it ignores the quality values of the `Accept` header.
      else if (resultProcessor) setResultProcessor(withGlobalResponse(resultProcessor), mediaType);
    },
  };
}
