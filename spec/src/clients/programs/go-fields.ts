import { gpgKey, sshKey } from './public-key.js'

type Json = Readonly<Record<string, unknown>>

/** What stands in the world that writes speak of. */
export interface Written {
  readonly person: number
  readonly project: number
  readonly group: number
  /** A project beside. */
  readonly elsewhere: number
  /** A group beside. */
  readonly groupElsewhere: number
  /** The head of the branch `side`. */
  readonly sha: string
  readonly runnersToken: string
  /** Of a runner that is there, and of another that may go. */
  readonly runnerToken: string
  readonly spareRunnerToken: string
  /** Where webhooks are heard. */
  readonly receiver: string
  /** A runner of the project beside. */
  readonly runnerElsewhere: number
  /** The number of an issue in the instance. */
  readonly issue: number
  readonly triggerToken: string
}

/** What some reads cannot do without. */
export const READ_FIELDS: Json = { Ref: 'main', From: 'main', To: 'side' }

const FIXED: Json = {
  Name: 'name-#',
  Path: 'path-#',
  Title: 'title #',
  Body: 'body #',
  Description: 'description #',
  Message: 'message #',
  Note: 'note #',
  Content: 'content #',
  CommitMessage: 'commit #',
  Key: 'KEY_#',
  Value: 'value-#',
  Color: 'red',
  URL: 'https://example.com/#',
  ProjectURL: 'https://example.com',
  IssuesURL: 'https://example.com/:id',
  NewIssueURL: 'https://example.com/new',
  ExternalURL: 'https://example.com/#',
  LinkURL: 'https://example.com/#',
  ImageURL: 'https://example.com/#.png',
  Ref: 'main',
  Branch: 'main',
  Cron: '0 1 * * *',
  Duration: '1h',
  Scopes: ['api'],
  ExpiresAt: '2030-01-01',
  AccessLevel: 30,
  GroupAccess: 30,
  GroupAccessLevel: 30,
  Email: 'person-#@example.com',
  Environment: 'staging',
  Status: 'success',
  State: 'success',
  ApprovalsRequired: 0,
  TagName: 'tag-#',
  FreezeStart: '0 23 * * 5',
  FreezeEnd: '0 7 * * 1',
  UserXIDs: 'a,b',
  RedirectURI: 'https://example.com',
  Text: 'some *text*',
  Confidential: false,
}

/** What the options of writes are filled with where they have a field of that name and type; `#` becomes a number of its own. */
export const writeFields = ({ person, project, group }: Written): Json => ({
  ...FIXED,
  UserID: person,
  GroupID: group,
  ProjectID: project,
  TargetProjectID: project,
})

const HEART = { Name: 'heart' }
const READS_CODE = { Scopes: ['read_repository'] }
const MAINTAINERS = [{ access_level: 40 }]

/** What single methods want instead; null leaves a field out. */
export const writeExceptions = (world: Written): Readonly<Record<string, Json>> => ({
  'Applications.CreateApplication': { Scopes: 'api' },
  'AwardEmoji.CreateIssueAwardEmoji': HEART,
  'AwardEmoji.CreateIssuesAwardEmojiOnNote': HEART,
  'AwardEmoji.CreateMergeRequestAwardEmoji': HEART,
  'AwardEmoji.CreateMergeRequestAwardEmojiOnNote': HEART,
  'Branches.CreateBranch': { Branch: 'fresh' },
  'Commits.CreateCommit': { Branch: 'side', Actions: [{ action: 'create', file_path: 'made.txt', content: 'made' }] },
  'Commits.PostCommitComment': { Path: null },
  'Commits.CherryPickCommit': { Branch: 'fresh' },
  'Commits.RevertCommit': { Branch: 'side' },
  'DeployKeys.AddDeployKey': { Key: sshKey(21) },
  'Users.AddSSHKey': { Key: sshKey(22) },
  'Users.AddSSHKeyForUser': { Key: sshKey(23) },
  'DeployTokens.CreateGroupDeployToken': READS_CODE,
  'DeployTokens.CreateProjectDeployToken': READS_CODE,
  'Deployments.CreateProjectDeployment': { SHA: world.sha, Tag: false, Ref: 'side', Status: 'running' },
  'Features.SetFeatureFlag': { Key: null, Value: true },
  'GenericPackages.PublishPackageFile': { Status: null },
  'ProtectedEnvironments.ProtectRepositoryEnvironments': { Name: 'production', DeployAccessLevels: MAINTAINERS },
  'ProtectedEnvironments.UpdateProtectedEnvironments': { Name: null, RequiredApprovalCount: 1 },
  'GroupProtectedEnvironments.ProtectGroupEnvironment': { Name: 'testing', DeployAccessLevels: MAINTAINERS },
  'GroupProtectedEnvironments.UpdateGroupProtectedEnvironment': { Name: null, RequiredApprovalCount: 1 },
  'IssueLinks.CreateIssueLink': { TargetProjectID: String(world.project), TargetIssueIID: '3' },
  'MergeRequests.CreateMergeRequest': { SourceBranch: 'fresh', TargetBranch: 'main' },
  'Repositories.AddChangelog': { Version: '1.0.0', From: world.sha, To: 'main' },
  'Repositories.GenerateChangelogData': { Version: '1.0.0', From: world.sha, To: 'main' },
  'Repositories.Archive': { Path: null },
  'Users.CreateUser': { Username: 'user-#', Password: 'correct horse battery', SkipConfirmation: true },
  'Discussions.ResolveMergeRequestDiscussion': { Resolved: true },
  'Issues.MoveIssue': { ToProjectID: world.elsewhere },
  'Deployments.UpdateProjectDeployment': { Status: 'success' },
  'Projects.ChangeApprovalConfiguration': { ResetApprovalsOnPush: true },
  'Runners.RegisterNewRunner': { Token: world.runnersToken },
  'Runners.VerifyRegisteredRunner': { Token: world.runnerToken },
  'Runners.DeleteRegisteredRunner': { Token: world.spareRunnerToken },
  'Runners.EnableProjectRunner': { RunnerID: world.runnerElsewhere },
  'Deployments.ApproveOrRejectProjectDeployment': { Status: 'approved' },
  'Groups.ShareGroupWithGroup': { GroupID: world.groupElsewhere },
  'Issues.ReorderIssue': { MoveAfterID: world.issue },
  'MergeRequests.AcceptMergeRequest': { MergeWhenPipelineSucceeds: true },
  'Groups.AddGroupHook': { URL: world.receiver },
  'Groups.EditGroupHook': { URL: world.receiver },
  'Projects.AddProjectHook': { URL: world.receiver },
  'Projects.EditProjectHook': { URL: world.receiver },
  'Projects.TransferProject': { Namespace: world.groupElsewhere },
  'ResourceGroup.EditAnExistingResourceGroup': { ProcessMode: 'oldest_first' },
  'Users.AddGPGKey': { Key: gpgKey(25) },
  'Users.AddGPGKeyForUser': { Key: gpgKey(24) },
  'PlanLimits.ChangePlanLimits': { PlanName: 'default' },
  'Users.CreateUserRunner': { RunnerType: 'project_type', GroupID: null },
  'PipelineTriggers.RunPipelineTrigger': { Token: world.triggerToken },
})
