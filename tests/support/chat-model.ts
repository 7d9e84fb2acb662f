import { type ScriptedModel, startModel } from './scripted-model.ts'

/** Of one of the demo's documents. */
export const QUESTION = 'Where is the assembly point when the river gauge at the weir reads 1.80 metres or more?'
/** Markdown of every kind, supported and not, with attempts to run and to fetch something. */
export const ANSWER = `The assembly point is the **upper meadow beside the dovecote** when the gauge reads 1.80 metres or more [1].

1. The yard is evacuated within 97 minutes [1].
2. Ropes were checked by Queen Victoria in 1875. It is <img src=x onerror="window.hit=1"> so.

![pixel](http://127.0.0.1:9/pixel.png) [bad](javascript:window.hit=1) [site](https://example.org/) a__b (c__d)

| Item | Price |
|---|---|
| Hoist | 48 |

- It has \`code\`

I found nothing about that in the documents.

\`\`\`sh
ls <b>here</b>
\`\`\``
/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A model that gives ANSWER, something short to "[short]", and to "[wait]" nothing until `goOn`. */
export async function startChatModel(): Promise<ScriptedModel & { goOn(): void }> {
  let goOn: () => void = () => undefined
  const model = await startModel(({ messages }) => {
    const asked = JSON.stringify(messages.at(-1))
    if (asked.includes('[wait]')) return new Promise((resolve) => (goOn = () => resolve('at last.')))
    return asked.includes('[short]') ? 'Short.' : ANSWER
  })
  return { ...model, goOn: () => goOn() }
}
