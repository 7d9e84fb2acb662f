import { apiJson } from '../../api/api.js'
import { element } from '../../parts/element.js'

/** Says in one line, and where to change it, that no language model is connected. @param {Element} root */
export async function tellWithoutModel(root) {
  try {
    const models = await apiJson('/api/v2/models')
    root.hidden = models.find(({ is_default }) => is_default)?.provider !== 'embedded'
  } catch {
    // Whatever is wrong is told where somebody asks.
    root.hidden = true
  }
  root.replaceChildren(
    'No language model is connected: answers are quotes from the documents. ',
    element('a', { href: '/settings#models' }, 'Connect a model'),
  )
}
