/** Name, default, form and description of a variable that kernel/runtime/env.ts does not read. */
type Variable = readonly [name: string, fallback: string, form: string, description: string]

export const commandVariables: readonly Variable[] = [
  ['MILLRACE_URL', '`http://127.0.0.1:PORT`', 'http or https URL', 'Server that a command calls. `--server` overrides it.'],
  ['MILLRACE_KEY', 'unset', 'text', 'Subscription key that a command sends.'],
  ['MILLRACE_TOKEN', 'unset', 'text', 'Bearer token that a command sends.'],
  ['MILLRACE_ADMIN_SECRET', 'unset', 'text', "Value of the server's ADMIN_PROXY_SECRET, for the commands of operators."],
  ['MILLRACE_ACTOR', 'unset', 'text', 'Name that the audit record shows for a command of an operator.'],
  [
    'MILLRACE_CACHE',
    '`$XDG_CACHE_HOME/millrace`, otherwise `~/.cache/millrace`',
    'path',
    'Folder of downloads that are shared by all checkouts, such as Node.js and Kafka.',
  ],
]

export const readByOthers: readonly Variable[] = [
  ['NODE_EXTRA_CA_CERTS', 'unset', 'path', 'PEM file with additional certificate authorities, such as that of your own organization.'],
  [
    'NODE_COMPILE_CACHE',
    '`node-compile-cache` in the temporary folder',
    'path',
    'Folder of compiled code, which makes the next startup faster.',
  ],
  [
    'AWS_PROFILE',
    'unset',
    'text',
    'AWS profile of the credentials for S3 when S3_ACCESS_KEY_ID is unset. The other standard `AWS_` variables apply as well.',
  ],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'unset', '`name=value,name=value`', 'Headers that are sent to the collector, such as credentials.'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '`10000`', 'integer', 'Timeout of an export, in milliseconds.'],
  ['OTEL_EXPORTER_OTLP_COMPRESSION', '`none`', '`none` or `gzip`', 'Compression of exported traces.'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'unset', '`name=value,name=value`', 'Additional attributes of this process in traces.'],
  ['npm_config_registry', "npm's default", 'http or https URL', 'Package registry that the set-up uses.'],
]
