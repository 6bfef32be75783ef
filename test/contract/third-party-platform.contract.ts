import { describeContract } from './contract.ts';
import { openPlatform } from './open-platform.ts';

// `npm run test:contract`
describeContract(`the platform at ${process.env['PLATFORM_URL']}`, {
  open: () => openPlatform(process.env),
});
