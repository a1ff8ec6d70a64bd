import { type AwardEmojiCommand, awardEmoji } from '@forgefold/core/domains/conversation/award-emoji'
import { type TodoCommand, todo } from '@forgefold/core/domains/conversation/todo'
import { type CiVariableCommand, ciVariable } from '@forgefold/core/domains/delivery/ci-variable'
import { type EnvironmentCommand, environment } from '@forgefold/core/domains/delivery/environment'
import {
  type FeatureFlagUserListCommand,
  featureFlagUserList,
} from '@forgefold/core/domains/delivery/feature-flag-user-list'
import { type PipelineCommand, pipeline } from '@forgefold/core/domains/delivery/pipeline'
import {
  type ProjectFeatureFlagCommand,
  projectFeatureFlag,
} from '@forgefold/core/domains/delivery/project-feature-flag'
import {
  type ProtectedEnvironmentCommand,
  protectedEnvironment,
} from '@forgefold/core/domains/delivery/protected-environment'
import { type ReleaseCommand, release } from '@forgefold/core/domains/delivery/release'
import {
  PROCESS_MODES,
  type ResourceGroupCommand,
  resourceGroup,
} from '@forgefold/core/domains/delivery/resource-group'
import { emptyProfile, type UserCommand, user } from '@forgefold/core/domains/identity/user'
import { gpgKey, sshKey, type UserKeyCommand } from '@forgefold/core/domains/identity/user-key'
import { type LfsLockCommand, lfsLock } from '@forgefold/core/domains/packages/lfs-lock'
import { type PackageCommand, packageAggregate } from '@forgefold/core/domains/packages/package'
import { type TerraformStateCommand, terraformState } from '@forgefold/core/domains/packages/terraform-state'
import { type IssueLinkCommand, issueLink } from '@forgefold/core/domains/planning/issue-link'
import { type LabelCommand, label } from '@forgefold/core/domains/planning/label'
import { type MilestoneCommand, milestone } from '@forgefold/core/domains/planning/milestone'
import { type DeployKeyCommand, deployKey } from '@forgefold/core/domains/projects/deploy-key'
import { defaultGroupSettings, type GroupCommand, group } from '@forgefold/core/domains/projects/group'
import { defaultProjectSettings, type ProjectCommand, project } from '@forgefold/core/domains/projects/project'
import { type ProtectedBranchCommand, protectedBranch } from '@forgefold/core/domains/projects/protected-branch'
import { type TopicCommand, topic } from '@forgefold/core/domains/projects/topic'
import {
  type ExternalStatusCheckCommand,
  externalStatusCheck,
} from '@forgefold/core/domains/review/external-status-check'
import { type MergeRequestCommand, mergeRequest, type Version } from '@forgefold/core/domains/review/merge-request'
import type { Instant } from '@forgefold/core/kernel'
import { nameDeclarations } from '@forgefold/server/composition'
import { everyAggregate } from '@forgefold/spec/golden-data'
import { holdsDeclaredNamesLaw } from '@forgefold/spec/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const RUNS = 30
const at = '2022-04-11T03:02:32.123Z' as Instant
const place = fc.constantFrom({ kind: 'project', id: 1 } as const, { kind: 'group', id: 1 } as const)
const title = fc.constantFrom('a', 'b')
const namespace = fc.constantFrom(1, 2)
const surroundings = { parentVisibility: undefined, widestBelow: undefined }

/** Commands that make are given more often than those that change, and these more often than those that end. */
const mixed = <C>(make: fc.Arbitrary<C>, change: fc.Arbitrary<C>, end: fc.Arbitrary<C>): fc.Arbitrary<C> =>
  fc.oneof({ weight: 4, arbitrary: make }, { weight: 4, arbitrary: change }, { weight: 2, arbitrary: end })

const profileOf = ([username, email]: readonly [string, string]): string =>
  JSON.stringify({ ...emptyProfile, username, name: username, email })
const profile = fc.tuple(fc.constantFrom('ann', 'Bob'), fc.constantFrom('a@b.c', 'd@e.f')).map(profileOf)
const users = mixed<UserCommand>(
  profile.map((sealed) => ({
    type: 'Register',
    namespaceId: 1,
    profile: sealed,
    passwordHash: null,
    admin: false,
    external: false,
    confirmedAt: null,
    canCreateGroup: true,
    projectsLimit: 1,
    privateProfile: false,
  })),
  profile.map((sealed) => ({ type: 'ChangeProfile', profile: sealed })),
  fc.constant({ type: 'Erase' }),
)

