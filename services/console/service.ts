import { registerPage } from '../../kernel/http/pages.ts'
import type { Service } from '../../kernel/service.ts'

/** The console's pages: files of `web/` without data, open to everyone. What they show comes from the API with the caller's credentials. */
export const console_: Service = {
  name: 'console',
  routes(app) {
    for (const path of ['/', '/upload', '/api/v2/upload']) registerPage(app, path, 'upload.html')
    registerPage(app, '/ask', 'ask.html')
    registerPage(app, '/prompts', 'prompts.html')
    registerPage(app, '/document', 'document.html')
    for (const path of ['/knowledge', '/api/v2/knowledge']) registerPage(app, path, 'knowledge.html')
    for (const path of ['/search-admin', '/api/v2/search-admin']) registerPage(app, path, 'search-admin.html')
  },
}
