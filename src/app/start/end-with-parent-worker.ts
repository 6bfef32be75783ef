import { Socket } from 'node:net';

// The pipe closes when the parent ends, even if it was killed. The embedded database may block the main thread.
new Socket({ fd: 0 }).on('close', () => process.kill(process.pid, 'SIGKILL')).resume();
