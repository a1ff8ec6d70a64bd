import { ACCESS } from '../../access/index.js'
import { categoryOf, idOf, type StoredEvent } from '../../kernel/envelope.js'
import type { Policy, Verdict } from './policy.js'
import type { Data, RecordedFacts } from './recorded-facts.js'

const decided = (isFine: boolean): Verdict => (isFine ? 'allowed' : 'refused')

const dataOf = (event: StoredEvent): Data => event.data as Data

/** The branch that an event moved, and its project; undefined for other moves. */
interface Moved {
  readonly projectId: unknown
  readonly branch: string
  readonly by: number
}

const HEADS = 'refs/heads/'

const pushed = (event: StoredEvent): Moved | undefined => {
  const { ref, via, by } = dataOf(event)
  if (event.type !== 'RefUpdated' || typeof ref !== 'string' || !ref.startsWith(HEADS)) return undefined
  if (typeof by !== 'number' || (via !== 'push' && via !== 'api')) return undefined
  return { projectId: Number(idOf(event.stream)), branch: ref.slice(HEADS.length), by }
}

const merged = (event: StoredEvent, facts: RecordedFacts): Moved | undefined => {
  const { via, by } = dataOf(event)
  if (event.type !== 'MergeRequestMerged' || via === 'push' || typeof by !== 'number') return undefined
  const of = (field: string): unknown => facts.of('merge_request', idOf(event.stream), field)
  return { projectId: of('targetProjectId'), branch: String(of('targetBranch')), by }
}

/** The role that a protection requires, where it requires exactly one role; developers where nothing protects the branch. */
const roleInEffect = (
  facts: RecordedFacts,
  { projectId, branch }: Moved,
  who: 'push' | 'merge',
): number | undefined => {
  const accessGrants = facts.whose('protected_branch', { projectId, name: branch }, who)
  if (accessGrants === undefined) return ACCESS.developer
  const [only, ...others] = accessGrants as ReadonlyArray<{ readonly level: number | null }>
  return others.length > 0 ? undefined : (only?.level ?? undefined)
}

/** Who may update a branch, as a role: 0 is no one. */
const branchPolicy = (
  summary: string,
  who: 'push' | 'merge',
  movedBy: (event: StoredEvent, facts: RecordedFacts) => Moved | undefined,
): Policy => ({
  value: 'number',
  summary,
  inEffect: (event, facts) => {
    const moved = movedBy(event, facts)
    return moved === undefined ? undefined : roleInEffect(facts, moved, who)
  },
  judge: (event, facts, value, { name }) => {
    const moved = movedBy(event, facts)
    if (moved === undefined || moved.branch !== (name ?? defaultBranchOf(facts, moved.projectId))) return undefined
    if (value === 0) return 'refused'
    return decided(facts.isAdmin(moved.by) || facts.levelIn(moved.projectId, moved.by) >= Number(value))
  },
})

const defaultBranchOf = (facts: RecordedFacts, projectId: unknown): unknown =>
  facts.of('project', projectId, 'branch') ?? facts.of('project', projectId, 'defaultBranch')

const GATES = new Set(['DeploymentBlocked', 'DeploymentUnblocked'])
const STARTS = new Set(['DeploymentStarted', 'DeploymentSucceeded'])

const environmentOf = (event: StoredEvent, facts: RecordedFacts): unknown =>
  facts.of('environment', facts.of('deployment', idOf(event.stream), 'environmentId'), 'name')

/** Events that block a job's deployment, release it, or start it without a block; other deployments do not wait. */
const isJudgedDeployment = (event: StoredEvent, facts: RecordedFacts, name: string | undefined): boolean => {
  const of = (field: string): unknown => facts.of('deployment', idOf(event.stream), field)
  if (categoryOf(event.stream) !== 'deployment' || typeof of('jobId') !== 'number') return false
  const isGate = GATES.has(event.type) || (STARTS.has(event.type) && of('at') === undefined)
  return isGate && (name === undefined || environmentOf(event, facts) === name)
}

/** The protection of the environment of a deployment, by its name. */
const protectionOf = (event: StoredEvent, facts: RecordedFacts, field: string): unknown => {
  const scopeId = facts.of('deployment', idOf(event.stream), 'projectId')
  const name = environmentOf(event, facts)
  return facts.whose('protected_environment', { scope: 'project', scopeId, name }, field)
}

interface Rule {
  readonly requiredApprovals: number
}

const requiredApprovals: Policy = {
  value: 'number',
  summary: 'how many people have to approve a deployment before it starts',
  inEffect: (event, facts, { name }) => {
    if (!isJudgedDeployment(event, facts, name)) return undefined
    const rules = (protectionOf(event, facts, 'rules') ?? []) as ReadonlyArray<Rule>
    if (rules.length > 0) return rules.reduce((sum, rule) => sum + rule.requiredApprovals, 0)
    return Number(protectionOf(event, facts, 'requiredApprovals') ?? 0)
  },
  judge: (event, facts, value, { name }) => {
    if (!isJudgedDeployment(event, facts, name)) return undefined
    return decided(facts.approversOf('deployment', idOf(event.stream)).size >= Number(value))
  },
}

const deployAccess: Policy = {
  value: 'number',
  summary: 'the role that it takes to deploy',
  inEffect: (event, facts) => {
    const { projectId, environmentId } = dataOf(event)
    const name = facts.of('environment', environmentId, 'name')
    const access = facts.whose('protected_environment', { scope: 'project', scopeId: projectId, name }, 'deployAccess')
    if (access === undefined) return ACCESS.developer
    const [only, ...others] = access as ReadonlyArray<{ readonly accessLevel: number | null }>
    return others.length > 0 ? undefined : (only?.accessLevel ?? undefined)
  },
  judge: (event, facts, value, { name }) => {
    const { projectId, userId, environmentId } = dataOf(event)
    if (event.type !== 'DeploymentCreated' || typeof userId !== 'number') return undefined
    if (name !== undefined && facts.of('environment', environmentId, 'name') !== name) return undefined
    return decided(facts.isAdmin(userId) || facts.levelIn(projectId, userId) >= Number(value))
  },
}

/** An approval by the user who started the deployment. */
const isSelfApproval = (event: StoredEvent, facts: RecordedFacts): boolean => {
  const { userId, status } = dataOf(event)
  return status === 'approved' && userId === facts.of('deployment', idOf(event.stream), 'userId')
}

const approvesByTrigger: Policy = {
  value: 'boolean',
  summary: 'whether the user who started a deployment may approve it',
  inEffect: (event, facts) => {
    if (event.type !== 'ApprovalGiven') return undefined
    const projectId = facts.of('deployment', idOf(event.stream), 'projectId')
    return facts.of('project', projectId, 'allowPipelineTriggerApproveDeployment') === true
  },
  judge: (event, facts, value) =>
    event.type === 'ApprovalGiven' ? decided(value === true || !isSelfApproval(event, facts)) : undefined,
}

/** Policies over branches and environments. */
export const ACCESS_POLICIES: Readonly<Record<string, Policy>> = {
  push_access_level: branchPolicy('the role that it takes to push to a branch; 0: no one', 'push', pushed),
  merge_access_level: branchPolicy('the role that it takes to merge into a branch; 0: no one', 'merge', merged),
  deploy_access_level: deployAccess,
  required_approvals: requiredApprovals,
  allow_pipeline_trigger_approve_deployment: approvesByTrigger,
}
