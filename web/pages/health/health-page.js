import { apiJson } from '../../api/api.js'
import { failure } from '../../api/failure.js'
import { element } from '../../parts/element.js'
import { ago, capital, dateAndTime, duration, plural } from '../../parts/format.js'
import { freshHeaders } from '../../shell/identity-provider.js'
import { credentials, onCredentials } from '../../shell/session.js'
import { healthWords, partName } from './health-words.js'

const REFRESH_MS = 5_000
const WORDS = {
  healthy: 'Everything that is needed answers.',
  degraded: 'It works, but something beside it does not answer.',
  unhealthy: 'Something that is needed does not answer.',
}
const BADGES = { up: 'complete', healthy: 'complete', down: 'error', unhealthy: 'error', degraded: 'processing' }
const METERS = { cpu_usage_percent: 'Processor', memory_usage_percent: 'Memory', disk_usage_percent: 'Disk' }
const byId = (id) => document.getElementById(id)
let timer
/** A detail begins with a capital, unless it begins with the name of a model. */
const begun = (service, detail) => (service === 'ai_services' && !detail.startsWith('embedded') ? detail : capital(detail))
/** Whether these credentials are no operator's: they are not asked with again. */
let refused = false

const badge = (status) => element('span', { className: 'badge', data: { status: BADGES[status] ?? '' } }, status)

async function refresh() {
  clearTimeout(timer)
  try {
    const health = await apiJson('/api/v2/health')
    byId('problem').replaceChildren()
    draw(health)
  } catch (error) {
    byId('overall').textContent = 'The state is not known.'
    byId('problem').replaceChildren(failure(error, refresh))
  }
  await drawDetails()
  timer = setTimeout(refresh, REFRESH_MS)
}

function draw(health) {
  const { status, timestamp, version, uptime, services, system_metrics } = health
  byId('works').replaceChildren(
    ...healthWords(services).map(({ works, words, advice, path }) =>
      element(
        'li',
        { data: { works: String(works) } },
        element('span', { className: 'sign', 'aria-hidden': 'true' }, works ? '✓' : '✗'),
        element('span', {}, words, ' ', advice && element(path ? 'a' : 'span', { className: 'small soft', href: path }, advice)),
      ),
    ),
  )
  byId('raw').textContent = JSON.stringify(health, undefined, 2)
  // Said aloud when it changes, which the time that it runs does all the while.
  if (byId('overall').textContent !== WORDS[status]) byId('overall').textContent = WORDS[status]
  byId('running').textContent = `Version ${version}, running for ${duration(uptime * 1000)}.`
  byId('services').replaceChildren(
    ...Object.entries(services).map(([name, { status, responseTimeMs, last_checked, behind, detail }]) =>
      element(
        'li',
        { className: 'card' },
        element('strong', {}, partName(name)),
        badge(status),
        // the name of a model is written as it is
        detail && element('span', { className: 'small' }, begun(name, detail)),
        element(
          'span',
          { className: 'hint' },
          behind ? `${plural(behind, 'record')} behind, ` : `${responseTimeMs} ms, `,
          element(
            'time',
            { datetime: last_checked, title: dateAndTime(new Date(last_checked)) },
            ago(new Date(last_checked), Date.parse(timestamp)),
          ),
        ),
      ),
    ),
  )
  byId('machine').replaceChildren(
    ...Object.entries(system_metrics)
      .filter(([, value]) => value !== null)
      .map(([name, value]) =>
        element(
          'label',
          {},
          element('span', {}, `${METERS[name] ?? name}: ${value} %`),
          element('meter', { min: '0', max: '100', high: '85', value: String(value) }),
        ),
      ),
  )
}

/** Only for those who have signed in: asking must not open the sign-in panel every few seconds. */
async function drawDetails() {
  const { key, token } = credentials()
  if ((!key && !token) || refused) {
    byId('details-section').hidden = true
    return
  }
  const reply = await fetch('/admin/health/detailed', { cache: 'no-store', headers: await freshHeaders() }).catch(() => undefined)
  refused = reply?.status === 401 || reply?.status === 403
  const report = reply && [200, 503].includes(reply.status) ? await reply.json() : undefined
  byId('details-section').hidden = !report?.services
  if (report?.services) byId('details').replaceChildren(detailsTable(report.services))
}

const detailsTable = (services) =>
  element(
    'div',
    { className: 'card table', tabindex: '0', role: 'region', 'aria-label': 'Table of dependencies' },
    element(
      'table',
      {},
      element(
        'thead',
        {},
        element('tr', {}, ...['Service', 'Status', 'Answer', 'Details'].map((name) => element('th', { scope: 'col' }, name))),
      ),
      element(
        'tbody',
        {},
        ...Object.entries(services).map(([name, { status, responseTimeMs, details }]) =>
          element(
            'tr',
            {},
            element('td', {}, name),
            element('td', {}, badge(status)),
            element('td', { className: 'numbers' }, responseTimeMs === null ? '–' : `${responseTimeMs} ms`),
            element(
              'td',
              { className: 'small' },
              Object.entries(details)
                .map(([k, v]) => `${k}: ${v}`)
                .join('; '),
            ),
          ),
        ),
      ),
    ),
  )

onCredentials(() => {
  refused = false
  refresh()
})
document.addEventListener('visibilitychange', () => (document.hidden ? clearTimeout(timer) : refresh()))
refresh()
