import type { Command } from 'commander';
import { commandGroup } from '../command.ts';
import { deliveryCommands } from './delivery-commands.ts';
import { receiverCommands } from './receiver-commands.ts';

export const webhooksCommand = (): Command =>
  commandGroup('webhooks', 'Manage webhooks and their deliveries.', [...deliveryCommands(), ...receiverCommands()]);
