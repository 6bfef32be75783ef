import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/platform/database/open-database.ts';
import { cleanUp, makeDataFolder, refusedStart, startProgram } from '../../../support/process/program.ts';
import { beginRequest, body, waitForClosedPort } from '../../../support/process/slow-request.ts';
import { timeLimit } from '../../../support/time-limit.ts';

describe('a program on a data folder', { timeout: timeLimit(240) }, () => {
  afterEach(cleanUp);

  it('finishes in-flight requests on SIGTERM, accepts no new ones and exits with 0', async () => {
    const dataDir = await makeDataFolder();
    const program = await startProgram({ DATA_DIR: dataDir });
    const request = await beginRequest(program.url);
    const ended = program.end('SIGTERM');
    await waitForClosedPort(program);

    const answered = once(request, 'response');
    request.end(body.slice(20));
    const [response] = await answered;
    expect(response.headers.connection).toBe('close');
    expect(JSON.parse(await text(response))).toMatchObject({ data: { createList: { list: { name: 'Slow' } } } });
    expect(await ended).toEqual({ code: 0, signal: null });

    const { db, close } = await openDatabase({ dataDir });
    const lists = await db.selectFrom('talent_lists').select('name').execute();
    await close();
    expect(lists).toEqual([{ name: 'Slow' }]);
  });

  it('refuses a second program on the same folder, naming itself', async () => {
    const dataDir = await makeDataFolder();
    const holder = await startProgram({ DATA_DIR: dataDir });
    expect(await refusedStart({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `The data folder ${dataDir} is in use by process ${holder.pid}. ` +
        'Stop that process, or set DATA_DIR to another folder.\n',
    });
    expect((await holder.ask('{ __typename }')).data).toEqual({ __typename: 'Query' });
  });
});
