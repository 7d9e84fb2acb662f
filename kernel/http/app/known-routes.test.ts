import { expect, test } from 'vitest'
import { createKnownRoutes } from './known-routes.ts'

const routesOf = (...routes: readonly (readonly [method: string, url: string])[]) => {
  const known = createKnownRoutes()
  for (const [method, url] of routes) known.remember({ method, url, config: { access: 'open' } })
  return known
}

test('a pattern may yield only to one with fewer parameters that some path fits as well', () => {
  const known = routesOf(
    ['GET', '/upload/list'],
    ['DELETE', '/upload/:id'],
    ['POST', '/tools/:id/execute'],
    ['POST', '/tools/:id/:verb'],
    ['GET', '/pages/*'],
    ['PUT', '/pages/:a/of/:b'],
  )
  expect(known.mayYield('/upload/:id')).toBe(true)
  expect(known.mayYield('/upload/list')).toBe(false)
  expect(known.mayYield('/tools/:id/execute')).toBe(false)
  expect(known.mayYield('/tools/:id/:verb')).toBe(true)
  expect(known.mayYield('/pages/:a/of/:b')).toBe(true)
  expect(known.mayYield('/tools/:id/of/:verb')).toBe(false)
})

test('a route that comes later is counted too', () => {
  const known = routesOf(['DELETE', '/things/:id'])
  expect(known.mayYield('/things/:id')).toBe(false)
  known.remember({ method: 'GET', url: '/things/list', config: { access: 'open' } })
  expect(known.mayYield('/things/:id')).toBe(true)
  expect(known.allowed('/things/list').map(({ method }) => method)).toEqual(['GET', 'OPTIONS'])
})
