import { retryAfter } from './openapi-errors.ts';

const oauthError = (description: string, ...codes: string[]) => ({
  description,
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { error: { enum: codes }, error_description: { type: 'string' } },
        required: ['error'],
      },
    },
  },
});

export const tokenOperation = {
  operationId: 'issueToken',
  tags: ['tokens'],
  summary: 'Issues a bearer token (RFC 6749, section 4.4).',
  security: [{}, { credentials: [] }],
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: {
            grant_type: { const: 'client_credentials' },
            client_id: { type: 'string' },
            client_secret: { type: 'string' },
          },
          required: ['grant_type'],
        },
      },
    },
  },
  responses: {
    200: {
      description: 'A token; `expires_in` is in seconds.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/token' } } },
    },
    400: oauthError(
      'A parameter is missing, repeated or invalid, or `grant_type` is not supported.',
      'invalid_request',
      'unsupported_grant_type',
    ),
    401: oauthError('The client is unknown, or its secret is wrong.', 'invalid_client'),
    413: oauthError('The body is too large.', 'invalid_request'),
    415: oauthError('The body is not a form in UTF-8.', 'invalid_request'),
    429: { ...oauthError('Too many tokens or wrong secrets.', 'temporarily_unavailable'), headers: retryAfter },
  },
};