const groups = mixed<GroupCommand>(
  fc.tuple(fc.constantFrom(null, 1), title).map(([parentId, path]) => ({
    type: 'Create',
    parentId,
    creatorId: 1,
    settings: { ...defaultGroupSettings, name: path, path },
    surroundings,
  })),
  fc.oneof(
    title.map((path) => ({ type: 'Change' as const, changes: { path }, surroundings })),
    fc.constantFrom(null, 1).map((parentId) => ({ type: 'Move' as const, parentId, surroundings })),
  ),
  fc.constant({ type: 'Delete' }),
)

const where = { groupId: null, bounds: { group: undefined } }
const projects = mixed<ProjectCommand>(
  fc.tuple(namespace, title, title).map(([namespaceId, name, path]) => ({
    type: 'Create',
    namespaceId,
    ...where,
    creatorId: 1,
    forkedFrom: null,
    settings: { ...defaultProjectSettings, name, path },
  })),
  fc.oneof(
    fc.tuple(title, title).map(([name, path]) => ({ type: 'Change' as const, changes: { name, path }, ...where })),
    namespace.map((namespaceId) => ({ type: 'Move' as const, namespaceId, ...where })),
    fc.constant({ type: 'Restore' as const }),
  ),
  fc.constantFrom<ProjectCommand>({ type: 'Delete' }, { type: 'MarkForDeletion', at, name: 'w', path: 'w' }),
)

const protectedBranches = mixed<ProtectedBranchCommand>(
  title.map((name) => ({
    type: 'Protect',
    projectId: 1,
    name,
    push: [],
    merge: [],
    unprotect: [],
    allowForcePush: false,
    codeOwnerApprovalRequired: false,
  })),
  fc.boolean().map((allowForcePush) => ({ type: 'Change', changes: { allowForcePush } })),
  fc.constant({ type: 'Unprotect' }),
)

const labels = mixed<LabelCommand>(
  fc.tuple(place, fc.constantFrom('a', 'A', 'b')).map(([owner, name]) => ({
    type: 'Create',
    place: owner,
    title: name,
    color: '#ff0000',
    description: null,
    priority: null,
  })),
  fc.constantFrom('a', 'A', 'b').map((name) => ({ type: 'Change', title: name })),
  fc.constant({ type: 'Delete' }),
)

const milestones = mixed<MilestoneCommand>(
  fc.tuple(place, title).map(([owner, name]) => ({
    type: 'Create',
    place: owner,
    iid: 1,
    title: name,
    description: { text: null, blob: null },
    startDate: null,
    dueDate: null,
  })),
  title.map((name) => ({ type: 'Change', title: name })),
  fc.constant({ type: 'Delete' }),
)

const environments = mixed<EnvironmentCommand>(
  title.map((name) => ({ type: 'Create', projectId: 1, name, slug: name, externalUrl: null, tier: undefined })),
  fc.constant({ type: 'Stop' }),
  fc.constant({ type: 'Delete' }),
)

const developer = [{ id: 1, accessLevel: 30, userId: null, groupId: null }]
const protectedEnvironments = mixed<ProtectedEnvironmentCommand>(
  fc.tuple(namespace, title).map(([scopeId, name]) => ({
    type: 'Protect',
    scope: 'project',
    scopeId,
    name,
    deployAccess: developer,
    requiredApprovals: 0,
    rules: [],
  })),
  fc.nat(2).map((requiredApprovals) => ({ type: 'Change', deployAccess: developer, requiredApprovals, rules: [] })),
  fc.constant({ type: 'Unprotect' }),
)

