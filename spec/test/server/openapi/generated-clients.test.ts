import { openApiDocument } from '@forgefold/server/openapi'
import { apiRoutes } from '@forgefold/spec/api-routes'
import { expect, it } from 'vitest'

type Json = Readonly<Record<string, unknown>>

const TIERS = ['free', 'premium', 'ultimate'] as const

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every part of the document, with its path. */
function* partsOf(value: unknown, path = ''): Generator<readonly [string, Json]> {
  if (!isRecord(value)) return
  if (!Array.isArray(value)) yield [path, value]
  for (const [key, inner] of Object.entries(value)) yield* partsOf(inner, `${path}/${key}`)
}

const parts = TIERS.flatMap((tier) => {
  const document = openApiDocument(apiRoutes, { externalUrl: 'http://forge.example', release: '16.0', tier })
  return [...partsOf(JSON.parse(JSON.stringify(document)))]
})

it('words of one list have different names in generated clients', () => {
  const alike = parts.flatMap(([path, { enum: words }]) => {
    const names = Array.isArray(words) ? words.map((word) => String(word).toLowerCase().replace(/\W|_/g, '')) : []
    return new Set(names).size === names.length ? [] : [path]
  })
  expect(alike).toEqual([])
})

it('fields that are always null have no type of their own, which a generator of clients does not survive', () => {
  const typed = parts.flatMap(([path, { properties }]) =>
    Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, field]) =>
      isRecord(field) && field['type'] === 'null' ? [`${path}/${name}`] : [],
    ),
  )
  expect(typed).toEqual([])
})
