import { auditEvents } from './audit/audit-event.js'
import { activity } from './conversation/activity/projection.js'
import { awards } from './conversation/award-emoji.js'
import { commitComments } from './conversation/commit-comment.js'
import { discussions } from './conversation/discussion/projection.js'
import { draftNotes } from './conversation/draft-note.js'
import { eventFeed } from './conversation/event-feed/projection.js'
import { search } from './conversation/search.js'
import { todos } from './conversation/todo.js'
import { usage } from './conversation/usage.js'
import { ciVariables } from './delivery/ci-variable.js'
import { deployments } from './delivery/deployment/index.js'
import { environments } from './delivery/environment.js'
import { featureFlagUserLists } from './delivery/feature-flag-user-list.js'
import { freezePeriods } from './delivery/freeze-period.js'
import { jobOutputs } from './delivery/job-output.js'
import { jobTokens } from './delivery/job-token.js'
import { pipelines } from './delivery/pipeline/projection.js'
import { pipelineSchedules } from './delivery/pipeline-schedule.js'
import { pipelineTriggers } from './delivery/pipeline-trigger.js'
import { projectFeatureFlags } from './delivery/project-feature-flag.js'
import { protectedEnvironments } from './delivery/protected-environment.js'
import { projectReleases } from './delivery/release.js'
import { resourceGroups } from './delivery/resource-group.js'
import { runners } from './delivery/runner.js'
import type { Projection } from './engine/projection.js'
import { customAttributeRows } from './identity/custom-attribute.js'
import { follows } from './identity/follow.js'
import { oauthApplications } from './identity/oauth-application.js'
import { oauthTokens } from './identity/oauth-token.js'
import { personalAccessTokens } from './identity/personal-access-token.js'
import { sessions } from './identity/session.js'
import { users } from './identity/user/projection.js'
import { userKeys } from './identity/user-key.js'
import { appearances } from './instance/appearance.js'
import { broadcastMessages } from './instance/broadcast-message.js'
import { featureFlags } from './instance/feature-flag.js'
import { planLimitChanges } from './instance/plan-limits.js'
import { lfs } from './packages/lfs.js'
import { packages } from './packages/package/projection.js'
import { terraformStates } from './packages/terraform-state.js'
import { issues } from './planning/issue/projection.js'
import { issueLinks } from './planning/issue-link.js'
import { labels } from './planning/label.js'
import { milestones } from './planning/milestone.js'
import { badges } from './projects/badge.js'
import { deployKeys } from './projects/deploy-key.js'
import { deployTokens } from './projects/deploy-token.js'
import { places } from './projects/index.js'
import { invitations } from './projects/invitation.js'
import { jobTokenScopes } from './projects/job-token-scope.js'
import { notificationSettings } from './projects/notification-setting.js'
import { protectedBranches } from './projects/protected-branch.js'
import { protectedTagRows } from './projects/protected-tag.js'
import { registrationTokens } from './projects/registration-token.js'
import { repositories } from './projects/repository.js'
import { stars } from './projects/star.js'
import { topics } from './projects/topic.js'
import { uploads } from './projects/upload.js'
import { approvalRuleRows } from './review/approval-rule/index.js'
import { externalStatusChecks } from './review/external-status-check.js'
import { mergeRequests } from './review/merge-request/index.js'
import { webhooks } from './webhooks/webhook.js'

/** The projections of all domains, in alphabetical order, with two exceptions: audit events come first, because they read rows before those change; approval rules come last, because they read rows of projects, branches and merge requests. */
export const projections: ReadonlyArray<Projection> = [
  auditEvents,
  ciVariables,
  uploads,
  badges,
  stars,
  topics,
  issueLinks,
  webhooks,
  activity,
  appearances,
  planLimitChanges,
  broadcastMessages,
  featureFlags,
  customAttributeRows,
  notificationSettings,
  deployKeys,
  deployTokens,
  awards,
  draftNotes,
  commitComments,
  deployments,
  discussions,
  environments,
  eventFeed,
  featureFlagUserLists,
  projectFeatureFlags,
  freezePeriods,
  invitations,
  jobTokenScopes,
  issues,
  jobOutputs,
  jobTokens,
  labels,
  lfs,
  mergeRequests,
  milestones,
  oauthApplications,
  oauthTokens,
  packages,
  personalAccessTokens,
  pipelineSchedules,
  pipelineTriggers,
  pipelines,
  places,
  protectedBranches,
  protectedEnvironments,
  projectReleases,
  protectedTagRows,
  registrationTokens,
  resourceGroups,
  repositories,
  search,
  terraformStates,
  runners,
  todos,
  sessions,
  users,
  userKeys,
  follows,
  usage,
  approvalRuleRows,
  externalStatusChecks,
]
