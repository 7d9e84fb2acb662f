/**
 * The server-sent events of a fetch reply as they come: `{ event, data, id }`, data parsed as JSON.
 * @param {Response} reply
 */
export async function* readEvents(reply) {
  // 204: nothing comes any more.
  if (reply.body === null) return
  let pending = ''
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const blocks = (pending + value).split(/\r?\n\r?\n/)
      pending = blocks.pop()
      for (const block of blocks) {
        const event = parseBlock(block)
        if (event) yield event
      }
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

function parseBlock(block) {
  let event = 'message'
  let id
  const data = []
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(event|data|id):? ?(.*)$/.exec(line) ?? []
    if (field === 'event') event = value
    else if (field === 'id') id = value
    else if (field === 'data') data.push(value)
  }
  return data.length ? { event, id, data: JSON.parse(data.join('\n')) } : undefined
}
