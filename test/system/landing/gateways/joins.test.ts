// @module-tag never-excused
import { describeJoins } from '../../../federation/gateways/describe-joins.ts';
import { serveHive } from '../../../federation/gateways/hive.ts';

describeJoins('Hive Gateway', serveHive);
