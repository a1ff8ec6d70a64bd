import { createHash } from 'node:crypto'
import {
  type EnvironmentCommand,
  type EnvironmentEvent,
  environment,
  folderOf,
  guessTier,
  TIERS,
} from '@forgefold/core/domains/delivery/environment'
import { slugOf } from '@forgefold/core/domains/delivery/environment-naming'
import { instantOf } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')
const url = fc.option(fc.constantFrom('https://example.com', 'javascript:alert(1)'))
const tier = fc.constantFrom(...TIERS)
const LATER = instantOf(Date.UTC(2030, 0, 1))
const facts = {
  projectId: fc.constant(1),
  name: fc.constantFrom('prod', 'review/a', '/bad'),
  slug: fc.constant('prod'),
}

const commands: fc.Arbitrary<EnvironmentCommand> = fc.oneof(
  fc.record({
    type: fc.constant('Create' as const),
    ...facts,
    externalUrl: url,
    tier: fc.option(tier, { nil: undefined }),
  }),
  fc.record({ type: fc.constant('Change' as const), externalUrl: url, tier }),
  fc.constant<EnvironmentCommand>({ type: 'ScheduleDeletion', deleteAt: LATER }),
  fc.constantFrom<EnvironmentCommand>(
    { type: 'PlanStop', stopAt: LATER },
    { type: 'BeginStop' },
    { type: 'Stop' },
    { type: 'MakeAvailable' },
    { type: 'Delete' },
  ),
)

runCases('an environment', aggregateCases({ aggregate: environment, commands }))

describe('an environment', () => {
  const made: EnvironmentEvent = {
    type: 'EnvironmentCreated',
    data: { projectId: 1, name: 'prod', slug: 'prod', externalUrl: null, tier: 'production' },
  }

  it('is deleted only once it is stopped', () => {
    scenario(environment).given(made).when({ type: 'Delete' }).thenRefused('Forbidden')
    scenario(environment)
      .given(made, { type: 'EnvironmentStopped', data: {} })
      .when({ type: 'Delete' })
      .then({ type: 'EnvironmentDeleted', data: {} })
  })

  it('is to be deleted only while it is stopped, and no longer once it is available', () => {
    const stopped: EnvironmentEvent = { type: 'EnvironmentStopped', data: {} }
    const scheduled: EnvironmentEvent = { type: 'EnvironmentDeletionScheduled', data: { deleteAt: LATER } }
    const command: EnvironmentCommand = { type: 'ScheduleDeletion', deleteAt: LATER }
    scenario(environment).given(made).when(command).thenRefused('Forbidden')
    scenario(environment).given(made, stopped).when(command).then(scheduled)
    scenario(environment).given(made, stopped, scheduled).when(command).thenNothing()
    scenario(environment)
      .given(made, stopped, scheduled, { type: 'EnvironmentMadeAvailable', data: {} }, stopped)
      .when(command)
      .then(scheduled)
  })

  it.each([
    ['production', 'production'],
    ['my-prod-eu', 'production'],
    ['live', 'production'],
    ['staging', 'staging'],
    ['demo', 'staging'],
    ['review/feature', 'development'],
    ['Trunk', 'development'],
    ['qa-1', 'testing'],
    ['something', 'other'],
  ])('named %s is for %s', (name, expected) => {
    expect(guessTier(name)).toBe(expected)
  })

  it('belongs to the folder before the first slash', () => {
    expect([folderOf('review/a/b'), folderOf('prod')]).toEqual(['review', null])
  })
})

describe('a slug', () => {
  it.each(['production', 'staging', 'a1'])('is the name %s itself where that can stand in a host name', (name) => {
    expect(slugOf(name, digest)).toBe(name)
  })

  it('can always stand in a host name, whatever the name', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 300 }), (name) => {
        expect(slugOf(name, digest)).toMatch(/^[a-z]([a-z0-9-]{0,22}[a-z0-9])?$/)
      }),
    )
  })

  it('tells names apart that only look alike', () => {
    expect(slugOf('review/A', digest)).not.toBe(slugOf('review/a', digest))
  })
})
