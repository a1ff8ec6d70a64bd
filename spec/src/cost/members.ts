import { type PipelineCommand, pipeline } from '@forgefold/core/domains/delivery/pipeline'
import { type DistributionTagCommand, distributionTag } from '@forgefold/core/domains/packages/distribution-tag'
import { type TerraformStateCommand, terraformState } from '@forgefold/core/domains/packages/terraform-state'
import { type DeployKeyCommand, deployKey } from '@forgefold/core/domains/projects/deploy-key'
import { type ProtectedTagCommand, protectedTags } from '@forgefold/core/domains/projects/protected-tag'
import { type ApprovalRulesCommand, approvalRules } from '@forgefold/core/domains/review/approval-rule'
import { type Aggregate, type DomainEvent, fold, type Instant } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Cost, costOf } from './measure.js'

/** A stream to which members are added one by one. */
export interface GrowingStream {
  readonly name: string
  /** Adds so many members, each by a command of its own. */
  readonly grow: (size: number) => unknown
}

/** Enough for what goes through all members in each command to take longer than what cannot be measured. */
const MOST = 8192

/** Halfway between commands that cost the same each, and commands that go through all members. */
const MOST_EXPONENT = 1.5

/** What it costs to add members, at sizes that double. */
export const costOfGrowth = ({ name, grow }: GrowingStream): Cost => costOf(name, grow, { most: MOST })

export const growsTooFast = ({ exponent }: Cost): boolean => exponent > MOST_EXPONENT

const growing = <C, Ev extends DomainEvent, S>(
  name: string,
  aggregate: Aggregate<C, Ev, S>,
  commandOf: (n: number) => C,
): GrowingStream => ({
  name,
  grow: (size) => {
    let state = aggregate.initial
    for (let n = 0; n < size; n++) {
      const decided = aggregate.decide(commandOf(n))(state)
      if (E.isLeft(decided)) throw new Error(`${name}: ${decided.left.kind}`)
      state = fold(aggregate, decided.right, state)
    }
    return state
  },
})

const at = '2022-08-22T12:00:00.000Z' as Instant
const blank = { targetUrl: null, description: null, coverage: null, userId: 1, at }
const begun: PipelineCommand = {
  ...{ type: 'Create', projectId: 1, iid: 1, sha: 'a', ref: 'main', tag: false, source: 'external', beforeSha: '0' },
  ...{ userId: 1, mergeRequestId: null, sourceSha: null, yamlErrors: null, skipped: false, jobs: [], at },
}
const firstProject: DeployKeyCommand = {
  ...{ type: 'Add', projectId: 0, canPush: false, title: 'k', key: 'k', fingerprint: 'f', md5: 'm', expiresAt: null },
}
const terms = { required: 1, userIds: [1], groupIds: [], protectedBranchIds: [], allProtectedBranches: false }
const place = { projectId: 1, name: 'production' }
const content = { sha256: 'a', size: 1, pipelineId: null }

/** Streams whose members clients add, as many as they like: a command costs about the same, however many there are. */
export const GROWING_STREAMS: ReadonlyArray<GrowingStream> = [
  growing(
    'statuses of one commit',
    pipeline,
    (n: number): PipelineCommand =>
      n === 0 ? begun : { type: 'ReportExternal', jobId: n, name: `check ${n}`, status: 'success', ...blank },
  ),
  growing(
    'approval rules of one project',
    approvalRules,
    (n: number): ApprovalRulesCommand => ({
      ...{ projectId: 1, mergeRequestId: null },
      type: 'Add',
      rule: { id: n, type: 'regular', sourceRuleId: null, name: `rule ${n}`, ...terms },
    }),
  ),
  growing(
    'protected tags of one project',
    protectedTags,
    (n: number): ProtectedTagCommand => ({
      type: 'Protect',
      id: n,
      name: `v${n}`,
      create: [],
    }),
  ),
  growing(
    'versions of one Terraform state',
    terraformState,
    (serial: number): TerraformStateCommand => ({
      type: 'Write',
      place,
      version: { serial, ...content },
    }),
  ),
  growing(
    'projects of one deploy key',
    deployKey,
    (projectId: number): DeployKeyCommand =>
      projectId === 0 ? firstProject : { type: 'Enable', projectId, canPush: false },
  ),
  growing(
    'distribution tags of one package',
    distributionTag,
    (n: number): DistributionTagCommand => ({
      type: 'Set',
      tag: `next-${n}`,
      packageId: n,
      tagId: n,
    }),
  ),
]
