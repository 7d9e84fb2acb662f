import { familyRules } from '../../../kernel/http/app/family-rules.ts'
import { type OpenApiDocument, operationsOf } from '../../../kernel/http/openapi/document.ts'
import { conventions } from '../../../kernel/http/openapi/introduction.ts'
import { services } from '../../../services/catalog.ts'
import { platform } from '../../../services/edge/platform.ts'
import { apiDocument } from '../../clients/api-document.ts'
import { blocks, code, type ReferencePage, table, withCode } from './page.ts'

type Access = ReturnType<typeof operationsOf>[number]['operation']['x-access']

/** Who may call a route, by its access rule. */
const ACCESS: Readonly<Record<Access, string>> = {
  open: 'Anyone, without credentials.',
  key: 'Callers with a subscription key.',
  api: 'Callers with a subscription key and a bearer token, as far as the server is configured for them.',
  strict: 'Like `api`, but a wrong subscription key is 403 instead of 401.',
  admin: 'Like `api`, and the token carries `ADMIN_ROLE`.',
  operator: 'Operators: the secret `ADMIN_PROXY_SECRET`, or credentials as for `admin`.',
  frame: 'The widget, with a token for `WIDGET_AUDIENCE`.',
  'by-request': 'The HTML page is open; with `json=true` the route requires credentials as for `api`.',
}

const READING = new Set(['get', 'head', 'options'])
const families = familyRules([...services, ...platform])
const ROLES = { documents: 'OIDC_WRITE_ROLE', deliveries: 'OIDC_WRITE_ROLE', wording: 'PROMPT_ROLE' } as const

/** The access rule of a route, with the role that it requires where one is configured. */
function accessOf(method: string, path: string, access: Access): string {
  if (access !== 'api' || READING.has(method)) return code(access)
  const change = families.changeOf(method.toUpperCase(), path.replaceAll(/\{(\w+)\}/g, ':$1'))
  if (change === 'everyone') return `${code(access)}, ${code('ADMIN_ROLE')}`
  return change in ROLES ? `${code(access)}, ${code(ROLES[change as keyof typeof ROLES])}` : code(access)
}

/** The summary of a tool's route is the title of the tool. */
const summaryOf = (path: string, summary: string): string =>
  /^\/ai\/\w+\/tools\/[\w-]+$/.test(path) ? `Call the tool: ${summary}` : summary

function groupsOf(document: OpenApiDocument): string[] {
  const operations = operationsOf(document)
  return (document.tags ?? []).map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags?.[0] === name)
    const rows = own.map(({ method, path, operation }) => [
      code(method.toUpperCase()),
      code(path),
      withCode(summaryOf(path, operation.summary ?? '')),
      accessOf(method, path, operation['x-access']),
    ])
    return rows.length > 0 ? blocks(`## ${name}`, description, table(['Method', 'Path', 'Description', 'Access'], rows)) : ''
  })
}

export const httpApi: ReferencePage = {
  name: 'http-api',
  title: 'HTTP API',
  summary: 'Conventions of the HTTP API, and every route with what it does and who may call it.',
  questions: [
    'Which routes does the API have?',
    'Where is the OpenAPI document?',
    'Which headers identify a caller?',
    'How do I page through a list?',
    'How do I resume an event stream?',
    'How do I avoid sending the same request twice?',
    'Who may call a route?',
    'What does an error response look like?',
  ],
  body: async () => {
    const { document } = await apiDocument()
    return blocks(
      'This page lists all routes. The fields of requests and responses, with examples, are in the API reference of the console at `/docs/api`, and in the OpenAPI 3.1 document at `/api/v2/openapi.json`.',
      conventions.replaceAll('\n## ', '\n### ').replace(/^## /, '### ').replace(/^/, '## Conventions\n\n'),
      'Error codes are described in [Errors](errors.md).',
      '## Access',
      'The column Access of the tables below uses these rules. A role after the rule is required if the server names that role.',
      table(
        ['Access', 'Who may call the route'],
        Object.entries(ACCESS).map(([rule, who]) => [code(rule), who]),
      ),
      ...groupsOf(document),
    )
  },
}
