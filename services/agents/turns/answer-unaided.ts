import { callTool, checkInput, issuesInWords } from '../../../kernel/agents/call-tool.ts'
import type { Agent } from '../../../kernel/agents/define-agent.ts'
import type { Tool, ToolContext } from '../../../kernel/agents/define-tool.ts'
import { callerName } from '../../../kernel/http/identity/caller-name.ts'
import { countTokens } from '../../../kernel/llm/count-tokens.ts'
import { readApart } from '../../../kernel/llm/extractive/read-apart.ts'
import type { Passage } from '../../../kernel/llm/llm.ts'
import { ApiError } from '../../../kernel/runtime/errors.ts'
import type { TurnResult } from './turn-result.ts'

/** Where no model is configured: what the agent makes of its tools, which says so. ApiError upstream_failed where it makes nothing. */
export async function answerUnaided(agent: Agent, tools: readonly Tool[], ctx: ToolContext, question: string): Promise<TurnResult> {
  if (!agent.unaided)
    throw new ApiError(
      'upstream_failed',
      `${agent.id} needs a model, and none is configured: set LLM_BASE_URL, or connect one on the page Settings.`,
    )
  const use = async (id: string, input: unknown) => {
    const tool = tools.find((one) => one.id === id)
    if (!tool) throw new ApiError('upstream_failed', `${agent.id} needs the tool ${id}, which is not offered here.`)
    if (tool.effect === 'write') throw new ApiError('internal', `${agent.id} may not call ${id} without a model`)
    const checked = checkInput(tool, input)
    if (checked.issues) throw new ApiError('invalid_request', `${id}: ${issuesInWords(checked.issues)}`)
    return callTool(tool, ctx, checked.input)
  }
  const asking = { caller: callerName(ctx.caller), signal: ctx.signal }
  const read = async (passages: readonly Passage[], asked = question) => (await readApart(asked, passages, 1, asking)).texts[0] ?? ''
  const text = await agent.unaided({ question, use, read })
  const usage = { promptTokens: countTokens(question), completionTokens: countTokens(text) }
  return { text, finishReason: 'stop', usage, model: 'embedded', steps: [] }
}
