import { z } from 'zod'

type Schema = Readonly<Record<string, unknown>>

/** A place of a request that takes text: a parameter, a field of the form, or a path into the JSON body. */
export interface TextPlace {
  readonly in: 'path' | 'query' | 'body' | 'form'
  readonly path: readonly (string | number)[]
}

/** A route of the running server, as its own document describes it. */
export interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly secured: boolean
  readonly places: readonly TextPlace[]
  /** Values of every place that is required, valid by the schemas. */
  readonly sample: { readonly params: Readonly<Record<string, string>>; readonly body: unknown }
  readonly bodyType: 'application/json' | 'multipart/form-data' | undefined
}

const schemaShape = z.record(z.string(), z.unknown())
const documentShape = z.looseObject({
  components: z.record(z.string(), z.record(z.string(), schemaShape)),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        security: z.array(schemaShape).optional(),
        parameters: z.array(schemaShape).default([]),
        requestBody: z.object({ content: z.record(z.string(), z.looseObject({ schema: schemaShape })) }).optional(),
      }),
    ),
  ),
})
const parameterShape = z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().default(false), schema: schemaShape })

/** Every operation that the server's OpenAPI document lists. */
export async function readOperations(url: string): Promise<Operation[]> {
  const document = documentShape.parse(await (await fetch(`${url}/api/v2/openapi.json`)).json())
  const resolve = (schema: Schema): Schema => {
    const [, , kind = '', name = ''] = String(schema.$ref ?? '').split('/')
    return schema.$ref === undefined ? schema : resolve(document.components[kind]?.[name] ?? {})
  }
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { security, parameters, requestBody }]) => {
      const known = parameters.map((p) => parameterShape.parse(resolve(p))).filter((p) => p.in === 'path' || p.in === 'query')
      const content = requestBody?.content ?? {}
      const bodyType = (['application/json', 'multipart/form-data'] as const).find((type) => type in content)
      const schema = bodyType && resolve(content[bodyType]?.schema ?? {})
      const at = bodyType === 'application/json' ? ('body' as const) : ('form' as const)
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        secured: (security ?? []).length > 0,
        bodyType,
        places: [
          ...known.map((p) => ({ in: p.in as 'path' | 'query', path: [p.name] })),
          ...(schema ? placesOf(schema, resolve).map((place) => ({ in: at, path: place })) : []),
        ],
        sample: {
          params: Object.fromEntries(known.filter((p) => p.required).map((p) => [p.name, String(sampleOf(p.schema, resolve) ?? 'x')])),
          body: schema && sampleOf(schema, resolve),
        },
      }
    }),
  )
}

type Resolve = (schema: Schema) => Schema
const DEEPEST = 6
const branches = (schema: Schema): Schema[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as Schema[]) : []))
const propertiesOf = (schema: Schema) => Object.entries((schema.properties ?? {}) as Record<string, Schema>)
const requiredOf = (schema: Schema) => (schema.required ?? []) as string[]

/** Paths of everything in a body that may hold text; an object of any keys and an unknown value count as one place each. */
function placesOf(of: Schema, resolve: Resolve, depth = 0): (string | number)[][] {
  const schema = resolve(of)
  if (depth > DEEPEST) return []
  const inner = branches(schema).flatMap((b) => placesOf(b, resolve, depth + 1))
  const own = propertiesOf(schema).flatMap(([name, s]) => placesOf(s, resolve, depth + 1).map((path) => [name, ...path]))
  const items = schema.items ? placesOf(schema.items as Schema, resolve, depth + 1).map((path) => [0, ...path]) : []
  const free = schema.type === 'object' && !schema.properties ? [['key']] : []
  const known = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'].some((key) => key in schema)
  const text = !known || [schema.type].flat().includes('string') ? [[]] : []
  const all = [...text, ...free, ...own, ...items, ...inner]
  return [...new Map(all.map((path) => [JSON.stringify(path), path])).values()]
}

function sampleOf(of: Schema, resolve: Resolve): unknown {
  const schema = resolve(of)
  const [branch] = branches(schema)
  if ('default' in schema) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  if (branch) return sampleOf(branch, resolve)
  if (schema.type === 'object')
    return Object.fromEntries(
      propertiesOf(schema).flatMap(([name, s]) => (requiredOf(schema).includes(name) ? [[name, sampleOf(s, resolve)]] : [])),
    )
  if (schema.type === 'array') return [sampleOf((schema.items ?? {}) as Schema, resolve)]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1
  if (schema.type === 'boolean') return true
  return schema.format === 'uuid' ? '7d0e1fd4-4dd8-4b8e-9f5a-0a3a4d7c1b11' : 'sample'
}

/** A copy of a value with another at a path; objects and lists on the way are made. */
export function withAt(value: unknown, [step, ...rest]: readonly (string | number)[], put: unknown): unknown {
  if (step === undefined) return put
  if (typeof step === 'number') return [withAt(Array.isArray(value) ? value[0] : undefined, rest, put)]
  const before = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  return { ...before, [step]: withAt((before as Record<string, unknown>)[step], rest, put) }
}
