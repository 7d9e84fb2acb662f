import { element } from './element.js'

/** What an agent asks to be allowed: a call of a tool that changes something, with its input. */
export const toolCall = ({ tool, input }) => [
  element('p', {}, 'The agent wants to call ', element('strong', {}, tool), ', which changes something:'),
  element('pre', { className: 'agent-input', tabindex: 0 }, typeof input === 'string' ? input : JSON.stringify(input, null, 2)),
]
