import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Aggregate, DomainEvent } from '@forgefold/core/kernel'
import { aggregateCases } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runCases } from '../../run-cases.js'

/** The laws that need no commands, for every aggregate: those with commands of their own have all laws beside their tests. */
type AnyAggregate = Aggregate<never, DomainEvent, unknown>

const isAggregate = (value: unknown): value is AnyAggregate =>
  typeof value === 'object' && value !== null && 'category' in value && 'decide' in value && 'evolve' in value

const folder = fileURLToPath(new URL('../../../../core/src/domains', import.meta.url))
const domains = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[^/]+\/[^/]+\/index\.ts$/.test(file))
  .map(dirname)
const modules: ReadonlyArray<Readonly<Record<string, unknown>>> = await Promise.all(
  domains.map((domain) => import(`@forgefold/core/domains/${domain}`)),
)
const aggregates = new Map(
  modules.flatMap((module) => Object.values(module).filter(isAggregate)).map((one) => [one.category, one]),
)

it('is found', () => expect(aggregates.size).toBeGreaterThan(60))

for (const aggregate of aggregates.values()) {
  const named = { StoredValue: fc.constantFrom({ value: 1 }, { sealed: 'x', digest: 'd' }) }
  runCases(aggregate.category, aggregateCases({ aggregate, named, runs: 50 }))
}
