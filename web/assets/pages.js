/** The pages of the console in the order of the navigation. A new page is one line here and an HTML file like `ask.html`:
 * theme.js before the styles, base.css, parts.css and shell.css, an empty masthead and footer, and a module that calls `mountShell()`. */
export const pages = [
  { id: 'upload', title: 'Upload', path: '/' },
  { id: 'ask', title: 'Ask', path: '/ask' },
  { id: 'knowledge', title: 'Knowledge', path: '/knowledge' },
  { id: 'search-admin', title: 'Indexes', path: '/search-admin' },
  { id: 'prompts', title: 'Prompts', path: '/prompts' },
  { id: 'feedback', title: 'Feedback', path: '/feedback' },
  { id: 'settings', title: 'Settings', path: '/settings' },
  { id: 'health', title: 'Health', path: '/api/v2/health/check' },
]
