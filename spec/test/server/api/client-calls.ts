import type { Gitlab } from '@gitbeaker/rest'

export type Client = InstanceType<typeof Gitlab<false>>

/** What the calls speak of; `sha` is the head of the default branch. */
export interface Things {
  readonly user: number
  readonly group: number
  readonly other: number
  readonly project: number
  readonly fork: number
  readonly sha: string
  readonly issue: number
  readonly request: number
  readonly milestone: number
  readonly pipeline: number
  readonly job: number
  readonly environment: number
  readonly deployment: number
}

export type Call = readonly [name: string, call: (api: Client, on: Things) => Promise<unknown>]

const EVER = '2022-01-01T00:00:00Z'
const NEVER = '2032-01-01T00:00:00Z'

const projectList = {
  archived: false,
  visibility: 'private',
  orderBy: 'updated_at',
  sort: 'asc',
  search: 'app',
  simple: false,
  owned: true,
  membership: true,
  starred: false,
  statistics: true,
  withCustomAttributes: true,
  withIssuesEnabled: true,
  withMergeRequestsEnabled: true,
  idAfter: 0,
  idBefore: 1000,
  searchNamespaces: true,
  lastActivityAfter: EVER,
  lastActivityBefore: NEVER,
  pagination: 'offset',
  perPage: 5,
} as const

const between = { createdAfter: EVER, createdBefore: NEVER, updatedAfter: EVER, updatedBefore: NEVER } as const

const requestList = {
  ...between,
  scope: 'all',
  state: 'opened',
  orderBy: 'updated_at',
  sort: 'desc',
  labels: 'a',
  milestone: 'm',
  withLabelsDetails: true,
  withMergeStatusRecheck: true,
  view: 'simple',
  sourceBranch: 'work',
  targetBranch: 'main',
  search: 'work',
  in: 'title',
  wip: 'no',
  not: { labels: 'b' },
} as const

const issueList = {
  ...between,
  scope: 'all',
  state: 'opened',
  orderBy: 'due_date',
  sort: 'asc',
  labels: 'a',
  milestone: 'm',
  withLabelsDetails: true,
  assigneeId: 2,
  confidential: false,
  dueDate: '0',
  search: 'i',
  in: 'title,description',
  not: { labels: 'b' },
} as const

const GROUPS_AND_USERS: ReadonlyArray<Call> = [
  ['users', (api) => api.Users.all({ active: true, excludeExternal: true, withCustomAttributes: true, ...between })],
  ['a user', (api, { user }) => api.Users.show(user)],
  ['a changed user', (api, { user }) => api.Users.edit(user, { bio: 'b', canCreateGroup: false, projectsLimit: 9 })],
  ['their projects', (api, { user }) => api.Users.allProjects(user, { ...projectList, statistics: true })],
  ['their stars', (api, { user }) => api.Users.allStarredProjects(user, { ...projectList, statistics: true })],
  [
    'their events',
    (api, { user }) => api.Users.allEvents(user, { action: 'pushed', targetType: 'issue', sort: 'asc' }),
  ],
  ['their status', (api, { user }) => api.Users.showStatus({ iDOrUsername: user })],
  ['own counts', (api) => api.Users.showCount()],
  ['own preferences', (api) => api.Users.editCurrentUserPreferences(true, false)],
  [
    'groups',
    (api) => api.Groups.all({ statistics: true, withCustomAttributes: true, topLevelOnly: true, owned: true }),
  ],
  ['a group', (api, { group }) => api.Groups.show(group, { withProjects: false })],
  ['its projects', (api, { group }) => api.Groups.allProjects(group, { ...projectList, includeSubgroups: true })],
  ['its shared projects', (api, { group }) => api.Groups.allSharedProjects(group, { ...projectList })],
  ['its subgroups', (api, { group }) => api.Groups.allSubgroups(group, { allAvailable: true, search: 'x' })],
  [
    'a changed group',
    (api, { group }) => api.Groups.edit(group, { description: 'd', projectCreationLevel: 'developer' }),
  ],
  ['a shared group', (api, { group, other }) => api.Groups.share(group, other, 30, { expiresAt: '2032-01-01' })],
  ['its members', (api, { group }) => api.GroupMembers.all(group, { includeInherited: true, query: 'd' })],
  ['its labels', (api, { group }) => api.GroupLabels.all(group, { withCounts: true, search: 'a' })],
  ['its milestones', (api, { group }) => api.GroupMilestones.all(group, { state: 'active', search: 'm' })],
  ['its variables', (api, { group }) => api.GroupVariables.create(group, 'KEY', 'value', { protected: true })],
  ['its hooks', (api, { group }) => api.GroupHooks.all(group)],
  ['namespaces', (api) => api.Namespaces.all({ search: 'top', ownedOnly: 'true' })],
]

