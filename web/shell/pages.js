/** The pages of the console in the order of the navigation; `key` follows `g` on the keyboard. A new page is one line here and an HTML file like
 * `settings.html`: title, styles, a module that calls `mountShell()`, and `<main>`; the server puts the shell around it. */
export const pages = [
  { id: 'upload', title: 'Upload', path: '/', key: 'u' },
  { id: 'ask', title: 'Ask', path: '/ask', key: 'a' },
  { id: 'knowledge', title: 'Knowledge', path: '/knowledge', key: 'k' },
  { id: 'search-admin', title: 'Indexes', path: '/search-admin', key: 'i' },
  { id: 'prompts', title: 'Prompts', path: '/prompts', key: 'p' },
  { id: 'feedback', title: 'Feedback', path: '/feedback', key: 'f' },
  { id: 'settings', title: 'Settings', path: '/settings', key: 's' },
  { id: 'health', title: 'Health', path: '/api/v2/health/check', key: 'h' },
]
