import { deployment } from '@forgefold/core/domains/delivery/deployment'
import fc from 'fast-check'
import { it } from 'vitest'
import { expectSameRowsOneByOne } from './one-by-one.js'

const MOVES = [
  'DeploymentStarted',
  'DeploymentSucceeded',
  'DeploymentFailed',
  'DeploymentCanceled',
  'DeploymentSkipped',
  'DeploymentBlocked',
  'DeploymentUnblocked',
]

const CREATED = {
  projectId: 1,
  iid: 1,
  environmentId: 1,
  ref: 'main',
  tag: false,
  sha: 'a'.repeat(40),
  userId: 1,
  jobId: null,
}
const CREATION = ['DeploymentCreated', CREATED] as const
const moved = fc.tuple(
  fc.constantFrom(...MOVES),
  // The last is no moment: the projection records a failure and leaves the row alone.
  fc.record({ at: fc.constantFrom('2024-03-02T00:00:00.000Z', '2024-03-03T00:00:00.000Z', 'soon') }),
)
const other = fc.constantFrom(
  ['EnvironmentIntroduced', { name: 'production' }] as const,
  ['MergeRequestsLinked', { mergeRequestIds: [] }] as const,
  ['DeploymentDeleted', {}] as const,
)

/** For each append the deployment that it concerns, and what is written of it besides its creation. */
const histories = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 10 }), fc.array(fc.oneof(moved, moved, other), { minLength: 1, maxLength: 4 })),
  { minLength: 1, maxLength: 24 },
)

it('has the same rows of deployments whether their events are applied together or one by one', () =>
  expectSameRowsOneByOne({ aggregate: deployment, creation: CREATION, tables: ['deployments'] }, histories))
