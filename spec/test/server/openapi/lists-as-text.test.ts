import { openApiDocument } from '@forgefold/server/openapi'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { describe, expect, it } from 'vitest'

interface Schema {
  readonly type?: string
  readonly oneOf?: ReadonlyArray<Schema>
  readonly required?: ReadonlyArray<string>
  readonly properties?: Readonly<Record<string, Schema>>
}

interface Style {
  readonly style?: string
  readonly explode?: boolean
}

interface Operation {
  readonly parameters: ReadonlyArray<Style & { readonly name?: string; readonly in?: string; readonly schema?: Schema }>
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema: Schema; readonly encoding?: Readonly<Record<string, Style>> }>
    >
  }
}

interface Written extends Style {
  readonly what: string
  readonly name: string
  readonly schema: Schema
}

const document = JSON.parse(
  JSON.stringify(
    openApiDocument(apiRoutes, { externalUrl: 'http://forge.example', release: '15.3', tier: 'ultimate' }),
  ),
) as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> }

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ what: `${method} ${path}`, ...operation })),
)

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data']

const inQueries: ReadonlyArray<Written> = operations.flatMap(({ what, parameters }) =>
  parameters
    .filter((one) => one.in === 'query')
    .map(({ name = '', schema = {}, ...style }) => ({ what: `${what} ${name}`, name, schema, ...style })),
)

const inForms: ReadonlyArray<Written> = operations.flatMap(({ what, requestBody }) =>
  FORMS.flatMap((type) => {
    const { schema, encoding = {} } = requestBody?.content[type] ?? { schema: {} }
    return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      what: `${what} ${type} ${name}`,
      name,
      schema: property,
      ...encoding[name],
    }))
  }),
)

describe('lists and hashes as text', () => {
  const all = [...inQueries, ...inForms]

  it('have brackets where a name comes several times, because without them only the last one counts', () => {
    const lists = all.filter(({ schema }) => schema.type === 'array')
    expect(lists.some(({ name }) => name === 'labels[]')).toBe(true)
    for (const { what, name, style, explode } of lists)
      expect({ style, explode, isBracketed: name.endsWith('[]') }, what).toEqual({
        style: 'form',
        explode: true,
        isBracketed: true,
      })
  })

  it('are one text with commas where a word may stand in the place of a list', () => {
    const either = all.filter(({ schema }) => schema.oneOf?.some(({ type }) => type === 'array'))
    expect(either.some(({ name }) => name === 'approved_by_ids')).toBe(true)
    for (const { what, style, explode } of either)
      expect({ style, explode }, what).toEqual({ style: 'form', explode: false })
  })

  it('name the parts of a hash in brackets', () => {
    for (const { what, schema, style } of all) if (schema.type === 'object') expect(style, what).toBe('deepObject')
  })

  it('are required in forms as in JSON', () => {
    for (const { what, requestBody } of operations)
      for (const type of FORMS) {
        const { required = [], properties = {} } = requestBody?.content[type]?.schema ?? {}
        for (const name of required) expect(Object.keys(properties), `${what} ${name}`).toContain(name)
      }
  })
})
