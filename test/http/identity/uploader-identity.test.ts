import { beforeEach, describe, expect, it } from 'vitest';
import { createSigningKey, sign, startIssuer } from '../../support/network/token-issuer.ts';
import { startUploadLab, uploadParts } from '../uploads/upload-lab.ts';
import { useResource } from '../../support/resource.ts';

describe('authentication of uploads', async () => {
  const key = await createSigningKey('key-1');

  const issuer = useResource(() => startIssuer(key));
  const lab = useResource(() => startUploadLab(issuer.environment));
  beforeEach(async () => {
    await lab.db.deleteFrom('convo_activities').execute();
  });

  const headers = (authorization?: string) => ({
    'apollo-require-preflight': '1',
    ...(authorization !== undefined && { authorization }),
  });

  it.each([
    ['no token', undefined],
    ['an invalid token', 'Bearer x.y.z'],
  ])('rejects an upload with %s and stores nothing', async (_, authorization) => {
    const { status, body } = await lab.send(uploadParts(), headers(authorization));

    expect([status, body.errors[0].extensions.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(await lab.files()).toEqual([]);
    expect(await lab.activities()).toEqual([]);
  });

  it('rejects an upload before the file arrives', async () => {
    const start = `--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{`;
    const answer = await lab.raw(['content-type: multipart/form-data; boundary=x', 'content-length: 90000'], start);

    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer.toLowerCase()).toContain('\nconnection: close');
    expect(await lab.files()).toEqual([]);
  });

  it('stores nothing without the scope to write', async () => {
    const token = await sign(key, { sub: 'demo', scope: 'convo:read talent:read talent:write' });
    const { status, body } = await lab.send(uploadParts(), headers(`Bearer ${token}`));

    expect([status, body.data.uploadActivity]).toEqual([
      200,
      {
        __typename: 'NotPermittedProblem',
        code: 'FORBIDDEN',
        message: expect.stringContaining('needs the scope convo:write'),
      },
    ]);
    expect(await lab.files()).toEqual([]);
    expect(await lab.activities()).toEqual([]);
  });
});
