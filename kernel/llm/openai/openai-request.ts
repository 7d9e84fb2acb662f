import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsNonStreaming,
  ChatCompletionMessageParam,
  ChatCompletionToolChoiceOption,
} from 'openai/resources/chat/completions'
import type { ChatMessage, CompletionRequest, ToolChoice } from '../llm.ts'
import { textOf } from './estimated-usage.ts'

/** The body of a call. */
export function bodyOf(request: CompletionRequest): ChatCompletionCreateParamsNonStreaming {
  return {
    ...request.parameters,
    model: request.model,
    messages: request.messages.map(messageOf),
    ...(request.n > 1 ? { n: request.n } : {}),
    ...(request.reasoningEffort ? { reasoning_effort: request.reasoningEffort as 'low' | 'medium' | 'high' } : {}),
    ...toolsOf(request),
    ...formatOf(request),
  }
}

function messageOf(message: ChatMessage): ChatCompletionMessageParam {
  switch (message.role) {
    case 'user': {
      const { role, content } = message
      return { role, content: typeof content === 'string' ? content : [...(content as ChatCompletionContentPart[])] }
    }
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content }
    case 'assistant': {
      const { role, content, toolCalls = [] } = message
      if (toolCalls.length === 0) return { role, content: textOf(content) }
      const tool_calls = toolCalls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function' as const,
        function: { name, arguments: args },
      }))
      // Some servers refuse an empty text beside calls.
      return { role, content: textOf(content) || null, tool_calls }
    }
    case 'system':
      return { role: 'system', content: textOf(message.content) }
  }
}

function toolsOf({ tools = [], toolChoice }: CompletionRequest): Pick<ChatCompletionCreateParamsNonStreaming, 'tools' | 'tool_choice'> {
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } })),
    ...(toolChoice === undefined ? {} : { tool_choice: choiceOf(toolChoice) }),
  }
}

const choiceOf = (choice: ToolChoice): ChatCompletionToolChoiceOption =>
  typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }

function formatOf({ responseFormat }: CompletionRequest): Pick<ChatCompletionCreateParamsNonStreaming, 'response_format'> {
  if (!responseFormat) return {}
  const { name, schema, strict = true } = responseFormat
  return { response_format: { type: 'json_schema', json_schema: { name, schema, strict } } }
}
