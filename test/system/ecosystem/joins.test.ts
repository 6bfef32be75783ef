// @module-tag never-excused
import { describeJoins } from '../../federation/gateways/describe-joins.ts';
import { serveApollo } from './gateways.ts';

describeJoins('@apollo/gateway', serveApollo);
