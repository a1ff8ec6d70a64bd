import { shown } from '../../embedding/known-names.js'
import type { Schema } from './json-schema.js'
import { type SeedPath, SeedRefused } from './seed-refused.js'

/** Whether an object was written as one, here or in the sandbox of a test runner: a Map or Date has no members that could be read. */
const isPlain = (value: object): boolean => {
  const above: unknown = Object.getPrototypeOf(value)
  return above === null || Object.getPrototypeOf(above) === null
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'object' && !isPlain(value) ? value.constructor.name : typeof value
}

const listed = (words: ReadonlyArray<string>): string => words.join(', ')

const checkMembers = (value: Readonly<Record<string, unknown>>, schema: Schema, path: SeedPath): void => {
  const { properties = {}, additionalProperties, required = [] } = schema
  for (const name of required) if (value[name] === undefined) throw new SeedRefused(path, `${name} is missing`)
  for (const [name, member] of Object.entries(value)) {
    // As if it were not there, as in the options.
    if (member === undefined) continue
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (known === false)
      throw new SeedRefused(
        [...path, name],
        `there is no ${shown(name)} here; there are ${listed(Object.keys(properties))}`,
      )
    if (known !== undefined) checkSeed(member, known, [...path, name])
  }
}

/** Throws `SeedRefused` at the first place where the value violates the schema. */
export const checkSeed = (value: unknown, schema: Schema, path: SeedPath = []): void => {
  const kind = kindOf(value)
  const kinds = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [kind])
  if (!kinds.includes(kind)) throw new SeedRefused(path, `is ${kind}, has to be ${kinds.join(' or ')}`)
  if (schema.enum !== undefined && !schema.enum.includes(String(value)))
    throw new SeedRefused(path, `is ${shown(value)}, has to be one of ${listed(schema.enum)}`)
  const { items } = schema
  if (Array.isArray(value)) {
    if (items !== undefined) for (const [index, item] of value.entries()) checkSeed(item, items, [...path, index])
  } else if (typeof value === 'object' && value !== null)
    checkMembers(value as Readonly<Record<string, unknown>>, schema, path)
}