const version: Version = {
  id: 1,
  head: null,
  base: null,
  start: null,
  state: 'empty',
  realSize: null,
  commits: 0,
  cause: 'created',
}
const mergeRequests = mixed<MergeRequestCommand>(
  title.map((targetBranch) => ({
    type: 'Create',
    version,
    iid: 1,
    sourceProjectId: 1,
    targetProjectId: 1,
    sourceBranch: 'topic',
    targetBranch,
    authorId: 1,
    title: 'A',
    description: { text: null, blob: null, tasks: 0, tasksDone: 0 },
    assigneeIds: [],
    reviewerIds: [],
    labelIds: [],
    mentionedIds: [],
    squash: false,
    forceRemoveSourceBranch: null,
    allowCollaboration: false,
    discussionLocked: null,
    approvalsBeforeMerge: null,
    milestoneId: null,
  })),
  fc.oneof(
    title.map((targetBranch) => ({ type: 'Retarget' as const, targetBranch, version, by: 1 })),
    fc.constant({ type: 'Reopen' as const, by: 1, version }),
  ),
  fc.constantFrom<MergeRequestCommand>({ type: 'Close', by: 1, because: 'asked' }, { type: 'Delete', by: 1 }),
)

const awards = mixed<AwardEmojiCommand>(
  title.map((name) => ({ type: 'Give', userId: 1, name, awardableType: 'Issue', awardableId: 1 })),
  fc.constant({ type: 'TakeBack' }),
  fc.constant({ type: 'TakeBack' }),
)

const todos = mixed<TodoCommand>(
  fc.constantFrom('marked' as const, 'assigned' as const).map((action) => ({
    type: 'Create',
    userId: 1,
    authorId: 1,
    action,
    projectId: 1,
    targetType: 'Issue',
    targetId: 1,
  })),
  fc.constant({ type: 'MarkPending' }),
  fc.constant({ type: 'MarkDone' }),
)

const packages = mixed<PackageCommand>(
  fc.tuple(namespace, fc.constantFrom(null, 1), title).map(([projectId, scopeId, name]) => ({
    type: 'Publish',
    projectId,
    packageType: 'npm',
    name,
    version: '1.0.0',
    conan: null,
    scopeId,
    status: 'default',
    creatorId: null,
    pipelineId: null,
    file: null,
    metadata: null,
  })),
  fc.constant({ type: 'ChangeStatus', status: 'hidden' }),
  fc.constantFrom<PackageCommand>({ type: 'ChangeStatus', status: 'pending_destruction' }, { type: 'Delete' }),
)

const releases = mixed<ReleaseCommand>(
  fc.tuple(namespace, title).map(([projectId, tag]) => ({
    type: 'Create',
    evidence: null,
    projectId,
    tag,
    name: tag,
    description: { text: null, blob: null },
    sha: 'a'.repeat(40),
    authorId: 1,
    releasedAt: null,
    milestoneIds: [],
    links: [],
  })),
  title.map((name) => ({ type: 'Change', name })),
  fc.constant({ type: 'Delete' }),
)

const scope = fc.constantFrom('*', 'production', 'staging/*')
const ciVariables = mixed<CiVariableCommand>(
  fc.tuple(namespace, fc.constantFrom('A', 'B'), scope).map(([id, key, environmentScope]) => ({
    type: 'Create',
    owner: { kind: 'project', id },
    key,
    details: { value: 'sealed', type: 'env_var', protected: false, masked: false, raw: false, environmentScope },
  })),
  scope.map((environmentScope) => ({ type: 'Change', changes: { environmentScope } })),
  fc.constant({ type: 'Delete' }),
)

const topicName = fc.constantFrom('Web', 'web', 'other')
const topics = mixed<TopicCommand>(
  topicName.map((name) => ({ type: 'Create', name, title: null, description: null })),
  topicName.map((name) => ({ type: 'Change', name })),
  fc.constant({ type: 'Delete' }),
)

const issueLinks = mixed<IssueLinkCommand>(
  fc.constantFrom([1, 2], [2, 1], [1, 3]).map(([sourceId = 1, targetId = 2]) => ({
    type: 'Create',
    link: { sourceId, targetId, type: 'relates_to' },
  })),
  fc.constant({ type: 'Delete' }),
  fc.constant({ type: 'Delete' }),
)

const path = fc.constantFrom('a.psd', 'art/b.psd')
const lfsLocks = mixed<LfsLockCommand>(
  fc.tuple(namespace, path).map(([projectId, one]) => ({ type: 'Take', projectId, path: one, userId: 1 })),
  fc.constant({ type: 'Release', forced: false }),
  fc.constant({ type: 'Release', forced: true }),
)

