/** Environment of a production server. The issuer has characters that HTML must escape. */
export const production = {
  NODE_ENV: 'production',
  AUTH_JWT_SECRET: 'a-shared-secret-of-at-least-32-characters',
  AUTH_ISSUER: 'https://id.example/<b>&"quoted"',
  AUTH_AUDIENCE: 'graph',
};
