import { settingsWords } from './chat-request.js'

const oneLine = (text) => String(text).replace(/\s+/g, ' ').trim()

/** A conversation as Markdown: questions, answers, and the quotes that they rest on. */
export function conversationMarkdown({ title, created_at: created, exchanges }) {
  const parts = [`# ${oneLine(title)}`, `Asked on ${new Date(created).toISOString().slice(0, 10)}.`]
  for (const { question, images = [], replies } of exchanges) {
    parts.push(`## ${oneLine(question)}`)
    if (question.includes('\n'))
      parts.push(
        question
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n'),
      )
    if (images.length) parts.push(`Images: ${images.map(({ name }) => name).join(', ')}`)
    for (const { reply, settings, error } of replies) {
      if (replies.length > 1) parts.push(`**${settingsWords(settings ?? {}).join(', ') || 'As configured'}**`)
      if (error) parts.push(`*No answer: ${oneLine(error.message)}*`)
      if (reply) parts.push(reply.answer, ...quotesOf(reply))
    }
  }
  return `${parts.join('\n\n')}\n`
}

function quotesOf({ citations = [] }) {
  const cited = citations.filter(({ marker, supported }) => marker && supported !== false)
  const doubtful = citations.filter(({ supported }) => supported === false)
  const page = (c) => (c.page_number ? `, page ${c.page_number}` : '')
  return [
    ...(cited.length
      ? [cited.map((c) => `- ${c.marker} ${c.filename ?? 'unnamed file'}${page(c)}: “${oneLine(c.quote)}”`).join('\n')]
      : []),
    ...(doubtful.length
      ? [`Not supported by the sources:\n${[...new Set(doubtful.map((c) => `- ${oneLine(c.sentence)}`))].join('\n')}`]
      : []),
  ]
}