const resourceGroups = mixed<ResourceGroupCommand>(
  fc
    .tuple(namespace, fc.constantFrom('production', 'staging'))
    .map(([projectId, key]) => ({ type: 'Create', projectId, key })),
  fc.constantFrom(...PROCESS_MODES).map((processMode) => ({ type: 'ChangeProcessMode', processMode })),
  fc.constantFrom('Assign' as const, 'Release' as const).map((type) => ({ type, jobId: 1 })),
)

const report = { jobId: 1, name: 'outside', targetUrl: null, description: null, coverage: null, userId: 1 }
const pipelines = mixed<PipelineCommand>(
  fc
    .tuple(namespace, fc.constantFrom('a'.repeat(40), 'b'.repeat(40)), fc.constantFrom('external', 'external', 'web'))
    .map(([projectId, sha, source]) => ({
      ...{ type: 'Create', projectId, iid: 1, sha, ref: 'main', tag: false, source, beforeSha: '', userId: 1 },
      ...{ mergeRequestId: null, sourceSha: null, yamlErrors: null, skipped: false, jobs: [], at },
      ...(source === 'external' ? { report: { ...report, status: 'running' } } : {}),
    })),
  fc.constant({ type: 'ReportExternal', ...report, status: 'success', at }),
  fc.constant({ type: 'Delete' }),
)

const statePlace = fc
  .tuple(namespace, fc.constantFrom('production', 'staging'))
  .map(([projectId, name]) => ({ projectId, name }))
const serial = fc.integer({ min: 0, max: 3 })
const lock = { lockId: 'mine', operation: '', info: '', clientVersion: '', path: '', userId: 1 }
const terraformStates = mixed<TerraformStateCommand>(
  fc.tuple(statePlace, serial).map(([place, one]) => ({
    type: 'Write',
    place,
    version: { serial: one, sha256: 'a'.repeat(64), size: 1, pipelineId: null },
  })),
  fc.oneof(
    statePlace.map((place): TerraformStateCommand => ({ type: 'Lock', place, lock })),
    fc.constant<TerraformStateCommand>({ type: 'Unlock' }),
    serial.map((one): TerraformStateCommand => ({ type: 'DeleteVersion', serial: one })),
  ),
  fc.constant({ type: 'Delete' }),
)

const fingerprint = fc.constantFrom('SHA256:one', 'SHA256:two')
const userKeys = mixed<UserKeyCommand>(
  fingerprint.map((one) => ({
    type: 'Add',
    userId: 1,
    details: 'sealed',
    fingerprint: one,
    md5: null,
    usage: null,
    expiresAt: null,
  })),
  fc.constant({ type: 'Remove' }),
  fc.constant({ type: 'Remove' }),
)
const deployKeys = mixed<DeployKeyCommand>(
  fc.tuple(namespace, fingerprint).map(([projectId, one]) => ({
    type: 'Add',
    projectId,
    canPush: false,
    title: 'machine',
    key: 'ssh-rsa AAAA',
    fingerprint: one,
    md5: 'aa:bb',
    expiresAt: null,
  })),
  namespace.map((projectId) => ({ type: 'Enable', projectId, canPush: true })),
  namespace.map((projectId) => ({ type: 'Disable', projectId })),
)

const flagName = fc.constantFrom('a_flag', 'other')
const featureFlags = mixed<ProjectFeatureFlagCommand>(
  fc.tuple(namespace, flagName).map(([projectId, name]) => ({
    type: 'Create',
    projectId,
    name,
    description: null,
    active: true,
    strategies: [],
  })),
  flagName.map((name) => ({ type: 'Change', changes: { name } })),
  fc.constant({ type: 'Delete' }),
)
const userLists = mixed<FeatureFlagUserListCommand>(
  fc.tuple(namespace, title).map(([projectId, name]) => ({ type: 'Create', projectId, iid: 1, name, userIds: 'one' })),
  title.map((name) => ({ type: 'Change', changes: { name } })),
  fc.constant({ type: 'Delete', inUse: false }),
)

const statusChecks = mixed<ExternalStatusCheckCommand>(
  fc.tuple(namespace, title).map(([projectId, name]) => ({
    type: 'Create',
    projectId,
    name,
    externalUrl: 'sealed',
    protectedBranchIds: [],
  })),
  title.map((name) => ({ type: 'Change', changes: { name } })),
  fc.constant({ type: 'Delete' }),
)

