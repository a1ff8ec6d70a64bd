/** The REST API: routes, shapes and presenters by context and area. */

import type { Route } from '../../http/index.js'
import { auditEventRoutes } from './audit/audit-event-routes.js'
import { documentBlameRoute } from './audit/blame-route.js'
import { historyRoutes } from './audit/routes.js'
import { awardEmojiRoutes } from './conversation/award-emoji/routes.js'
import { commitDiscussionRoutes } from './conversation/commit-comments/discussion-routes.js'
import { commitCommentRoutes } from './conversation/commit-comments/routes.js'
import { draftNoteRoutes } from './conversation/draft-notes/routes.js'
import { eventFeedRoutes } from './conversation/events/routes.js'
import { markdownRoutes } from './conversation/markdown/routes.js'
import { noteRoutes } from './conversation/notes/index.js'
import { relatedMergeRequestRoutes, resourceEventRoutes } from './conversation/resource-events/routes.js'
import { searchRoutes } from './conversation/search/routes.js'
import { todoRoutes } from './conversation/todos/routes.js'
import { usageRoutes } from './conversation/usage/routes.js'
import { ciLintRoutes } from './delivery/ci-lint/routes.js'
import { ciVariableRoutes } from './delivery/ci-variables/routes.js'
import { commitStatusRoutes } from './delivery/commit-statuses/routes.js'
import { deploymentRoutes } from './delivery/deployments/routes.js'
import { environmentRoutes } from './delivery/environments/routes.js'
import { freezePeriodRoutes } from './delivery/freeze-periods/routes.js'
import { jobRoutes } from './delivery/jobs/routes.js'
import { pipelineScheduleRoutes } from './delivery/pipeline-schedules/routes.js'
import { pipelineTriggerRoutes } from './delivery/pipeline-triggers/routes.js'
import { pipelineRoutes } from './delivery/pipelines/routes.js'
import { protectedEnvironmentRoutes } from './delivery/protected-environments/routes.js'
import { releaseRoutes } from './delivery/releases/index.js'
import { runnerRoutes } from './delivery/runners/routes.js'
import { impersonationTokenRoutes } from './identity/access-tokens/impersonation-token-routes.js'
import { personalAccessTokenRoutes } from './identity/access-tokens/personal-access-token-routes.js'
import { applicationRoutes } from './identity/applications/routes.js'
import { emailRoutes } from './identity/emails/routes.js'
import { followRoutes } from './identity/follow/routes.js'
import { userKeyRoutes } from './identity/keys/routes.js'
import { licenseRoutes } from './identity/license/routes.js'
import { userStatusRoutes } from './identity/status/routes.js'
import { userAdministrationRoutes } from './identity/users/administration-routes.js'
import { avatarByEmailRoutes } from './identity/users/avatar-route.js'
import { userRoutes } from './identity/users/routes.js'
import { appearanceRoutes } from './instance/appearance/routes.js'
import { broadcastMessageRoutes } from './instance/broadcast-messages/routes.js'
import { deprecationRoutes } from './instance/deprecations/routes.js'
import { featureRoutes } from './instance/features/routes.js'
import { settingsRoutes } from './instance/settings/routes.js'
import { sidekiqRoutes } from './instance/sidekiq/routes.js'
import { versionRoutes } from './instance/version/routes.js'
import { packageRoutes } from './packages/packages/routes.js'
import { registryRoutes } from './packages/registry/index.js'
import { terraformStateRoutes } from './packages/terraform-states/routes.js'
import { issueLinkRoutes } from './planning/issue-links/routes.js'
import { issueRoutes } from './planning/issues/index.js'
import { labelRoutes } from './planning/labels/routes.js'
import { milestoneRoutes } from './planning/milestones/routes.js'
import { accessTokenRoutes } from './projects/access-tokens/routes.js'
import { badgeRoutes } from './projects/badges/routes.js'
import { customAttributeRoutes } from './projects/custom-attributes/routes.js'
import { deployKeyRoutes } from './projects/deploy-keys/routes.js'
import { deployTokenRoutes } from './projects/deploy-tokens/routes.js'
import { groupListRoutes } from './projects/groups/list-routes.js'
import { groupRoutes } from './projects/groups/routes.js'
import { integrationRoutes } from './projects/integrations/routes.js'
import { accessRequestRoutes } from './projects/members/access-request-routes.js'
import { invitationRoutes } from './projects/members/invitation-routes.js'
import { membershipRoutes } from './projects/members/membership-routes.js'
import { memberRoutes } from './projects/members/routes.js'
import { namespaceRoutes, removeUserRoutes } from './projects/namespaces/routes.js'
import { notificationSettingRoutes } from './projects/notification-settings/routes.js'
import { forkRoutes } from './projects/projects/fork-routes.js'
import { projectListRoutes } from './projects/projects/list-routes.js'
import { projectRoutes } from './projects/projects/routes.js'
import { protectedBranchRoutes } from './projects/protected-refs/branch-routes.js'
import { protectedTagRoutes } from './projects/protected-refs/tag-routes.js'
import { repositoryRoutes } from './projects/repository/index.js'
import { shareRoutes } from './projects/shares/routes.js'
import { starRoutes } from './projects/stars/routes.js'
import { templateRoutes } from './projects/templates/routes.js'
import { topicRoutes } from './projects/topics/routes.js'
import { uploadRoutes } from './projects/uploads/routes.js'
import { changelogRoutes } from './review/changelog/routes.js'
import { memberRemovalRoutes } from './review/member-removal-routes.js'
import { mergeRequestRoutes } from './review/merge-requests/index.js'
import { webhookRoutes } from './webhooks/hooks/routes.js'

