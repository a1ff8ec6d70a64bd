import {
  type CommitCommentCommand,
  commitComment,
  LINE_TYPES,
} from '@forgefold/core/domains/conversation/commit-comment'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const data = {
  projectId: fc.constantFrom(1, 2),
  sha: fc.constant('a'.repeat(40)),
  authorId: fc.constantFrom(1, 2),
  body: fc.record({ text: fc.constantFrom('said', '', '\n'), blob: fc.constant(null) }),
  at: fc.option(
    fc.record({ path: fc.constant('a'), line: fc.constantFrom(1, 2), lineType: fc.constantFrom(...LINE_TYPES) }),
  ),
}
const commands: fc.Arbitrary<CommitCommentCommand> = fc.oneof(
  fc.record({ type: fc.constant('Comment' as const), ...data }),
  fc.record({ type: fc.constant('Edit' as const), body: data.body }),
  fc.constant({ type: 'Delete' as const }),
)

runCases(
  'commit comment',
  aggregateCases({ aggregate: commitComment, commands, mayRepeat: ({ type }) => type === 'Edit' }),
)

it('has a text, and is written once', () => {
  const said = { projectId: 1, sha: 'a'.repeat(40), authorId: 1, body: { text: 'x', blob: null }, at: null }
  const added = { type: 'CommitCommentAdded', data: said } as const
  const none = scenario(commitComment)
  none.when({ type: 'Comment', ...said }).then(added)
  none.when({ type: 'Comment', ...said, body: { text: ' ', blob: null } }).thenRefused('Refused')
  none
    .given(added)
    .when({ type: 'Comment', ...said })
    .thenRefused('Conflict')
})
