import { type PipelineCommand, pipeline } from '@forgefold/core/domains/delivery/pipeline'
import { type DistributionTagCommand, distributionTag } from '@forgefold/core/domains/packages/distribution-tag'
import { type TerraformStateCommand, terraformState } from '@forgefold/core/domains/packages/terraform-state'
import { type DeployKeyCommand, deployKey } from '@forgefold/core/domains/projects/deploy-key'
import { type ProtectedTagCommand, protectedTags } from '@forgefold/core/domains/projects/protected-tag'
import { type ApprovalRulesCommand, approvalRules } from '@forgefold/core/domains/review/approval-rule'
import { type Aggregate, type DomainEvent, fold, type Instant } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'

/** A stream that may have any number of members. */
export interface GrowingStream {
  readonly name: string
  /** Begins a stream and gives it so many members. */
  readonly grow: (size: number) => unknown
}

/** What adding a member to a stream of many costs, as a multiple of what it costs in one with an eighth of them. */
export interface Growth {
  readonly name: string
  readonly multiple: number
}

const FEWER_STREAMS = 8
const MANY = 8192
const ATTEMPTS = 3

/** Halfway between commands that cost the same each, and commands that go through all members. */
const MOST_MULTIPLE = Math.sqrt(FEWER_STREAMS)

const processorMs = (work: () => unknown): number => {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/**
 * Adds as many members to one stream as to eight others together, in turns. The least of several attempts is compared, because the collector
 * and other programs come when they like.
 */
export const growthOf = ({ name, grow }: GrowingStream, many: number = MANY): Growth => {
  let few = Number.POSITIVE_INFINITY
  let all = Number.POSITIVE_INFINITY
  const growSeveral = (): void => {
    for (let n = 0; n < FEWER_STREAMS; n++) grow(many / FEWER_STREAMS)
  }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    few = Math.min(few, processorMs(growSeveral))
    all = Math.min(
      all,
      processorMs(() => grow(many)),
    )
  }
  return { name, multiple: all / few }
}

export const growsTooFast = ({ multiple }: Growth): boolean => multiple > MOST_MULTIPLE

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
