import prepareDatabases from '../support/database/prepare-databases.ts';
import { generateCode } from './generate-code.ts';

/** Runs once per vitest project, before all tests. @returns a function that cleans up after them */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  await generateCode();
  return prepareDatabases();
}
