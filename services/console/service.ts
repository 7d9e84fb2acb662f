import { registerPage } from '../../kernel/http/reply/pages.ts'
import type { Service } from '../../kernel/service.ts'

/** The console's pages: files of `web/` without data, open to everyone. What they show comes from the API with the caller's credentials. */
export const console_: Service = {
  name: 'console',
  routes(app) {
    for (const path of ['/', '/upload', '/api/v2/upload']) registerPage(app, path, 'upload')
    registerPage(app, '/ask', 'ask')
    registerPage(app, '/prompts', 'prompts')
    registerPage(app, '/document', 'document')
    for (const path of ['/knowledge', '/api/v2/knowledge']) registerPage(app, path, 'knowledge')
    for (const path of ['/search-admin', '/api/v2/search-admin']) registerPage(app, path, 'search-admin')
  },
}
