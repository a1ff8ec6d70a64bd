import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Category, DomainEvent, EventCatalogue } from '@forgefold/core/kernel'

/** What is needed of an aggregate to read its events. */
export interface KnownAggregate {
  readonly category: Category
  readonly events: EventCatalogue<DomainEvent>
}

const CORE = fileURLToPath(new URL('.', import.meta.resolve('@forgefold/core/kernel'))).replace(/kernel\/?$/, '')

const sourceOf = (file: string): string => file.replace(/([/\\])dist\1/, '$1src$1').replace(/\.js$/, '.ts')

const isAggregate = (u: unknown): u is KnownAggregate =>
  typeof u === 'object' && u !== null && ['category', 'events', 'decide', 'evolve'].every((name) => name in u)

/** Every aggregate that a module of core exports, by category: found in what was built, so that none can be left out of a list. */
export const everyAggregate = async (): Promise<ReadonlyMap<Category, KnownAggregate>> => {
  const found = new Map<Category, KnownAggregate>()
  const modules = ['app', 'domains'].flatMap((room) =>
    readdirSync(join(CORE, room), { recursive: true, encoding: 'utf8' }).map((file) => join(CORE, room, file)),
  )
  for (const file of modules) {
    // What was built of a source that is gone since may lie there still.
    if (!file.endsWith('.js') || !existsSync(sourceOf(file))) continue
    const exported = (await import(file)) as Readonly<Record<string, unknown>>
    for (const one of Object.values(exported)) if (isAggregate(one)) found.set(one.category, one)
  }
  return found
}
