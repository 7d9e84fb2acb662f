import type { VariableDescription } from './variable-description.ts'

/** Variables of the server, its stores, models and search. */
export const infrastructureVariables = {
  HOST: {
    group: 'Server',
    description:
      'Address that the server listens on. An address other than the loopback one requires SUBSCRIPTION_KEYS, or OIDC_ISSUER or OIDC_JWKS_URL.',
  },
  PORT: {
    group: 'Server',
    description: 'Port of the API and the console. `0` picks a free port and prints it.',
  },
  SERVICES: {
    group: 'Server',
    description:
      'Roles and services that this process runs: `all`, `edge` (HTTP), `projector` (views), or names of services. The arguments of `npm start -- NAME …` override it.',
  },
  GATEWAY_URL: {
    group: 'Server',
    description:
      'Public address of the server behind a gateway. Requests whose `Origin` is this address are accepted. When set, operator routes require ADMIN_PROXY_SECRET.',
  },
  MAX_WORKERS: {
    group: 'Server',
    fallback: 'number of CPU cores, 2 to 4',
    description:
      'Files that a process parses at the same time, each in a child process. With two or more, one worker is reserved for files that parse quickly, and one extra worker serves a caller that has none.',
  },
  SYNC_TIMEOUT_MS: {
    group: 'Server',
    description: 'Maximum time that an upload with `process_mode=sync` waits for the document to become searchable, in milliseconds.',
  },
  DRAIN_SECONDS: {
    group: 'Server',
    description:
      'Time for which a stopping server keeps answering requests while it reports "not ready", in seconds. It lets a load balancer remove the server first.',
  },
  CONFIG_SOURCE: {
    group: 'Server',
    description: 'Where CONFIG_PATH is: in the file system, or in the blob store.',
  },
  CONFIG_PATH: {
    group: 'Server',
    description: 'Path of the configuration file. See the configuration reference for its settings.',
  },
  DATA_DIR: {
    group: 'Storage',
    description: 'Folder of the embedded log, views, index, blobs and prompts. Only one process at a time may use it in embedded mode.',
  },
  WATCH_DIR: {
    group: 'Storage',
    description:
      'Folder to watch, subfolders included; it must be outside DATA_DIR. New and changed files are uploaded after two identical scans, 2 seconds apart. Symbolic links are not followed. The `watch` section of config.yaml sets labels, type and index.',
  },
  BLOB_CONTAINER: {
    group: 'Storage',
    description: 'Container or bucket for files, artifacts and prompts in Azure Blob Storage or S3. Created if it is missing.',
  },
  AZURE_STORAGE_CONNECTION_STRING: {
    group: 'Storage',
    description: 'Stores files, artifacts and prompts in Azure Blob Storage. Without it and S3_ENDPOINT, they are stored in DATA_DIR.',
  },
  S3_ENDPOINT: {
    group: 'Storage',
    description:
      'Stores files, artifacts and prompts in an S3-compatible store. Add a bucket rule that aborts incomplete multipart uploads after one day.',
  },
  S3_REGION: { group: 'Storage', description: 'Region of the S3 bucket.' },
  S3_ACCESS_KEY_ID: {
    group: 'Storage',
    description:
      'Access key of the S3 store. Set it together with S3_SECRET_ACCESS_KEY, or omit both to use the AWS credentials of the machine.',
  },
  S3_SECRET_ACCESS_KEY: { group: 'Storage', description: 'Secret that belongs to S3_ACCESS_KEY_ID.' },
  KAFKA_BROKERS: {
    group: 'Kafka',
    form: 'comma-separated list of `host:port`',
    description: 'Bootstrap brokers of a Kafka cluster. Without it, the embedded log in DATA_DIR is used.',
  },
  KAFKA_PREFIX: {
    group: 'Kafka',
    description: 'Prefix of topic names, consumer groups and schema subjects. It lets several installations share a cluster.',
  },
  KAFKA_SSL: { group: 'Kafka', description: 'Connects to the brokers over TLS.' },
  KAFKA_SASL_MECHANISM: { group: 'Kafka', description: 'SASL mechanism. Without it, the brokers are not sent credentials.' },
  KAFKA_SASL_USERNAME: { group: 'Kafka', description: 'Username for SASL.' },
  KAFKA_SASL_PASSWORD: { group: 'Kafka', description: 'Password for SASL.' },
  SCHEMA_REGISTRY_URL: {
    group: 'Kafka',
    description:
      'Confluent-compatible schema registry. Schemas are registered as `<prefix><topic>-value`, and record values carry the registry header. Without it, values are plain JSON. Consumers read both forms.',
  },
  DATABASE_URL: {
    group: 'Database',
    form: '`postgres://user:password@host:5432/name`',
    description:
      'PostgreSQL database for views, runs, settings and conversations. Required when several processes share Kafka. Without it, an embedded SQLite database in DATA_DIR is used.',
  },
  DATABASE_POOL: {
    group: 'Database',
    description:
      'Query connections of this process to PostgreSQL. Two more connections listen for changes and publish events. A query that gets no connection fails with 503.',
  },
  LLM_BASE_URL: {
    group: 'Models',
    description:
      'Base URL, up to and including `/v1`, of an OpenAI-compatible model server. Serves every alias of `llms.models` without an address of its own. Without it, the extractive answerer quotes passages.',
  },
  LLM_API_KEY: { group: 'Models', description: 'API key that is sent to LLM_BASE_URL.' },
  LLM_MODEL: { group: 'Models', description: 'Model name of the alias `default`. Overrides config.yaml.' },
  LOOK_FOR_MODELS: {
    group: 'Models',
    description:
      'When no model is connected, checks the default ports of Ollama, LM Studio, llama.cpp and vLLM on this machine at startup. Servers that answer are offered in Settings.',
  },
  SECRETS_KEY: {
    group: 'Models',
    description:
      'Encrypts the API keys of models and the secrets of webhooks that are stored in the database. Use the same value in every process. Without it, a key is generated in the blob store.',
  },
  AZURE_OPENAI_ENDPOINT: { group: 'Models', description: 'Azure OpenAI resource for aliases with `provider: azure-openai`.' },
  AZURE_OPENAI_API_KEY: { group: 'Models', description: 'API key of the Azure OpenAI resource.' },
  AZURE_OPENAI_AD_TOKEN: {
    group: 'Models',
    description: 'Microsoft Entra access token for the Azure OpenAI resource, instead of an API key.',
  },
  AZURE_OPENAI_API_VERSION: { group: 'Models', description: 'API version of Azure OpenAI.' },
  MODERATION_BASE_URL: {
    group: 'Models',
    description:
      'Server with an OpenAI-compatible `/moderations` endpoint. It checks what callers send to agents and what agents answer. Without it, nothing is checked.',
  },
  MODERATION_API_KEY: { group: 'Models', description: 'API key that is sent to MODERATION_BASE_URL.' },
  MODERATION_MODEL: { group: 'Models', fallback: "the server's default", description: 'Moderation model to request.' },
  MODERATION_REQUIRED: {
    group: 'Models',
    description:
      'Fails a turn with 502 when the moderation endpoint does not answer within 5 seconds. When `false`, the failure is logged and the turn continues.',
  },
  EMBEDDINGS_BASE_URL: {
    group: 'Search and retrieval',
    description:
      'Base URL of an OpenAI-compatible embeddings server. Without it, the built-in hashing embedder is used. After you change the model, re-embed stored documents in Settings.',
  },
  EMBEDDINGS_API_KEY: { group: 'Search and retrieval', description: 'API key that is sent to EMBEDDINGS_BASE_URL.' },
  EMBEDDINGS_MODEL: { group: 'Search and retrieval', fallback: '`text-embedding-3-small`', description: 'Embedding model to request.' },
  EMBEDDINGS_QUERY_PREFIX: {
    group: 'Search and retrieval',
    description:
      'Text that the model expects before a question, trailing space included, such as `"query: "` for E5. After a change, rebuild the index.',
  },
  EMBEDDINGS_PASSAGE_PREFIX: {
    group: 'Search and retrieval',
    description:
      'Text that the model expects before a passage, trailing space included, such as `"passage: "` for E5. After a change, rebuild the index.',
  },
  SEARCH_DATABASE_URL: {
    group: 'Search and retrieval',
    form: '`postgres://user:password@host:5432/name`',
    description:
      'PostgreSQL database with pgvector 0.8 or later that stores the index. It may be the database of DATABASE_URL. Set it, or SEARCH_ENDPOINT, but not both.',
  },
  SEARCH_ENDPOINT: {
    group: 'Search and retrieval',
    description:
      'Azure AI Search service that stores the index, such as `https://NAME.search.windows.net`. Without it and SEARCH_DATABASE_URL, the embedded index is used.',
  },
  SEARCH_API_KEY: { group: 'Search and retrieval', description: 'Admin key of SEARCH_ENDPOINT. Set both together.' },
  RERANK_BASE_URL: {
    group: 'Search and retrieval',
    description:
      'Server with a `/rerank` endpoint, such as Cohere, Jina, vLLM or Text Embeddings Inference. Without it, the model of `retrieval.rerank.model` reranks, if one is set.',
  },
  RERANK_API_KEY: { group: 'Search and retrieval', description: 'API key that is sent to RERANK_BASE_URL.' },
  RERANK_MODEL: { group: 'Search and retrieval', fallback: "the server's default", description: 'Reranking model to request.' },
} as const satisfies Readonly<Record<string, VariableDescription>>
