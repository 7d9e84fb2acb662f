// Puts the review of cost reports into a page: a button, and behind it a frame of the server that this script comes from. No dependency.
;(() => {
  // not document.currentScript: a picture that is named so in the page would stand in its place, and its address for the server's
  const script = Reflect.get(Document.prototype, 'currentScript', document) ?? document.querySelector('script[src*="/widget/embed.js"]')
  if (!script || window.sdacWidget) return
  const source = new URL(script.src, location.href)
  const home = source.origin
  const FIELDS = ['districtId', 'districtName', 'quarter', 'year', 'userId', 'userName', 'userEmail', 'userRole']
  const WORDS = {
    en: {
      open: 'Review cost report',
      close: 'Close the review',
      title: 'Review of the cost report',
      absent: 'The review could not be loaded. Tell whoever runs this page.',
    },
    de: {
      open: 'Kostenbericht prüfen',
      close: 'Prüfung schließen',
      title: 'Prüfung des Kostenberichts',
      absent: 'Die Prüfung konnte nicht geladen werden. Wenden Sie sich an den Betreiber dieser Seite.',
    },
    es: {
      open: 'Revisar el informe de costos',
      close: 'Cerrar la revisión',
      title: 'Revisión del informe de costos',
      absent: 'No se pudo cargar la revisión. Avise a quien administra esta página.',
    },
  }
  const lang = script.dataset.lang || script.closest('[lang]')?.lang || document.documentElement.lang || 'en'
  const words = WORDS[lang.slice(0, 2).toLowerCase()] ?? WORDS.en

  /** In which a frame that has loaded answers. */
  const ANSWERS_MS = 10_000
  /** A page that is never idle waits no longer than this for the button, and then for the frame. */
  const IDLE_MS = 1_000

  // The token leaves the page's markup at once, where tools that record pages would find it.
  let token = takeToken() ?? source.searchParams.get('widget_token') ?? ''

  function takeToken() {
    const given = script.getAttribute('data-widget-token')
    if (given !== null) script.removeAttribute('data-widget-token')
    return given?.trim() || undefined
  }

  /** The page's metadata: `data-sdac`, above the older `data-sdac-…` attributes of the same element, above those of this script. */
  function readContext() {
    const element = document.getElementById('sdac-meta-data')
    const context = {}
    for (const field of FIELDS) {
      const name = `sdac${field[0].toUpperCase()}${field.slice(1)}`
      const value = element?.dataset[name] ?? script.dataset[name]
      if (value) context[field] = value
    }
    const text = element?.dataset.sdac
    if (!text) return { context }
    const signature = element.dataset.sdacSignature
    const signed = signature ? { signed: { text, signature } } : {}
    try {
      const given = JSON.parse(text)
      for (const field of FIELDS) if (['string', 'number'].includes(typeof given?.[field])) context[field] = String(given[field])
      return { context, ...signed }
    } catch {
      return { context, ...signed, unreadable: true }
    }
  }

  const STYLE = `
    /* important: or else the page's own rules would win over those of a host */
    :host { all: initial !important; display: block !important; color-scheme: light dark !important; position: fixed !important; inset: auto var(--sdac-right, 1rem) var(--sdac-bottom, 1rem) auto !important;
      z-index: 2147483000 !important; font: 16px/1.4 system-ui, sans-serif !important; }
    button { font: 600 1rem/1.2 system-ui, sans-serif; min-height: 48px; padding: .75rem 1.25rem; border: 1px solid transparent; border-radius: 999px; cursor: pointer;
      background: #0a6270; color: #fff; box-shadow: 0 4px 16px rgb(0 0 0 / 25%); }
    button:hover { background: #074b56; }
    button:focus-visible { outline: 3px solid #fff; outline-offset: -5px; box-shadow: 0 0 0 3px #0a6270; }
    section { position: fixed; right: var(--sdac-right, 1rem); bottom: calc(var(--sdac-bottom, 1rem) + 4rem); width: min(28rem, calc(100vw - 2rem));
      height: min(44rem, calc(100vh - 5.5rem - var(--sdac-bottom, 1rem)));
      border-radius: 12px; overflow: hidden; background: Canvas; border: 1px solid #7e8c86; box-shadow: 0 12px 40px rgb(0 0 0 / 30%); animation: rise .16s ease-out; }
    section[hidden] { display: none; }
    iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: light dark; }
    @keyframes rise { from { transform: translateY(12px); opacity: 0; } }
    @media (max-width: 480px), (max-height: 420px) {
      :host(:not([absent])) section { inset: 0; width: 100%; height: 100%; border: 0; border-radius: 0; } :host([open]:not([absent])) button { display: none; } }
    @media (prefers-reduced-motion: reduce) { section { animation: none; } }
    p { margin: 0; padding: 1.25rem; color: CanvasText; }
    @media print { :host { display: none !important; } }`

  const host = document.createElement('sdac-review')
  const root = host.attachShadow({ mode: 'open' })
  host.lang = words === WORDS.en ? 'en' : lang
  const panel = Object.assign(document.createElement('section'), { id: 'panel', hidden: true })
  panel.setAttribute('aria-label', words.title)
  const launcher = Object.assign(document.createElement('button'), { type: 'button', textContent: words.open })
  launcher.setAttribute('aria-expanded', 'false')
  launcher.setAttribute('aria-controls', 'panel')
  const frame = Object.assign(document.createElement('iframe'), { title: words.title, referrerPolicy: 'no-referrer' })

  // To this server's origin alone, and to nobody before the frame is there.
  let loaded = false
  const tell = (message) => loaded && frame.contentWindow?.postMessage({ sdac: 1, ...message }, home)
  const sendContext = () => tell({ type: 'context', token, lang, ...readContext() })

  function show(open) {
    if (open === !panel.hidden) return
    if (!document.body) return document.addEventListener('DOMContentLoaded', () => show(open), { once: true })
    begin()
    panel.hidden = !open
    host.toggleAttribute('open', open)
    launcher.textContent = open ? words.close : words.open
    launcher.setAttribute('aria-expanded', String(open))
    if (!open) return launcher.focus()
    load()
    // in a task of its own: it asks for the page's layout
    requestAnimationFrame(() => {
      if (panel.hidden) return
      frame.focus()
      tell({ type: 'opened' })
    })
  }

  function setToken(next) {
    token = String(next ?? '').trim()
    tell({ type: 'token', token })
  }

  /** Whether the frame has answered: a page that may not embed it gets a blank one, of which nothing is told. */
  let answered = false
  frame.addEventListener('load', () => {
    loaded = true
    sendContext()
    setTimeout(() => answered || tellAbsent(), ANSWERS_MS)
    if (!panel.hidden) tell({ type: 'opened' })
  })
  addEventListener('message', ({ origin, source: from, data }) => {
    if (origin !== home || from !== frame.contentWindow || data?.sdac !== 1) return
    answered = true
    if (data.type === 'close') show(false)
    // A page that brings a new token later (setToken, or the attribute anew) says so by preventDefault; any other has none.
    if (data.type === 'token-needed' && document.dispatchEvent(new CustomEvent('sdac-token-needed', { cancelable: true }))) setToken(token)
  })
  function tellAbsent() {
    console.warn(
      `The review did not answer. Is ${location.origin} named in WIDGET_ORIGINS of ${home}, and does this page's policy allow frame-src ${home}?`,
    )
    host.setAttribute('absent', '')
    panel.replaceChildren(Object.assign(document.createElement('p'), { textContent: words.absent, role: 'alert' }))
  }
  launcher.addEventListener('click', () => show(panel.hidden))
  root.addEventListener('keydown', (event) => event.key === 'Escape' && show(false))
  new MutationObserver(() => {
    const next = takeToken()
    if (next) setToken(next)
  }).observe(script, { attributes: true, attributeFilter: ['data-widget-token'] })

  window.sdacWidget = Object.freeze({ open: () => show(true), close: () => show(false), setToken, refresh: sendContext })

  /** Between the page's own tasks, of which none gets longer by the widget. */
  const whenIdle = (work) => (window.requestIdleCallback ? requestIdleCallback(work, { timeout: IDLE_MS }) : setTimeout(work))
  function begin() {
    if (host.isConnected) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
    root.adoptedStyleSheets = [sheet]
    root.append(panel, launcher)
    document.body.append(host)
    // what the page itself waits for comes first
    if (document.readyState === 'complete') whenIdle(load)
    else addEventListener('load', () => whenIdle(load), { once: true })
  }
  function load() {
    if (frame.isConnected) return
    frame.src = new URL('frame', source).href
    panel.append(frame)
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => whenIdle(begin), { once: true })
  else whenIdle(begin)
})()