/** Every route of the REST API, an area a line. */
export const apiRoutes: ReadonlyArray<Route> = [
  ...pipelineScheduleRoutes,
  ...shareRoutes,
  ...accessTokenRoutes,
  ...appearanceRoutes,
  ...applicationRoutes,
  ...broadcastMessageRoutes,
  ...customAttributeRoutes,
  ...emailRoutes,
  ...featureRoutes,
  ...notificationSettingRoutes,
  ...usageRoutes,
  ...userStatusRoutes,
  ...followRoutes,
  ...awardEmojiRoutes,
  ...ciLintRoutes,
  ...ciVariableRoutes,
  ...commitCommentRoutes,
  ...commitDiscussionRoutes,
  ...commitStatusRoutes,
  ...deployKeyRoutes,
  ...deployTokenRoutes,
  ...integrationRoutes,
  ...deploymentRoutes,
  ...deprecationRoutes,
  ...environmentRoutes,
  ...eventFeedRoutes,
  ...forkRoutes,
  ...groupListRoutes,
  ...groupRoutes,
  ...auditEventRoutes,
  ...historyRoutes,
  documentBlameRoute,
  ...impersonationTokenRoutes,
  ...issueRoutes,
  ...jobRoutes,
  ...labelRoutes,
  ...licenseRoutes,
  ...markdownRoutes,
  ...memberRoutes,
  ...accessRequestRoutes,
  ...invitationRoutes,
  ...freezePeriodRoutes,
  ...membershipRoutes,
  ...avatarByEmailRoutes,
  ...memberRemovalRoutes,
  ...mergeRequestRoutes,
  ...changelogRoutes,
  ...milestoneRoutes,
  ...namespaceRoutes,
  ...removeUserRoutes,
  ...noteRoutes,
  ...draftNoteRoutes,
  ...packageRoutes,
  ...personalAccessTokenRoutes,
  ...pipelineRoutes,
  ...pipelineTriggerRoutes,
  ...projectListRoutes,
  ...projectRoutes,
  ...protectedBranchRoutes,
  ...protectedEnvironmentRoutes,
  ...protectedTagRoutes,
  ...registryRoutes,
  ...releaseRoutes,
  ...repositoryRoutes,
  ...searchRoutes,
  ...runnerRoutes,
  ...settingsRoutes,
  ...templateRoutes,
  ...terraformStateRoutes,
  ...relatedMergeRequestRoutes,
  ...resourceEventRoutes,
  ...todoRoutes,
  ...badgeRoutes,
  ...issueLinkRoutes,
  ...starRoutes,
  ...topicRoutes,
  ...uploadRoutes,
  ...userAdministrationRoutes,
  ...userKeyRoutes,
  ...userRoutes,
  ...sidekiqRoutes,
  ...versionRoutes,
  ...webhookRoutes,
]