const holds = {
  [projectFeatureFlag.category]: () =>
    holdsDeclaredNamesLaw({ aggregate: projectFeatureFlag, commands: featureFlags }, RUNS),
  [featureFlagUserList.category]: () =>
    holdsDeclaredNamesLaw({ aggregate: featureFlagUserList, commands: userLists }, RUNS),
  [sshKey.category]: () => holdsDeclaredNamesLaw({ aggregate: sshKey, commands: userKeys }, RUNS),
  [gpgKey.category]: () => holdsDeclaredNamesLaw({ aggregate: gpgKey, commands: userKeys }, RUNS),
  [deployKey.category]: () => holdsDeclaredNamesLaw({ aggregate: deployKey, commands: deployKeys }, RUNS),
  [lfsLock.category]: () => holdsDeclaredNamesLaw({ aggregate: lfsLock, commands: lfsLocks }, RUNS),
  [terraformState.category]: () =>
    holdsDeclaredNamesLaw({ aggregate: terraformState, commands: terraformStates }, RUNS),
  [pipeline.category]: () => holdsDeclaredNamesLaw({ aggregate: pipeline, commands: pipelines }, RUNS),
  [resourceGroup.category]: () => holdsDeclaredNamesLaw({ aggregate: resourceGroup, commands: resourceGroups }, RUNS),
  [release.category]: () => holdsDeclaredNamesLaw({ aggregate: release, commands: releases }, RUNS),
  [ciVariable.category]: () => holdsDeclaredNamesLaw({ aggregate: ciVariable, commands: ciVariables }, RUNS),
  [topic.category]: () => holdsDeclaredNamesLaw({ aggregate: topic, commands: topics }, RUNS),
  [issueLink.category]: () => holdsDeclaredNamesLaw({ aggregate: issueLink, commands: issueLinks }, RUNS),
  [user.category]: () => holdsDeclaredNamesLaw({ aggregate: user, commands: users }, RUNS),
  [group.category]: () => holdsDeclaredNamesLaw({ aggregate: group, commands: groups }, RUNS),
  [project.category]: () => holdsDeclaredNamesLaw({ aggregate: project, commands: projects }, RUNS),
  [protectedBranch.category]: () =>
    holdsDeclaredNamesLaw({ aggregate: protectedBranch, commands: protectedBranches }, RUNS),
  [label.category]: () => holdsDeclaredNamesLaw({ aggregate: label, commands: labels }, RUNS),
  [milestone.category]: () => holdsDeclaredNamesLaw({ aggregate: milestone, commands: milestones }, RUNS),
  [environment.category]: () => holdsDeclaredNamesLaw({ aggregate: environment, commands: environments }, RUNS),
  [protectedEnvironment.category]: () =>
    holdsDeclaredNamesLaw({ aggregate: protectedEnvironment, commands: protectedEnvironments }, RUNS),
  [externalStatusCheck.category]: () =>
    holdsDeclaredNamesLaw({ aggregate: externalStatusCheck, commands: statusChecks }, RUNS),
  [mergeRequest.category]: () => holdsDeclaredNamesLaw({ aggregate: mergeRequest, commands: mergeRequests }, RUNS),
  [awardEmoji.category]: () => holdsDeclaredNamesLaw({ aggregate: awardEmoji, commands: awards }, RUNS),
  [todo.category]: () => holdsDeclaredNamesLaw({ aggregate: todo, commands: todos }, RUNS),
  [packageAggregate.category]: () => holdsDeclaredNamesLaw({ aggregate: packageAggregate, commands: packages }, RUNS),
}

describe('declared names are borne by one and reserved for it, whatever fails on the way:', () => {
  it.each(Object.entries(holds))('%s', (_, law) => law())

  it('of every aggregate that declares any, and each is listed where the instance is composed', async () => {
    const declaring = [...(await everyAggregate()).values()].filter((one) => 'names' in one).map((one) => one.category)
    expect(Object.keys(holds).sort()).toEqual([...declaring].sort())
    expect(nameDeclarations.map(({ category }) => category).sort()).toEqual([...declaring].sort())
  })
})
