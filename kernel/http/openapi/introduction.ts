import { errorTableMarkdown } from './error-responses.ts'

/** What holds for every route, as Markdown: the description of the document. */
export const introduction = `Documents flow in, events turn the wheels, answers come out.

## Signing in
Each operation names what it asks for. A scheme counts only where the server is configured for it; a server without keys and tokens is
open, and then answers on its own machine only. Credentials in a URL do not count. \`x-access\` says more than the scheme can: \`admin\`
asks for the administrator's role in the token, \`operator\` takes the proxy secret or such a token. Where the server names roles for
writing documents or changing prompts, these routes ask for them. A caller whose claims limit what it reads changes only what it brought
itself, unless it holds such a role; prompts and what else is everyone's it changes as an administrator alone.

## Requests
Every reply carries \`X-Request-Id\`. A \`traceparent\` header (W3C Trace Context) is continued through every stage that the request
causes. Lists are paged with \`page\` (from 1) and \`page_size\` (20, at most 100). Requests over the limit a minute get 429 with
\`Retry-After\`. A read that follows a successful write shows it.

## Event streams
A reply of type \`text/event-stream\` sends \`event:\`, \`data:\` (JSON) and, where it can be taken up again, \`id:\`. A comment line every
15 s shows that it lives. \`x-events\` beside the media type lists the events and what their \`data:\` holds.

## Errors
Whatever fails has the same body, \`ErrorBody\`, with one of these codes:

${errorTableMarkdown}
`
