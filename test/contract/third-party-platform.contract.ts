import { describeContract } from './contract.ts';
import { openPlatform } from './open-platform.ts';

describeContract(`the platform at ${process.env['PLATFORM_URL']}`, () => openPlatform(process.env));
