import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { serveLoopback } from './loopback-server.ts';

const valueSchema = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  boolValue: z.boolean().optional(),
  arrayValue: z.object({ values: z.array(z.object({ stringValue: z.string() })) }).optional(),
});

const attributesSchema = z
  .array(z.object({ key: z.string(), value: valueSchema }))
  .transform((attributes) =>
    Object.fromEntries(
      attributes.map(({ key, value: { stringValue, intValue, boolValue, arrayValue } }) => [
        key,
        stringValue ?? intValue ?? boolValue ?? arrayValue?.values.map((item) => item.stringValue),
      ]),
    ),
  );

/** The JSON encoding of OTLP. */
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              kind: z.int(),
              status: z.object({ code: z.int() }),
              attributes: attributesSchema,
            }),
          ),
        }),
      ),
    }),
  ),
});

const kinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT'];

/** A collector that accepts traces over OTLP/HTTP and keeps their spans. */
export async function startTraceCollector() {
  const spans: ReturnType<typeof spansOf> = [];
  const server = await serveLoopback(async (request, response) => {
    spans.push(...spansOf(await text(request)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { url: server.url, requests: server.requests, spans, close: server.close };
}

function spansOf(body: string) {
  return exportSchema.parse(JSON.parse(body)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ kind, status, ...span }) => ({
        ...span,
        service: resource.attributes['service.name'],
        kind: kinds[kind],
        isError: status.code === 2,
      })),
    ),
  );
}

export type ExportedSpan = Awaited<ReturnType<typeof startTraceCollector>>['spans'][number];