const PROJECTS: ReadonlyArray<Call> = [
  ['projects', (api) => api.Projects.all({ ...projectList })],
  ['projects by page', (api) => api.Projects.all({ pagination: 'offset', page: 1, perPage: 1 })],
  ['projects by key', (api) => api.Projects.all({ pagination: 'keyset', orderBy: 'id', sort: 'asc', perPage: 1 })],
  ['a project', (api, { project }) => api.Projects.show(project, { statistics: true, withCustomAttributes: true })],
  ['a changed project', (api, { project }) => api.Projects.edit(project, { description: 'd', squashOption: 'always' })],
  [
    'its forks',
    (api, { project }) =>
      api.Projects.allForks(project, { orderBy: 'id', membership: true, statistics: true, owned: true }),
  ],
  ['its groups', (api, { project }) => api.Projects.allGroups(project, { withShared: true, sharedMinAccessLevel: 10 })],
  ['its languages', (api, { project }) => api.Projects.showLanguages(project)],
  ['a star', (api, { project }) => api.Projects.star(project)],
  ['its members', (api, { project }) => api.ProjectMembers.all(project, { includeInherited: true })],
  ['a member', (api, { project, user }) => api.ProjectMembers.edit(project, user, 40, { expiresAt: '2032-01-01' })],
  [
    'a hook',
    (api, { project }) => api.ProjectHooks.add(project, 'http://hook.test', { pushEvents: false, token: 't' }),
  ],
  [
    'variables',
    (api, { project }) => api.ProjectVariables.create(project, 'KEY', 'value', { environmentScope: 'a/*' }),
  ],
  ['deploy tokens', (api, { project }) => api.DeployTokens.create('t', ['read_repository'], { projectId: project })],
  ['badges', (api, { project }) => api.ProjectBadges.add(project, 'http://a.test', 'http://b.test')],
  ['attributes', (api, { project }) => api.ProjectCustomAttributes.set(project, 'place', 'attic')],
  ['access tokens', (api, { project }) => api.ProjectAccessTokens.create(project, 't', ['api'], '2022-12-01')],
  ['topics', (api) => api.Topics.all({ search: 'a' })],
  ['events', (api, { project }) => api.Events.all({ projectId: project, action: 'created', before: '2032-01-01' })],
  ['search', (api, { project }) => api.Search.all('issues', 'i', { projectId: project })],
  ['statistics', (api) => api.ApplicationStatistics.show()],
]

