import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import 'graphiql/graphiql.css';
import './explorer.css';
import './trace/trace.css';
import { createRoot } from 'react-dom/client';
import { Explorer } from './explorer.tsx';
import type { ExplorerSettings, WorkerScripts } from './settings.ts';

const settings: ExplorerSettings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');

function isWorker(label: string): label is keyof WorkerScripts {
  return label in settings.workers;
}

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker(_id: string, label: string) {
      const script = settings.workers[isWorker(label) ? label : 'editor'];
      return new Worker(settings.assets + script, { type: 'module' });
    },
  },
});

const root = document.getElementById('root');
if (root) createRoot(root).render(<Explorer settings={settings} />);
