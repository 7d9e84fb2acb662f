/** The families of routes, in the order of the document, each with the prefixes that belong to it. */
const tags = [
  {
    name: 'uploads',
    prefixes: ['/api/v2/upload', '/api/v2/flexible-rag/upload', '/api/v2/flexible-rag/status'],
    description: 'Files in, and how each fares: acceptance, status, retry, cancel, delete.',
  },
  { name: 'knowledge', prefixes: ['/api/v2/knowledge'], description: 'What the knowledge base holds: files, chunks, numbers, queries.' },
  {
    name: 'search-admin',
    prefixes: ['/api/v2/search', '/api/v2/search-admin'],
    description: 'Search indexes: list, create, change, clear.',
  },
  {
    name: 'chat',
    prefixes: ['/api/v2/flexible', '/api/v2/unified-test'],
    description: 'Answers from the documents, with citations, at once or as a stream.',
  },
  { name: 'models', prefixes: ['/api/v2/models'], description: 'Model aliases and their checks.' },
  { name: 'prompts', prefixes: ['/api/v2/prompts'], description: 'The versioned repository of prompts and response templates.' },
  { name: 'feedback', prefixes: ['/api/v2/feedback'], description: 'What users said of answers.' },
  { name: 'settings', prefixes: ['/api/v2/settings'], description: 'Configuration that changes while the platform runs.' },
  { name: 'webhooks', prefixes: ['/api/v2/webhooks'], description: 'Signed deliveries of public events.' },
  { name: 'agents', prefixes: ['/ai', '/mcp', '/agents', '/tools', '/workflows'], description: 'Agents, tools and workflows.' },
  { name: 'school-safety', prefixes: ['/k12', '/ai/k12'], description: 'Annex editing and quick reference guides.' },
  {
    name: 'cost-reports',
    prefixes: ['/sdac', '/ai/sdac', '/ingestion', '/jobs', '/api/dashboard', '/api/ingestors', '/widget'],
    description: 'Review of cost reports.',
  },
  { name: 'reasoning', prefixes: ['/reasoning-engine'], description: 'Analysis of series and datasets.' },
  {
    name: 'operations',
    prefixes: ['/admin', '/setup', '/metrics', '/docs', '/api/v2/openapi.json'],
    description: 'For operators: metrics, topics, dead letters, replay, this document.',
  },
  { name: 'health', prefixes: ['/health', '/api/health', '/api/v2/health'], description: 'Liveness, readiness and deep checks.' },
  { name: 'pages', prefixes: ['/'], description: 'HTML shells without data.' },
] as const satisfies readonly { name: string; prefixes: readonly string[]; description: string }[]

/** Names and descriptions for the document. */
export const documentTags = tags.map(({ name, description }) => ({ name, description }))

const byPrefix = tags
  .flatMap(({ name, prefixes }) => prefixes.map((prefix) => ({ name, prefix })))
  .sort((a, b) => b.prefix.length - a.prefix.length)

/** The family of a route that names none: the longest prefix that its URL begins with. */
export const tagOf = (url: string): string => byPrefix.find(({ prefix }) => url.startsWith(prefix))?.name ?? 'pages'