const REPOSITORY: ReadonlyArray<Call> = [
  ['branches', (api, { project }) => api.Branches.all(project, { search: '^m', regex: 'm' })],
  ['commits', (api, { project }) => api.Commits.all(project, { refName: 'main', withStats: true, trailers: true })],
  ['a commit', (api, { project, sha }) => api.Commits.show(project, sha, { stats: true })],
  ['its refs', (api, { project, sha }) => api.Commits.allReferences(project, sha, { type: 'branch' })],
  ['its statuses', (api, { project, sha }) => api.Commits.allStatuses(project, sha, { ref: 'main', all: true })],
  ['its comments', (api, { project, sha }) => api.Commits.createComment(project, sha, 'n', {})],
  ['a status', (api, { project, sha }) => api.Commits.editStatus(project, sha, 'success', { name: 'x', ref: 'main' })],
  [
    'a commit elsewhere',
    (api, { project, fork }) =>
      api.Commits.create(fork, 'theirs', 'm', [{ action: 'create', filePath: 'x', content: 'x' }], {
        startProject: project,
        startBranch: 'main',
      }),
  ],
  ['a tag', (api, { project }) => api.Tags.create(project, 'v1', 'main', { message: 'm' })],
  ['tags', (api, { project }) => api.Tags.all(project, { orderBy: 'version', sort: 'asc', search: 'v' })],
  ['a file', (api, { project }) => api.RepositoryFiles.show(project, 'README.md', 'main')],
  ['its lines', (api, { project }) => api.RepositoryFiles.allFileBlames(project, 'README.md', 'main')],
  ['trees', (api, { project }) => api.Repositories.allRepositoryTrees(project, { recursive: true, ref: 'main' })],
  ['comparisons', (api, { project }) => api.Repositories.compare(project, 'main', 'work', { straight: true })],
  ['contributors', (api, { project }) => api.Repositories.allContributors(project, { orderBy: 'email', sort: 'desc' })],
  ['merge bases', (api, { project }) => api.Repositories.mergeBase(project, ['main', 'work'])],
  ['protection', (api, { project }) => api.ProtectedBranches.protect(project, 'stable', { allowForcePush: true })],
  ['protected tags', (api, { project }) => api.ProtectedTags.protect(project, 'v*', { createAccessLevel: 40 })],
  ['releases', (api, { project }) => api.ProjectReleases.create(project, { tagName: 'v2', ref: 'main', name: 'n' })],
  ['their list', (api, { project }) => api.ProjectReleases.all(project, { includeHtmlDescription: true, sort: 'asc' })],
  [
    'their links',
    (api, { project }) => api.ReleaseLinks.create(project, 'v2', 'l', 'http://l.test', { linkType: 'image' }),
  ],
]

const WORK: ReadonlyArray<Call> = [
  ['issues everywhere', (api) => api.Issues.all({ ...issueList, nonArchived: true })],
  ['issues of a project', (api, { project }) => api.Issues.all({ projectId: project, ...issueList, iids: [1] })],
  ['issues of a group', (api, { group }) => api.Issues.all({ groupId: group, ...issueList })],
  ['an issue', (api, { project, issue }) => api.Issues.show(issue, { projectId: project })],
  [
    'a changed issue',
    (api, { project, issue }) => api.Issues.edit(project, issue, { addLabels: 'a', dueDate: '2022-09-09' }),
  ],
  ['its estimate', (api, { project, issue }) => api.Issues.addTimeEstimate(project, issue, '1h')],
  ['its participants', (api, { project, issue }) => api.Issues.allParticipants(project, issue)],
  ['its notes', (api, { project, issue }) => api.IssueNotes.create(project, issue, 'n', { internal: true })],
  ['its threads', (api, { project, issue }) => api.IssueDiscussions.create(project, issue, 'b')],
  ['its awards', (api, { project, issue }) => api.IssueAwardEmojis.award(project, issue, 'star')],
  ['labels', (api, { project }) => api.ProjectLabels.all(project, { withCounts: true, includeAncestorGroups: true })],
  ['milestones', (api, { project }) => api.ProjectMilestones.all(project, { state: 'active', title: 'm' })],
  [
    "a milestone's issues",
    (api, { project, milestone }) => api.ProjectMilestones.allAssignedIssues(project, milestone),
  ],
  ['requests everywhere', (api) => api.MergeRequests.all({ ...requestList })],
  [
    'requests of a project',
    (api, { project }) => api.MergeRequests.all({ projectId: project, ...requestList, iids: [1] }),
  ],
  ['requests of a group', (api, { group }) => api.MergeRequests.all({ groupId: group, ...requestList })],
  [
    'a request',
    (api, { project, request }) =>
      api.MergeRequests.show(project, request, { renderHtml: true, includeDivergedCommitsCount: true }),
  ],
  [
    'a changed request',
    (api, { project, request }) =>
      api.MergeRequests.edit(project, request, { title: 't', squash: true, removeSourceBranch: true, addLabels: 'a' }),
  ],
  [
    'its changes',
    (api, { project, request }) => api.MergeRequests.showChanges(project, request, { accessRawDiffs: true }),
  ],
  ['its commits', (api, { project, request }) => api.MergeRequests.allCommits(project, request)],
  ['its pipelines', (api, { project, request }) => api.MergeRequests.allPipelines(project, request)],
  ['its reviewers', (api, { project, request }) => api.MergeRequests.showReviewers(project, request)],
  [
    'its approvals',
    (api, { project, request }) => api.MergeRequestApprovals.showConfiguration(project, { mergerequestIId: request }),
  ],
  [
    'approval rules',
    (api, { project }) => api.MergeRequestApprovals.createApprovalRule(project, 'r', 1, { userIds: [1] }),
  ],
  ['its threads', (api, { project, request }) => api.MergeRequestDiscussions.create(project, request, 'b')],
  ['to-dos', (api) => api.TodoLists.all({ state: 'pending', action: 'assigned', type: 'Issue' })],
]

