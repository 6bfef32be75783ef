declare module '*.css';
declare module 'monaco-editor/esm/vs/editor/editor.worker.js';
declare module 'monaco-editor/esm/vs/language/json/json.worker.js';
