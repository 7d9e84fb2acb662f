/** A word for a POSIX shell: everything between single quotes is itself, and a single quote is put between two such words. */
const quoted = (word) => `'${String(word).replaceAll("'", "'\\''")}'`

/**
 * A request as a command for a shell. The secrets stand in it as variables, to be set where it is run.
 * @param {{ url: string, body: object, key: boolean, token: boolean }} request
 */
export function curlCommand({ url, body, key, token }) {
  const { stream: _live, ...sent } = body
  const parts = [
    `curl -sS ${quoted(url)}`,
    `-H ${quoted('Content-Type: application/json')}`,
    ...(key ? ['-H "Ocp-Apim-Subscription-Key: $MILLRACE_KEY"'] : []),
    ...(token ? ['-H "Authorization: Bearer $MILLRACE_TOKEN"'] : []),
    `--data-raw ${quoted(JSON.stringify(sent, null, 2))}`,
  ]
  return parts.join(' \\\n  ')
}
