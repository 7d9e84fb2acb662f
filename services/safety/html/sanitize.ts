import sanitize from 'sanitize-html'
import { WorkError } from '../../../kernel/runtime/errors.ts'
import { innerHtml, parseHtml } from './parse-html.ts'

/** A style's value without loads, scripts and escapes. */
const STYLE = [/^(?!.*(?:url|expression|image|element|import|binding|script|attr|var|env)\b)[\w\s.,%#()"'+/-]{1,200}$/i]
const STYLES =
  'color background-color text-align text-decoration text-indent text-transform font-weight font-style font-size font-family line-height letter-spacing white-space vertical-align list-style-type width height min-width max-width margin margin-top margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom padding-left border border-top border-right border-bottom border-left border-color border-style border-width border-collapse border-spacing page-break-before page-break-after page-break-inside break-before break-after break-inside'

/** Of this site: no scheme, no host, no way to spell one. */
const OWN_PATH = /^\/?(?:[\w.~%-]+\/)*[\w.~%-]+(?:\?[\w.~%&=-]*)?$/
const CELL = ['colspan', 'rowspan', 'scope', 'headers', 'abbr', 'bgcolor', 'nowrap']

const options: sanitize.IOptions = {
  allowedTags:
    'h1 h2 h3 h4 h5 h6 p div span br hr section article aside header footer main address blockquote pre code kbd samp var ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td figure figcaption img a abbr b bdi bdo big center cite del dfn em font i ins mark q rp rt ruby s small strike strong sub sup time tt u wbr'.split(
      ' ',
    ),
  nonTextTags:
    'script style textarea option noscript title iframe object embed applet template svg math xmp noembed noframes plaintext select head'.split(
      ' ',
    ),
  allowedAttributes: {
    '*': ['class', 'id', 'title', 'lang', 'dir', 'style', 'align', 'valign', 'width', 'height', 'role', 'aria-*'],
    a: ['href', 'target', 'rel'],
    img: ['src', 'alt'],
    table: ['border', 'cellpadding', 'cellspacing', 'summary', 'bgcolor', 'frame', 'rules'],
    ...{ td: CELL, th: CELL, tr: ['bgcolor'], col: ['span'], colgroup: ['span'], font: ['color', 'face', 'size'] },
    ...{ ol: ['start', 'type', 'reversed'], ul: ['type'], li: ['value', 'type'], time: ['datetime'], del: ['datetime'], ins: ['datetime'] },
  },
  allowedStyles: { '*': Object.fromEntries(STYLES.split(' ').map((name) => [name, STYLE])) },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !OWN_PATH.test(attribs.src ?? ''),
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  // trees are no deeper: parseHtml has seen to it
  nestingLimit: 1_000,
}

/** Tries until what is clean parses to itself. */
const MOST_ROUNDS = 4
/** By how much a text may grow: misnested tags are opened anew in each paragraph, and again in each round. */
const MOST_GROWTH = 3
const GROWS_FREELY = 20_000

/**
 * HTML without scripts, handlers, `javascript:` and `data:` addresses, styles that load or run something, frames, forms, pictures of
 * other sites, SVG and MathML: well formed, and parsed to itself by a browser. WorkError `invalid_html` as `parseHtml` has it.
 */
export function sanitizeHtml(html: string): string {
  let clean = innerHtml(parseHtml(html).root)
  for (let round = 0; round < MOST_ROUNDS && clean.length <= GROWS_FREELY + MOST_GROWTH * html.length; round++) {
    const next = innerHtml(parseHtml(sanitize(clean, options)).root)
    if (next === clean) return clean
    clean = next
  }
  // what changes each time that it is read is left as words
  return sanitize(clean, { allowedTags: [], allowedAttributes: {} })
}

/** HTML as a page may show it; its words alone where it is nested deeper than anything that is read. */
export function shownHtml(html: string): string {
  try {
    return sanitizeHtml(html)
  } catch (error) {
    if (error instanceof WorkError)
      return sanitize(html, { allowedTags: [], allowedAttributes: {}, nonTextTags: options.nonTextTags ?? [] })
    throw error
  }
}
