/** The pages of the console in the order of the navigation. A new page is one line here. */
export const pages = [
  { id: 'upload', title: 'Upload', path: '/' },
  { id: 'ask', title: 'Ask', path: '/ask' },
]
