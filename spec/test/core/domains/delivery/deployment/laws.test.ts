import {
  canTransition,
  type DeploymentCommand,
  type DeploymentEvent,
  type DeploymentStatus,
  deployment,
  REQUESTED,
  STATUSES,
} from '@forgefold/core/domains/delivery/deployment'
import type { ApprovalRequirement } from '@forgefold/core/domains/delivery/protected-environment'
import type { Instant } from '@forgefold/core/kernel'
import { aggregateCases, scenario } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runCases } from '../../../../run-cases.js'

const at = '2022-08-22T12:00:00.000Z' as Instant
const id = fc.integer({ min: 1, max: 5 })
const when = fc.constant(at)
const requirement: fc.Arbitrary<ApprovalRequirement> = fc.record({
  mode: fc.constant('unified' as const),
  required: id,
})

const facts = {
  projectId: id,
  iid: id,
  environmentId: id,
  ref: fc.constantFrom('main', 'v1'),
  tag: fc.boolean(),
  sha: fc.constantFrom('a', 'b'),
  userId: id,
  jobId: fc.option(id),
}
const said = {
  userId: id,
  comment: fc.option(fc.string()),
  ruleId: fc.option(id),
}

const commands: fc.Arbitrary<DeploymentCommand> = fc.oneof(
  fc.record({
    type: fc.constant('Create' as const),
    ...facts,
    introduces: fc.constantFrom(undefined, 'review/a'),
    status: fc.constantFrom(...STATUSES),
    at: when,
  }),
  fc.record({ type: fc.constant('Move' as const), to: fc.constantFrom(...REQUESTED), at: when }),
  fc.record({
    type: fc.constant('FollowJob' as const),
    to: fc.constantFrom(...REQUESTED, 'skipped' as const, 'created' as const),
    at: when,
  }),
  fc.record({
    type: fc.constant('Decide' as const),
    decision: fc.constantFrom('approved' as const, 'rejected' as const),
    ...said,
    requirement,
    at: when,
  }),
  fc.record({ type: fc.constant('Block' as const), requirement, at: when }),
  fc.record({ type: fc.constant('LiftBlock' as const), at: when }),
  fc.record({ type: fc.constant('LinkMergeRequests' as const), ids: fc.uniqueArray(id) }),
  fc.record({ type: fc.constant('Delete' as const), seen: fc.constantFrom(...STATUSES), latest: fc.boolean() }),
  fc.constant({ type: 'DeleteWithEnvironment' as const }),
)

runCases('a deployment', aggregateCases({ aggregate: deployment, commands }))

describe('a deployment made through the API', () => {
  const created: DeploymentEvent = {
    type: 'DeploymentCreated',
    data: { projectId: 1, iid: 1, environmentId: 1, ref: 'main', tag: false, sha: 'a', userId: 1, jobId: null },
  }
  const arrivals: Readonly<Partial<Record<DeploymentStatus, DeploymentEvent>>> = {
    running: { type: 'DeploymentStarted', data: { at } },
    success: { type: 'DeploymentSucceeded', data: { at } },
    failed: { type: 'DeploymentFailed', data: { at } },
    canceled: { type: 'DeploymentCanceled', data: { at } },
  }
  const word = { running: 'run', success: 'succeed', failed: 'drop', canceled: 'cancel' } as const

  it('moves exactly as the table of moves says', () => {
    for (const from of REQUESTED)
      for (const to of REQUESTED) {
        const stands = scenario(deployment).given(created, arrivals[from] as DeploymentEvent)
        const moved = stands.when({ type: 'Move', to, at })
        const allowed = to !== from && to !== 'running'
        expect(canTransition(from, to), `${from} → ${to}`).toBe(allowed)
        if (allowed) moved.then(arrivals[to] as DeploymentEvent)
        else moved.thenRefused({ kind: 'Invalid', fields: { status: [`cannot transition via "${word[to]}"`] } })
      }
  })

  it('is not deleted on a judgement that is out of date', () => {
    const stands = scenario(deployment).given(created, { type: 'DeploymentSucceeded', data: { at } })
    stands.when({ type: 'Delete', seen: 'failed', latest: false }).thenRefused('Conflict')
    stands.when({ type: 'Delete', seen: 'success', latest: true }).thenRefused('Refused')
    stands.when({ type: 'Delete', seen: 'success', latest: false }).then({ type: 'DeploymentDeleted', data: {} })
  })
})
