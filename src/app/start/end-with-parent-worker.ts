import { Socket } from 'node:net';

// Standard input is a pipe that closes when the parent ends, even if it was killed. The main thread would notice that
// only after its current statement: the embedded database blocks it.
new Socket({ fd: 0 }).on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
