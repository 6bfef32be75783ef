import { Component, Fragment, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** What the test provides in each page. */
declare global {
  var graphUrl: string;
  /** Signs the user in: a token of the identity provider. */
  function graphToken(): Promise<string>;
}

export interface Settings {
  url: string;
  token: () => Promise<string>;
  reload: () => void;
}

interface Page {
  /** Provides the client to the views. */
  Frame?: (props: { children: ReactNode }) => ReactNode;
  views: (() => ReactNode)[];
  /** The codes of an error with which a request of the client has failed. */
  codesOf(error: unknown): string[];
}

export const settings: Settings = {
  url: globalThis.graphUrl,
  token: () => globalThis.graphToken(),
  reload: () => Reflect.get(globalThis, 'location').reload(),
};

/** Shows a button to sign in, then the app. */
export function showPage(page: Page): void {
  const main: unknown = Reflect.get(globalThis, 'document').querySelector('main');
  if (isElement(main)) createRoot(main).render(<SignIn {...page} />);
}

const isElement = (value: unknown): value is Element => typeof value === 'object' && value !== null;

function SignIn({ Frame = Fragment, views, codesOf }: Page): ReactNode {
  const [isSignedIn, setSignedIn] = useState(false);
  const [codes, setCodes] = useState<string[]>([]);
  const onError = (error: unknown) => {
    setCodes(codesOf(error));
    setSignedIn(false);
  };
  if (isSignedIn)
    return (
      <ErrorBoundary onError={onError}>
        <Frame>
          {views.map((View) => (
            <View key={View.name} />
          ))}
        </Frame>
      </ErrorBoundary>
    );
  return (
    <>
      <button onClick={() => setSignedIn(true)}>Sign in</button>
      {codes.length > 0 && <p role="alert">{codes.join(', ')}</p>}
    </>
  );
}

/** Catches what a component throws during rendering. */
class ErrorBoundary extends Component<{ children: ReactNode; onError: (error: unknown) => void }> {
  override state = { hasFailed: false };
  static getDerivedStateFromError = () => ({ hasFailed: true });
  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }
  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
