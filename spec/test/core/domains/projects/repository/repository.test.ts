import {
  REF_UPDATE_ORIGINS,
  type RefUpdatedData,
  type RepositoryCommand,
  repository,
} from '@forgefold/core/domains/projects/repository'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const sha = fc.option(fc.constantFrom('a'.repeat(40), 'b'.repeat(40)), { nil: null })
const update: fc.Arbitrary<RefUpdatedData> = fc.record({
  ref: fc.constantFrom('refs/heads/main', 'refs/tags/v1', 'refs/heads/ü'),
  from: sha,
  to: sha,
  by: fc.option(fc.nat(9), { nil: null }),
  forced: fc.boolean(),
  via: fc.constantFrom(...REF_UPDATE_ORIGINS),
})
const commands: fc.Arbitrary<RepositoryCommand> = fc.oneof(
  fc.record({ type: fc.constant('RecordRefUpdates' as const), updates: fc.array(update, { maxLength: 3 }) }),
  fc.constant({ type: 'Remove' as const }),
)

describe('the laws of repositories', () => {
  // What git did is told as often as it was done: the same move may happen twice.
  const mayRepeat = ({ type }: RepositoryCommand): boolean => type === 'RecordRefUpdates'
  runCases('a repository', aggregateCases({ aggregate: repository, commands, mayRepeat }))
})

describe('a repository', () => {
  const moved: RefUpdatedData = {
    ref: 'refs/heads/main',
    from: null,
    to: 'a'.repeat(40),
    by: 7,
    forced: false,
    via: 'push',
  }

  it('tells each ref that moved', () => {
    scenario(repository)
      .when({ type: 'RecordRefUpdates', updates: [moved, { ...moved, ref: 'refs/tags/v1' }] })
      .then({ type: 'RefUpdated', data: moved }, { type: 'RefUpdated', data: { ...moved, ref: 'refs/tags/v1' } })
  })

  it('tells nothing any more once it is set aside', () => {
    scenario(repository, [{ type: 'RepositoryRemoved', data: {} }])
      .when({ type: 'RecordRefUpdates', updates: [moved] })
      .thenRefused({ kind: 'NotFound', what: 'Repository' })
    scenario(repository, [{ type: 'RepositoryRemoved', data: {} }])
      .when({ type: 'Remove' })
      .thenNothing()
  })
})
