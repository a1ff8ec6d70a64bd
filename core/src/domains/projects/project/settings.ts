import * as t from 'io-ts'
import { VISIBILITIES } from '../../../access/access-level.js'
import { defaultFeatures, FEATURE_LEVELS, FEATURES } from '../../../access/features.js'
import { list, nullable, oneOf, orUndefined, record, safeInteger, union } from '../../../kernel/codecs.js'

/** How merge requests are merged. */
export const MERGE_METHODS = ['merge', 'rebase_merge', 'ff'] as const
export type MergeMethod = (typeof MERGE_METHODS)[number]

/** Whether commits are squashed, and who decides that. */
export const SQUASH_OPTIONS = ['never', 'always', 'default_on', 'default_off'] as const
export type SquashOption = (typeof SQUASH_OPTIONS)[number]

/** External issue trackers. */
export const ISSUE_TRACKERS = ['bugzilla', 'custom-issue-tracker', 'ewm', 'jira', 'redmine', 'youtrack'] as const

const issueTracker = t.readonly(
  t.type({
    slug: oneOf(ISSUE_TRACKERS),
    url: t.string,
    issuesUrl: nullable(t.string),
    newIssueUrl: nullable(t.string),
  }),
)
export type IssueTracker = t.TypeOf<typeof issueTracker>

/** What can be set on a project, with its codec; the API's names are these in snake case. */
export const projectSettings = {
  name: t.string,
  path: t.string,
  /** As returned by `storeAvatar`. Undefined in events from before avatars existed: none. */
  avatar: orUndefined(nullable(t.string)),
  description: nullable(t.string),
  visibility: oneOf(VISIBILITIES),
  topics: list(t.string),
  features: record(oneOf(FEATURES), oneOf(FEATURE_LEVELS)),

  mergeMethod: oneOf(MERGE_METHODS),
  squashOption: oneOf(SQUASH_OPTIONS),
  onlyAllowMergeIfPipelineSucceeds: t.boolean,
  onlyAllowMergeIfAllDiscussionsAreResolved: t.boolean,
  /** Undefined in events from before the setting existed: no. */
  onlyAllowMergeIfAllStatusChecksPassed: orUndefined(t.boolean),
  allowMergeOnSkippedPipeline: nullable(t.boolean),
  removeSourceBranchAfterMerge: t.boolean,
  printingMergeRequestLinkEnabled: t.boolean,
  resolveOutdatedDiffDiscussions: t.boolean,
  autocloseReferencedIssues: t.boolean,
  mergeCommitTemplate: nullable(t.string),
  squashCommitTemplate: nullable(t.string),
  suggestionCommitMessage: nullable(t.string),
  mergePipelinesEnabled: t.boolean,
  mergeTrainsEnabled: t.boolean,
  mergeRequestsTemplate: nullable(t.string),
  issuesTemplate: nullable(t.string),

  /** Undefined in events from before the setting existed: none. */
  issueTracker: union([issueTracker, t.null, t.undefined]),

  approvalsBeforeMerge: safeInteger,
  resetApprovalsOnPush: t.boolean,
  disableOverridingApproversPerMergeRequest: t.boolean,
  mergeRequestsAuthorApproval: t.boolean,
  mergeRequestsDisableCommittersApproval: t.boolean,
  requirePasswordToApprove: t.boolean,
  /** Undefined in events from before the setting existed: no. */
  selectiveCodeOwnerRemovals: orUndefined(t.boolean),

  ciConfigPath: nullable(t.string),
  ciDefaultGitDepth: nullable(safeInteger),
  ciForwardDeploymentEnabled: t.boolean,
  ciJobTokenScopeEnabled: t.boolean,
  /** Undefined in events from before the setting existed: no. */
  allowPipelineTriggerApproveDeployment: orUndefined(t.boolean),
  ciSeparatedCaches: t.boolean,
  autoCancelPendingPipelines: oneOf(['enabled', 'disabled']),
  autoDevopsEnabled: t.boolean,
  autoDevopsDeployStrategy: oneOf(['continuous', 'manual', 'timed_incremental']),
  buildGitStrategy: oneOf(['fetch', 'clone']),
  buildTimeout: safeInteger,
  keepLatestArtifact: t.boolean,
  publicJobs: t.boolean,
  restrictUserDefinedVariables: t.boolean,
  sharedRunnersEnabled: t.boolean,
  groupRunnersEnabled: t.boolean,

  packagesEnabled: t.boolean,
  lfsEnabled: t.boolean,
  requestAccessEnabled: t.boolean,
  serviceDeskEnabled: t.boolean,
  emailsDisabled: nullable(t.boolean),
  enforceAuthChecksOnUploads: t.boolean,
  showDefaultAwardEmojis: t.boolean,
  /** For forks. Undefined in events from before the setting existed: no. */
  mrDefaultTargetSelf: orUndefined(t.boolean),
  externalAuthorizationClassificationLabel: nullable(t.string),
}

const codec = t.type(projectSettings)
export type ProjectSettings = Readonly<t.TypeOf<typeof codec>>

/** The settings of a new project, besides its name and path. */
export const defaultProjectSettings: Omit<ProjectSettings, 'name' | 'path'> = {
  avatar: null,
  description: null,
  visibility: 'private',
  topics: [],
  features: defaultFeatures,
  mergeMethod: 'merge',
  squashOption: 'default_off',
  onlyAllowMergeIfPipelineSucceeds: false,
  onlyAllowMergeIfAllDiscussionsAreResolved: false,
  onlyAllowMergeIfAllStatusChecksPassed: false,
  allowMergeOnSkippedPipeline: null,
  removeSourceBranchAfterMerge: true,
  printingMergeRequestLinkEnabled: true,
  resolveOutdatedDiffDiscussions: false,
  autocloseReferencedIssues: true,
  mergeCommitTemplate: null,
  squashCommitTemplate: null,
  suggestionCommitMessage: null,
  mergePipelinesEnabled: false,
  mergeTrainsEnabled: false,
  mergeRequestsTemplate: null,
  issuesTemplate: null,
  issueTracker: null,
  approvalsBeforeMerge: 0,
  resetApprovalsOnPush: true,
  disableOverridingApproversPerMergeRequest: false,
  mergeRequestsAuthorApproval: false,
  mergeRequestsDisableCommittersApproval: false,
  requirePasswordToApprove: false,
  selectiveCodeOwnerRemovals: false,
  ciConfigPath: null,
  ciDefaultGitDepth: 20,
  ciForwardDeploymentEnabled: true,
  ciJobTokenScopeEnabled: false,
  allowPipelineTriggerApproveDeployment: false,
  ciSeparatedCaches: true,
  autoCancelPendingPipelines: 'enabled',
  autoDevopsEnabled: false,
  autoDevopsDeployStrategy: 'continuous',
  buildGitStrategy: 'fetch',
  buildTimeout: 3600,
  keepLatestArtifact: true,
  publicJobs: true,
  restrictUserDefinedVariables: false,
  sharedRunnersEnabled: true,
  groupRunnersEnabled: true,
  packagesEnabled: true,
  lfsEnabled: true,
  requestAccessEnabled: true,
  serviceDeskEnabled: false,
  emailsDisabled: null,
  enforceAuthChecksOnUploads: true,
  showDefaultAwardEmojis: true,
  mrDefaultTargetSelf: false,
  externalAuthorizationClassificationLabel: null,
}
