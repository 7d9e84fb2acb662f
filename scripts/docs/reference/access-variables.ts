import type { VariableDescription } from './variable-description.ts'

/** Variables of access, the widget, integrations and operations. */
export const accessVariables = {
  SUBSCRIPTION_KEYS: {
    group: 'Access',
    form: 'comma-separated list of `name:key` or `name:sha256:HEX`',
    description:
      'Keys that callers send in `Ocp-Apim-Subscription-Key`. A name may have several keys for rotation. `:internal` after a key lets its holder ask `/docs/chat` about all of the documentation. On a public address, a key needs at least 24 random characters.',
  },
  RATE_LIMIT_PER_MINUTE: {
    group: 'Access',
    description:
      'Requests per minute and caller, counted across all servers of one database. All token subjects of one subscription key together get ten times as many. `0` turns the limit off.',
  },
  OIDC_ISSUER: { group: 'Access', description: 'OpenID Connect issuer of the bearer tokens. Requires OIDC_AUDIENCE.' },
  OIDC_JWKS_URL: { group: 'Access', description: 'URL of the signing keys, for a provider without discovery. Requires OIDC_AUDIENCE.' },
  OIDC_AUDIENCE: { group: 'Access', description: 'Audience (`aud`) that a bearer token must carry.' },
  OIDC_REQUIRED_ROLE: { group: 'Access', description: 'Role that every bearer token must carry.' },
  OIDC_WRITE_ROLE: {
    group: 'Access',
    fallback: 'no additional role',
    description: 'Role for uploading, replacing and deleting documents. Without it, storage event deliveries require ADMIN_ROLE.',
  },
  PROMPT_ROLE: { group: 'Access', fallback: 'no additional role', description: 'Role for changing prompts.' },
  ADMIN_ROLE: {
    group: 'Access',
    description: 'Role for settings, indexes, webhooks and operator routes. It includes OIDC_WRITE_ROLE and PROMPT_ROLE.',
  },
  ADMIN_PROXY_SECRET: {
    group: 'Access',
    description:
      'Secret that operators send in `X-Runtime-Admin-Proxy-Secret` instead of a token with ADMIN_ROLE. On a public address it needs at least 24 random characters.',
  },
  OIDC_CLIENT_ID: {
    group: 'Access',
    description:
      'Public client with which people sign in to the console (authorization code with PKCE). Requires an https OIDC_ISSUER. Register `ADDRESS/sign-in/callback` as redirect URI and `ADDRESS/` as post-logout redirect URI.',
  },
  OIDC_SCOPES: {
    group: 'Access',
    form: 'scopes separated by spaces, including `openid`',
    description:
      'Scopes that the console requests at sign-in. Name the scope that yields a JWT for OIDC_AUDIENCE. With `offline_access`, tokens are renewed without another sign-in.',
  },
  OIDC_SIGN_IN_PARAMETERS: {
    group: 'Access',
    form: '`name=value&name=value`',
    description: 'Additional parameters of the sign-in request, such as `audience=…` or `resource=…`.',
  },
  WIDGET_AUDIENCE: {
    group: 'Widget',
    description: 'Audience (`aud`) that a widget token must carry. Without it, the widget API refuses every token.',
  },
  WIDGET_ROLE: { group: 'Widget', description: 'Role that a widget token must carry.' },
  WIDGET_ORIGINS: {
    group: 'Widget',
    fallback: "this server's own origin",
    form: 'comma-separated list of origins, or `*`',
    description: 'Origins whose pages may embed the widget. `*` allows every page and logs a warning at startup.',
  },
  WIDGET_SIGNING_KEY: {
    group: 'Widget',
    description: 'Key that signs the metadata of a host page. When set, the widget accepts signed metadata only.',
  },
  WIDGET_TOKEN_URL: {
    group: 'Widget',
    description: 'Authority that issues test tokens for `/widget-testing`, by client credentials at `URL/TENANT/oauth2/v2.0/token`.',
  },
  WIDGET_TOKEN_TENANT: { group: 'Widget', description: 'Tenant in the address of the test token request.' },
  WIDGET_TOKEN_CLIENT_ID: { group: 'Widget', description: 'Client ID of the test token request.' },
  WIDGET_TOKEN_CLIENT_SECRET: { group: 'Widget', description: 'Client secret of the test token request.' },
  WIDGET_TOKEN_SCOPE: { group: 'Widget', description: 'Scope of the test token request.' },
  WEBHOOK_ALLOW_PRIVATE: {
    group: 'Integrations',
    description: 'Allows webhooks to http addresses and to private networks. Use it for tests and for receivers on your own network.',
  },
  EOP_API_URL: {
    group: 'Integrations',
    description:
      'Backend that stores emergency operations plans. Millrace then reads plans from it and changes none. Without it, Millrace stores plans itself.',
  },
  EOP_API_KEY: { group: 'Integrations', description: 'Bearer token for EOP_API_URL.' },
  EOP_API_TIMEOUT_MS: { group: 'Integrations', description: 'Timeout of a request to EOP_API_URL, in milliseconds.' },
  LOG_LEVEL: { group: 'Operations', description: 'Lowest level that is logged.' },
  LOG_FORMAT: {
    group: 'Operations',
    fallback: '`text` on a terminal, otherwise `json`',
    description: 'Format of log lines: `text` for people, `json` for machines.',
  },
  METRICS_PORT: {
    group: 'Operations',
    description:
      'Additional port with `/metrics`, `/api/health/live` and `/api/health/ready`, for any process including workers. It does not authenticate callers. `0` picks a free port and prints it.',
  },
  METRICS_HOST: {
    group: 'Operations',
    description: 'Address of METRICS_PORT. Use another address than the loopback one only inside a private network.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    group: 'Operations',
    description: 'OpenTelemetry collector that receives traces over OTLP/HTTP. Without it, traces are not exported.',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    group: 'Operations',
    description: 'Complete URL for traces. Overrides OTEL_EXPORTER_OTLP_ENDPOINT.',
  },
  OTEL_TRACES_EXPORTER: {
    group: 'Operations',
    fallback: '`otlp` if an endpoint is set, otherwise `none`',
    description: 'Where traces go: to the collector, to standard output, or nowhere.',
  },
  OTEL_SERVICE_NAME: { group: 'Operations', description: 'Name of this service in traces.' },
  OTEL_SDK_DISABLED: { group: 'Operations', description: 'Turns tracing off, regardless of the other variables.' },
} as const satisfies Readonly<Record<string, VariableDescription>>
