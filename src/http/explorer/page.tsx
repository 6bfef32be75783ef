import '@graphiql/react/style.css';
import '@graphiql/plugin-doc-explorer/style.css';
import 'graphiql/graphiql.css';
import './explorer.css';
import './trace/trace.css';
import { createRoot } from 'react-dom/client';
import { Explorer } from './explorer.tsx';
import type { ExplorerSettings } from './settings.ts';

const settings: ExplorerSettings = JSON.parse(document.getElementById('settings')?.textContent ?? '{}');
const { assets, workers } = settings;
const scripts = new Map(Object.entries(workers));

Object.assign(globalThis, {
  MonacoEnvironment: {
    getWorker: (_id: string, label: string) =>
      new Worker(assets + (scripts.get(label) ?? workers.editor), { type: 'module' }),
  },
});

const root = document.getElementById('root');
if (root) createRoot(root).render(<Explorer settings={settings} />);
