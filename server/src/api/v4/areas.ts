import type { Route } from '../../http/index.js'

/** The areas of the API, each loaded with the first request for one of its routes. Their order is that of the OpenAPI document. */
export const areas: Readonly<Record<string, () => Promise<ReadonlyArray<Route>>>> = {
  'delivery/pipeline-schedules': async () =>
    (await import('./delivery/pipeline-schedules/routes.js')).pipelineScheduleRoutes,
  'projects/shares': async () => (await import('./projects/shares/routes.js')).shareRoutes,
  'projects/access-tokens': async () => (await import('./projects/access-tokens/routes.js')).accessTokenRoutes,
  'instance/appearance': async () => (await import('./instance/appearance/routes.js')).appearanceRoutes,
  'identity/applications': async () => (await import('./identity/applications/routes.js')).applicationRoutes,
  'instance/broadcast-messages': async () =>
    (await import('./instance/broadcast-messages/routes.js')).broadcastMessageRoutes,
  'projects/custom-attributes': async () =>
    (await import('./projects/custom-attributes/routes.js')).customAttributeRoutes,
  'identity/emails': async () => (await import('./identity/emails/routes.js')).emailRoutes,
  'instance/features': async () => (await import('./instance/features/routes.js')).featureRoutes,
  'projects/notification-settings': async () =>
    (await import('./projects/notification-settings/routes.js')).notificationSettingRoutes,
  'conversation/usage': async () => (await import('./conversation/usage/routes.js')).usageRoutes,
  'identity/status': async () => (await import('./identity/status/routes.js')).userStatusRoutes,
  'identity/follow': async () => (await import('./identity/follow/routes.js')).followRoutes,
  'conversation/award-emoji': async () => (await import('./conversation/award-emoji/routes.js')).awardEmojiRoutes,
  'delivery/ci-lint': async () => (await import('./delivery/ci-lint/routes.js')).ciLintRoutes,
  'delivery/ci-variables': async () => (await import('./delivery/ci-variables/routes.js')).ciVariableRoutes,
  'conversation/commit-comments': async () =>
    (await import('./conversation/commit-comments/routes.js')).commitCommentRoutes,
  'conversation/commit-comments/discussion': async () =>
    (await import('./conversation/commit-comments/discussion-routes.js')).commitDiscussionRoutes,
  'delivery/commit-statuses': async () => (await import('./delivery/commit-statuses/routes.js')).commitStatusRoutes,
  'projects/deploy-keys': async () => (await import('./projects/deploy-keys/routes.js')).deployKeyRoutes,
  'projects/deploy-tokens': async () => (await import('./projects/deploy-tokens/routes.js')).deployTokenRoutes,
  'projects/integrations': async () => (await import('./projects/integrations/routes.js')).integrationRoutes,
  'delivery/deployments': async () => (await import('./delivery/deployments/routes.js')).deploymentRoutes,
  'instance/deprecations': async () => (await import('./instance/deprecations/routes.js')).deprecationRoutes,
  'delivery/environments': async () => (await import('./delivery/environments/routes.js')).environmentRoutes,
  'conversation/events': async () => (await import('./conversation/events/routes.js')).eventFeedRoutes,
  'projects/projects/fork': async () => (await import('./projects/projects/fork-routes.js')).forkRoutes,
  'projects/groups/list': async () => (await import('./projects/groups/list-routes.js')).groupListRoutes,
  'projects/groups': async () => (await import('./projects/groups/routes.js')).groupRoutes,
  'audit/audit-event': async () => (await import('./audit/audit-event-routes.js')).auditEventRoutes,
  'audit/history': async () => (await import('./audit/routes.js')).historyRoutes,
  'audit/blame': async () => [(await import('./audit/blame-route.js')).documentBlameRoute],
  'identity/access-tokens/impersonation-token': async () =>
    (await import('./identity/access-tokens/impersonation-token-routes.js')).impersonationTokenRoutes,
  'planning/issues': async () => (await import('./planning/issues/index.js')).issueRoutes,
  'delivery/jobs': async () => (await import('./delivery/jobs/routes.js')).jobRoutes,
  'planning/labels': async () => (await import('./planning/labels/routes.js')).labelRoutes,
  'identity/license': async () => (await import('./identity/license/routes.js')).licenseRoutes,
  'conversation/markdown': async () => (await import('./conversation/markdown/routes.js')).markdownRoutes,
  'projects/members': async () => (await import('./projects/members/routes.js')).memberRoutes,
  'projects/members/access-request': async () =>
    (await import('./projects/members/access-request-routes.js')).accessRequestRoutes,
  'projects/members/invitation': async () => (await import('./projects/members/invitation-routes.js')).invitationRoutes,
  'delivery/feature-flags': async () => (await import('./delivery/feature-flags/flag-routes.js')).featureFlagRoutes,
  'delivery/feature-flags/user-list': async () =>
    (await import('./delivery/feature-flags/user-list-routes.js')).featureFlagUserListRoutes,
  'delivery/freeze-periods': async () => (await import('./delivery/freeze-periods/routes.js')).freezePeriodRoutes,
  'projects/job-token-scope': async () => (await import('./projects/job-token-scope/routes.js')).jobTokenScopeRoutes,
  'projects/members/membership': async () => (await import('./projects/members/membership-routes.js')).membershipRoutes,
  'identity/users/avatar': async () => (await import('./identity/users/avatar-route.js')).avatarByEmailRoutes,
  'review/member-removal': async () => (await import('./review/member-removal-routes.js')).memberRemovalRoutes,
  'review/merge-requests': async () => (await import('./review/merge-requests/index.js')).mergeRequestRoutes,
  'review/external-status-checks': async () =>
    (await import('./review/external-status-checks/index.js')).externalStatusCheckRoutes,
  'review/changelog': async () => (await import('./review/changelog/routes.js')).changelogRoutes,
  'planning/milestones': async () => (await import('./planning/milestones/routes.js')).milestoneRoutes,
  'projects/namespaces': async () => {
    const { namespaceRoutes, removeUserRoutes } = await import('./projects/namespaces/routes.js')
    return [...namespaceRoutes, ...removeUserRoutes]
  },
  'conversation/notes': async () => (await import('./conversation/notes/index.js')).noteRoutes,
  'conversation/suggestions': async () => (await import('./conversation/suggestions/routes.js')).suggestionRoutes,
  'conversation/draft-notes': async () => (await import('./conversation/draft-notes/routes.js')).draftNoteRoutes,
  'packages/packages': async () => (await import('./packages/packages/routes.js')).packageRoutes,
  'identity/access-tokens/personal-access-token': async () =>
    (await import('./identity/access-tokens/personal-access-token-routes.js')).personalAccessTokenRoutes,
  'delivery/pipelines': async () => (await import('./delivery/pipelines/routes.js')).pipelineRoutes,
  'delivery/pipeline-triggers': async () =>
    (await import('./delivery/pipeline-triggers/routes.js')).pipelineTriggerRoutes,
  'projects/projects/list': async () => (await import('./projects/projects/list-routes.js')).projectListRoutes,
  'projects/projects': async () => (await import('./projects/projects/routes.js')).projectRoutes,
  'projects/protected-refs/branch': async () =>
    (await import('./projects/protected-refs/branch-routes.js')).protectedBranchRoutes,
  'delivery/protected-environments': async () =>
    (await import('./delivery/protected-environments/routes.js')).protectedEnvironmentRoutes,
  'projects/protected-refs/tag': async () =>
    (await import('./projects/protected-refs/tag-routes.js')).protectedTagRoutes,
  'packages/registry': async () => (await import('./packages/registry/index.js')).registryRoutes,
  'delivery/releases': async () => (await import('./delivery/releases/index.js')).releaseRoutes,
  'projects/repository': async () => (await import('./projects/repository/index.js')).repositoryRoutes,
  'conversation/search': async () => (await import('./conversation/search/routes.js')).searchRoutes,
  'delivery/resource-groups': async () => (await import('./delivery/resource-groups/routes.js')).resourceGroupRoutes,
  'delivery/runners': async () => (await import('./delivery/runners/routes.js')).runnerRoutes,
  'instance/plan-limits': async () => (await import('./instance/plan-limits/routes.js')).planLimitRoutes,
  'instance/settings': async () => (await import('./instance/settings/routes.js')).settingsRoutes,
  'projects/templates': async () => (await import('./projects/templates/routes.js')).templateRoutes,
  'packages/terraform-states': async () => (await import('./packages/terraform-states/routes.js')).terraformStateRoutes,
  'conversation/resource-events': async () => {
    const { relatedMergeRequestRoutes, resourceEventRoutes } = await import('./conversation/resource-events/routes.js')
    return [...relatedMergeRequestRoutes, ...resourceEventRoutes]
  },
  'conversation/todos': async () => (await import('./conversation/todos/routes.js')).todoRoutes,
  'projects/badges': async () => (await import('./projects/badges/routes.js')).badgeRoutes,
  'planning/issue-links': async () => (await import('./planning/issue-links/routes.js')).issueLinkRoutes,
  'projects/stars': async () => (await import('./projects/stars/routes.js')).starRoutes,
  'projects/topics': async () => (await import('./projects/topics/routes.js')).topicRoutes,
  'projects/uploads': async () => (await import('./projects/uploads/routes.js')).uploadRoutes,
  'identity/users/administration': async () =>
    (await import('./identity/users/administration-routes.js')).userAdministrationRoutes,
  'identity/keys': async () => (await import('./identity/keys/routes.js')).userKeyRoutes,
  'identity/users': async () => (await import('./identity/users/routes.js')).userRoutes,
  'instance/sidekiq': async () => (await import('./instance/sidekiq/routes.js')).sidekiqRoutes,
  'instance/version': async () => (await import('./instance/version/routes.js')).versionRoutes,
  'webhooks/status-checks': async () => (await import('./webhooks/status-checks/routes.js')).statusCheckRetryRoutes,
  'webhooks/hooks': async () => (await import('./webhooks/hooks/routes.js')).webhookRoutes,
}
