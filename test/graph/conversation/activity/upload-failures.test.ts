import { describe, expect, it } from 'vitest';
import { ToolError, type ToolErrorDetails } from '../../../../src/tools/errors/tool-error.ts';
import { startGraph, useGraph } from '../../../support/graph/test-graph.ts';
import { useLog } from '../../../support/log-capture.ts';

const query = `mutation ($input: UploadActivityInput!) { uploadActivity(input: $input) {
  __typename
  ... on Problem { code message }
  ... on InvalidInputProblem { issues { path message } }
  ... on UpstreamProblem { tool isRetryable retryAt }
} }`;

const input = { hostUserEmail: 'ada@example.com', language: 'en_GB', title: 'Call' };

describe('a failed upload', () => {
  const { log, lines } = useLog('debug');
  const graph = useGraph(() => startGraph({ log }));

  async function resultOf(headers: Record<string, string>, body: string | FormData) {
    const response = await graph.app.fetch(new Request('http://graph.test/graphql', { method: 'POST', headers, body }));
    return (await response.json()).data.uploadActivity;
  }

  const byUrl = () =>
    resultOf(
      { 'content-type': 'application/json' },
      JSON.stringify({ query, variables: { input: { ...input, recordingUrl: 'https://files.example/call.vtt' } } }),
    );

  function byFile() {
    const body = new FormData();
    body.append('operations', JSON.stringify({ query, variables: { input: { ...input, recording: null } } }));
    body.append('map', JSON.stringify({ 0: ['variables.input.recording'] }));
    body.append('0', new Blob(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n']), 'call.vtt');
    return resultOf({ 'apollo-require-preflight': '1' }, body);
  }

  const fail = (details: Omit<ToolErrorDetails, 'tool'>) =>
    graph.tools.replace('activity_upload', () =>
      Promise.reject(new ToolError({ ...details, tool: 'activity_upload' })),
    );

  it.each([
    ['by URL', byUrl],
    ['by file', byFile],
  ])('%s is not retryable if it may have succeeded', async (_way, upload) => {
    fail({ code: 'UPSTREAM_TIMEOUT', message: 'Too late.' });

    expect(await upload()).toEqual({
      __typename: 'UpstreamProblem',
      code: 'OUTCOME_UNKNOWN',
      message: 'Too late. It may have taken effect anyway; check before you retry.',
      tool: 'activity_upload',
      isRetryable: false,
      retryAt: null,
    });
  });

  it.each([
    ['by URL', byUrl],
    ['by file', byFile],
  ])('%s reports when to retry if it never reached the service', async (_way, upload) => {
    fail({ code: 'RATE_LIMITED', message: 'Slow down.', neverArrived: true, retryAfterMs: 60_000 });

    expect(await upload()).toMatchObject({ code: 'RATE_LIMITED', isRetryable: true, retryAt: expect.any(String) });
  });

  it.each([
    ['by URL', byUrl],
    ['by file', byFile],
  ])('%s is logged with its reason and the execution id', async (_way, upload) => {
    fail({ code: 'NOT_CONNECTED', message: 'Wait.', reason: 'PENDING_AUTH', executionId: 'exe-1' });

    expect(await upload()).toMatchObject({ code: 'NOT_CONNECTED' });
    expect(lines.flatMap(({ err }) => err ?? [])).toEqual([
      expect.objectContaining({ code: 'NOT_CONNECTED', reason: 'PENDING_AUTH', executionId: 'exe-1' }),
    ]);
  });

  it.each([
    ['by URL', byUrl, 'recordingUrl'],
    ['by file', byFile, 'recording'],
  ])('%s reports an issue at the argument with the recording', async (_way, upload, argument) => {
    fail({
      code: 'BAD_USER_INPUT',
      message: 'Rejected.',
      issues: [{ path: ['recordingUrl'], message: 'must be a recording' }],
    });

    expect(await upload()).toMatchObject({
      __typename: 'InvalidInputProblem',
      issues: [{ path: ['input', argument], message: 'must be a recording' }],
    });
  });
});
