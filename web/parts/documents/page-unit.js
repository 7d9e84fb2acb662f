const units = { xlsx: 'sheet', xlsm: 'sheet', ods: 'sheet', pptx: 'slide', odp: 'slide', epub: 'part' }
const extensionOf = (filename) => /\.([^.]+)$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? ''

/** What the pages of such a file are called: "page", "sheet", "slide" or "part". */
export const pageUnit = (filename) => units[extensionOf(filename)] ?? 'page'
