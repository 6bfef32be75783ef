import prepareDatabases from '../support/database/prepare-databases.ts';
import { generateCode } from './generate-code.ts';

/** Runs once before all tests. @returns the clean-up after them */
export default async function setUp(): Promise<(() => Promise<void>) | undefined> {
  await generateCode();
  return prepareDatabases();
}
