import { describeComposer } from '../../federation/composition/describe-composer.ts';
import { otherComposers } from './other-composers.ts';

for (const composer of otherComposers) describeComposer(composer);
