import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { toastError } from '../../parts/toast.js'
import { asksForNothing } from '../../shell/session.js'

const TOKEN_PATH = '/api/dashboard/widget-token'
const EXAMPLE = {
  districtId: 'd-100',
  districtName: 'North District',
  quarter: 'Q1',
  year: '2026',
  userId: 'user-1',
  userName: 'Ann Example',
  userEmail: 'ann@example.org',
  userRole: 'coordinator',
}
const LABELS = {
  districtId: 'District id',
  districtName: 'District name',
  quarter: 'Quarter',
  year: 'Year',
  userId: 'User id',
  userName: 'User name (optional)',
  userEmail: 'User e-mail (optional)',
  userRole: 'User role (optional)',
}
const at = (id) => document.getElementById(id)

for (const [name, label] of Object.entries(LABELS))
  at('places').append(
    element(
      'div',
      { className: 'field' },
      element('label', { for: name }, label),
      element('input', { id: name, type: 'text', autocomplete: 'off', maxlength: 200, value: EXAMPLE[name] }),
    ),
  )
const languages = Object.entries({ en: 'English', de: 'German', es: 'Spanish' }).map(([value, name]) => element('option', { value }, name))
at('places').append(
  element('div', { className: 'field' }, element('label', { for: 'lang' }, 'Language'), element('select', { id: 'lang' }, ...languages)),
)
at('home').textContent = location.origin

const metadata = () => Object.fromEntries(Object.keys(EXAMPLE).flatMap((name) => (at(name).value ? [[name, at(name).value]] : [])))

function drawSnippet() {
  const data = JSON.stringify(metadata()).replaceAll('&', '&amp;').replaceAll("'", '&#39;')
  at('snippet').textContent =
    `<div id="sdac-meta-data" data-sdac='${data}'></div>\n<script src="${location.origin}/widget/embed.js" data-widget-token="…" data-lang="${at('lang').value}" defer></script>`
}

/** The first time the script is loaded as a host page would; later it is told what has changed, as a host page that stays open does. */
function show() {
  const meta = at('sdac-meta-data') ?? element('div', { id: 'sdac-meta-data', hidden: true })
  meta.dataset.sdac = JSON.stringify(metadata())
  if (!meta.isConnected) document.body.append(meta)
  if (window.sdacWidget) {
    window.sdacWidget.setToken(at('token').value)
    window.sdacWidget.refresh()
    at('shown').textContent = 'The widget has these values now.'
    return
  }
  const data = { widgetToken: at('token').value, lang: at('lang').value }
  const script = element('script', { src: '/widget/embed.js', data })
  // what was loaded stands where nobody looks who has just pressed a button up here
  script.addEventListener('load', () => {
    at('shown').textContent = 'The widget is here: its button stands in the lower right corner.'
  })
  document.body.append(script)
  at('load').textContent = 'Give it these values'
  at('again').hidden = false
}

/** What stands here of tokens is little where this server asks for none, or gets them itself. */
async function lookForMinting() {
  const { missing } = await apiJson(TOKEN_PATH)
  const gets = missing.length === 0
  at('minting').hidden = !gets
  at('own-token').open = !gets && !asksForNothing()
  at('token-state').textContent = asksForNothing()
    ? 'This server asks for no token: load the widget without.'
    : gets
      ? 'This server gets tokens from the identity provider.'
      : 'This server gets no tokens from the identity provider: put one in, or load the widget without.'
  at('missing').hidden = gets
  at('missing-names').replaceChildren(...missing.map((name) => element('li', {}, element('code', {}, name))))
}

async function mint() {
  const { access_token, expires_in } = await apiJson(TOKEN_PATH, { method: 'POST' })
  at('token').value = access_token
  at('own-token').open = true
  at('mint-hint').textContent = expires_in ? `A token for ${Math.round(expires_in / 60)} minutes.` : 'A new token.'
}

at('mint').addEventListener('click', () => mint().catch(toastError))
// as a host page does: before a token ends, or when one is refused, its server fetches another
document.addEventListener('sdac-token-needed', (event) => {
  if (at('minting').hidden || !at('token').value) return
  event.preventDefault()
  mint()
    .catch(toastError)
    .finally(() => window.sdacWidget.setToken(at('token').value))
})
at('copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText(at('snippet').textContent)
    at('said').textContent = 'Copied.'
  } catch {
    // without the right to the clipboard it is selected, to be copied by hand
    getSelection().selectAllChildren(at('snippet'))
    at('said').textContent = 'Selected.'
  }
})
at('form').addEventListener('submit', (event) => {
  event.preventDefault()
  show()
})
at('form').addEventListener('input', drawSnippet)
at('again').addEventListener('click', () => location.reload())
drawSnippet()
lookForMinting().catch((error) => at('token-state').replaceChildren(failure(error, () => location.reload())))
