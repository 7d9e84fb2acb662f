import { errorTableMarkdown } from './error-responses.ts'

/** Conventions of every route, as Markdown. */
export const conventions = `## Authentication
Each operation names the credentials that it requires. A scheme applies only if the server is configured for it. A server without keys
and tokens accepts every request and listens on its own machine only. Credentials in a URL are ignored.

- \`Ocp-Apim-Subscription-Key: KEY\` carries the subscription key.
- \`Authorization: Bearer TOKEN\` carries the token of your identity provider.
- \`X-Runtime-Admin-Proxy-Secret: SECRET\` carries the secret of operators.

The field \`x-access\` of an operation names its access rule. \`admin\` requires the administrator role in the token. \`operator\` accepts the
secret of operators, or such a token. Routes that change documents or prompts require a role if the server names one. A caller whose
claims limit what it reads changes only documents that it uploaded, unless it has such a role. It needs the administrator role for what
all callers share.

Requests of browsers that change something must come from this server's own pages. \`Origin\` is compared with the address of the server.

## Requests
- Every response carries \`X-Request-Id\`. Send your own to find the request in logs and records.
- A \`traceparent\` header (W3C Trace Context) is continued through all stages that the request causes.
- A read after a successful write shows its result.
- Responses with an \`ETag\` honor \`If-None-Match\`: an unchanged body is 304.

Requests that change something accept \`Idempotency-Key\`. Within 24 hours, the same key with the same content returns the first response
again. The same key with other content is 409. Failed requests do not use up the key.

## Lists
Lists take \`page\` (from 1) and \`page_size\` (20 by default, at most 100). Lists that grow while you read also take \`cursor\` and \`limit\`:
an empty \`cursor\` returns the first page, and \`next_cursor\` names the next one.

## Rate limits
Responses carry \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\`. Requests above the limit per minute are rejected with 429
and \`Retry-After\`.

## Event streams
A response of type \`text/event-stream\` sends \`event:\`, \`data:\` (JSON) and, if the stream can be resumed, \`id:\`. Send the last ID as
\`Last-Event-ID\` to resume after it. A comment line every 15 seconds keeps the connection open. \`x-events\` next to the media type lists the
events and the schema of their \`data:\`.

## Errors
Every error has the same body, \`ErrorBody\`, with a stable code, a message for people, and the request ID.`

/** The description of the OpenAPI document. */
export const introduction = `Millrace ingests documents, indexes them through an event pipeline, and answers questions with citations.

${conventions}

${errorTableMarkdown}
`
