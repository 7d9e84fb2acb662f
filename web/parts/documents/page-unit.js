const units = { xlsx: 'sheet', xlsm: 'sheet', ods: 'sheet', pptx: 'slide', odp: 'slide', epub: 'part' }
const drawn = new Set(['pdf', 'tif', 'tiff', 'png', 'jpg', 'jpeg'])
const extensionOf = (filename) => /\.([^.]+)$/.exec(filename ?? '')?.[1]?.toLowerCase() ?? ''

/** What the pages of such a file are called: "page", "sheet", "slide" or "part". */
export const pageUnit = (filename) => units[extensionOf(filename)] ?? 'page'

/** Whether the server draws the pages of such a file as they look. */
export const hasPagePictures = (filename) => drawn.has(extensionOf(filename))
