import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DomainEvent, EventCatalogue } from '@forgefold/core/kernel'
import { type EventExample, examplesOf, versionsOf } from './event-examples.js'

const FOLDER = fileURLToPath(new URL('../../golden/events/', import.meta.url))

const fileOf = (category: string): string => join(FOLDER, `${category}.json`)

/** The categories that examples are kept of. */
export const goldenCategories = (): ReadonlyArray<string> =>
  readdirSync(FOLDER)
    .map((file) => file.replace(/\.json$/, ''))
    .sort()

/** The examples that are kept of the events of a category. */
export const goldenEvents = (category: string): ReadonlyArray<EventExample> =>
  existsSync(fileOf(category))
    ? (JSON.parse(readFileSync(fileOf(category), 'utf8')) as ReadonlyArray<EventExample>)
    : []

const isOf =
  (type: string, version: number) =>
  (example: EventExample): boolean =>
    example.type === type && example.version === version

/** Which versions of which events have no example. */
export const withoutExample = (category: string, catalogue: EventCatalogue<DomainEvent>) => {
  const kept = goldenEvents(category)
  return versionsOf(catalogue).filter(({ type, version }) => !kept.some(isOf(type, version)))
}

/** Adds examples of what has none; what is kept stays as it is. How many versions were added. */
export const addExamples = (category: string, catalogue: EventCatalogue<DomainEvent>): number => {
  const missing = withoutExample(category, catalogue)
  if (missing.length === 0) return 0
  const all = [...goldenEvents(category), ...missing.flatMap((version) => examplesOf(catalogue, version))]
  const lines = all.map((example) => JSON.stringify(example))
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(fileOf(category), `[\n${lines.join(',\n')}\n]\n`)
  return missing.length
}