const DELIVERY: ReadonlyArray<Call> = [
  [
    'pipelines',
    (api, { project }) => api.Pipelines.all(project, { scope: 'finished', ref: 'main', orderBy: 'status' }),
  ],
  ['a pipeline', (api, { project, pipeline }) => api.Pipelines.show(project, pipeline)],
  ['its variables', (api, { project, pipeline }) => api.Pipelines.allVariables(project, pipeline)],
  ['its report', (api, { project, pipeline }) => api.Pipelines.showTestReport(project, pipeline)],
  ['the latest', (api, { project }) => api.Pipelines.show(project, 'latest', { ref: 'main' })],
  ['its jobs', (api, { project, pipeline }) => api.Jobs.all(project, { pipelineId: pipeline, includeRetried: true })],
  ['its bridges', (api, { project, pipeline }) => api.Jobs.allPipelineBridges(project, pipeline, { scope: 'success' })],
  ['jobs', (api, { project }) => api.Jobs.all(project, { scope: 'manual' })],
  ['a job', (api, { project, job }) => api.Jobs.show(project, job)],
  ['a played job', (api, { project, job }) => api.Jobs.play(project, job)],
  [
    'schedules',
    (api, { project }) =>
      api.PipelineSchedules.create(project, 'd', 'main', '0 1 * * *', { active: false, cronTimezone: 'UTC' }),
  ],
  ['triggers', (api, { project }) => api.PipelineTriggerTokens.create(project, 'd')],
  ['runners', (api) => api.Runners.all({ type: 'instance_type', status: 'online', tagList: ['a'] })],
  ['environments', (api, { project }) => api.Environments.all(project, { search: 'prod', states: 'available' })],
  [
    'an environment',
    (api, { project, environment }) =>
      api.Environments.edit(project, environment, { externalUrl: 'http://prod.test', tier: 'production' }),
  ],
  [
    'deployments',
    (api, { project }) =>
      api.Deployments.all(project, { environment: 'production', status: 'running', orderBy: 'iid', sort: 'desc' }),
  ],
  ['a deployment', (api, { project, deployment }) => api.Deployments.show(project, deployment)],
  [
    'what it shipped',
    (api, { project, deployment }) => api.Deployments.allMergeRequests(project, deployment, { state: 'merged' }),
  ],
  ['its end', (api, { project, deployment }) => api.Deployments.edit(project, deployment, 'success')],
  [
    'packages',
    (api, { project }) => api.Packages.all({ projectId: project, packageType: 'npm', includeVersionless: true }),
  ],
  ['a linted file', (api, { project }) => api.Lint.lint(project, 'a: { script: b }', { includeJobs: true })],
]

/** Every call, with the options that the library documents. */
export const CALLS: ReadonlyArray<Call> = [...GROUPS_AND_USERS, ...PROJECTS, ...REPOSITORY, ...WORK, ...DELIVERY]
