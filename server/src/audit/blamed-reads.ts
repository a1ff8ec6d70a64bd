import type { DocumentRead } from '@forgefold/core/audit'

/** Where the history keeps the content of a read. */
export type Kept = Omit<DocumentRead, 'path'>

const numbered = (kind: string, numberedBy = 'id'): Kept => ({ kind, numberedBy })

/** Content without a number of its own in the history: a part of its parent, or one of the streams that refer to it. */
const within = (kind: string): Kept => ({ kind, numberedBy: undefined })

const ofPlaces = (suffix: string, kept: Kept): Readonly<Record<string, Kept>> => ({
  [`/projects/:id${suffix}`]: kept,
  [`/groups/:id${suffix}`]: kept,
})

const ofOneself = (suffix: string, kept: Kept): Readonly<Record<string, Kept>> => ({
  [`/user${suffix}`]: kept,
  [`/users/:user_id${suffix}`]: kept,
})

const ofConversations = (thing: 'issue' | 'merge_request'): Readonly<Record<string, Kept>> => {
  const base = `/projects/:id/${thing}s/:noteable_iid`
  return {
    [`${base}/notes/:note_id`]: within('discussion'),
    [`${base}/discussions/:discussion_id`]: numbered('discussion'),
    [`${base}/discussions/:discussion_id/notes/:note_id`]: within('discussion'),
    [`${base}/award_emoji/:award_id`]: numbered('award_emoji'),
    [`${base}/notes/:note_id/award_emoji/:award_id`]: numbered('award_emoji'),
  }
}

const REQUEST = '/projects/:id/merge_requests/:merge_request_iid'
const ISSUE = '/projects/:id/issues/:issue_iid'

/** The reads of single resources for which blame is available, by the paths of their routes. */
export const BLAMED_READS: Readonly<Record<string, Kept>> = {
  '/projects/:id': numbered('project'),
  '/groups/:id': numbered('group'),
  '/users/:id': numbered('user'),
  '/user': numbered('user'),
  '/topics/:id': numbered('topic'),
  '/broadcast_messages/:id': numbered('broadcast_message'),
  '/application/appearance': within('appearance'),
  '/application/plan_limits': within('plan_limits'),
  '/application/settings': within('settings'),
  '/admin/ci/variables/:key': within('ci_variable'),
  '/runners/:id': numbered('runner'),
  '/hooks/:hook_id': numbered('webhook'),
  '/keys/:id': numbered('ssh_key'),
  '/issues/:id': numbered('issue'),
  '/notification_settings': within('notification_setting'),
  '/personal_access_tokens/:id': numbered('personal_access_token'),
  '/personal_access_tokens/self': numbered('personal_access_token'),
  '/users/:user_id/impersonation_tokens/:impersonation_token_id': numbered('personal_access_token'),
  '/users/:id/custom_attributes/:key': within('custom_attributes'),
  ...ofOneself('/emails/:email_id', within('user')),
  ...ofOneself('/status', within('user')),
  ...ofOneself('/keys/:key_id', numbered('ssh_key')),
  ...ofOneself('/gpg_keys/:key_id', numbered('gpg_key')),
  '/user/preferences': within('user'),
  ...ofPlaces('/access_tokens/:token_id', numbered('personal_access_token')),
  ...ofPlaces('/custom_attributes/:key', within('custom_attributes')),
  ...ofPlaces('/notification_settings', within('notification_setting')),
  ...ofPlaces('/variables/:key', within('ci_variable')),
  ...ofPlaces('/deploy_tokens/:token_id', numbered('deploy_token')),
  ...ofPlaces('/labels/:name', numbered('label')),
  ...ofPlaces('/milestones/:milestone_id', numbered('milestone')),
  ...ofPlaces('/members/:user_id', within('member')),
  ...ofPlaces('/members/all/:user_id', within('member')),
  ...ofPlaces('/protected_environments/:name', within('protected_environment')),
  ...ofPlaces('/badges/:badge_id', numbered('badge')),
  ...ofPlaces('/hooks/:hook_id', numbered('webhook')),
  '/projects/:id/deploy_keys/:key_id': numbered('deploy_key'),
  '/projects/:id/integrations/:slug': within('project'),
  '/projects/:id/services/:slug': within('project'),
  '/projects/:id/approvals': within('project'),
  '/projects/:id/approval_rules/:approval_rule_id': within('approval_rules'),
  '/projects/:id/protected_branches/:name': within('protected_branch'),
  '/projects/:id/protected_tags/:name': within('protected_tags'),
  '/projects/:id/deployments/:deployment_id': numbered('deployment'),
  '/projects/:id/environments/:environment_id': numbered('environment'),
  '/projects/:id/pipelines/:pipeline_id': numbered('pipeline'),
  '/projects/:id/jobs/:job_id': numbered('pipeline', 'pipeline.id'),
  '/projects/:id/pipeline_schedules/:pipeline_schedule_id': numbered('pipeline_schedule'),
  '/projects/:id/triggers/:trigger_id': numbered('pipeline_trigger'),
  '/projects/:id/job_token_scope': within('job_token_scope'),
  '/projects/:id/feature_flags/:feature_flag_name': within('project_feature_flag'),
  '/projects/:id/feature_flags_user_lists/:iid': numbered('feature_flag_user_list'),
  '/projects/:id/freeze_periods/:freeze_period_id': numbered('freeze_period'),
  '/projects/:id/resource_groups/:key': numbered('resource_group'),
  '/projects/:id/packages/:package_id': numbered('package'),
  '/projects/:id/releases/:tag_name': within('release'),
  '/projects/:id/releases/:tag_name/assets/links/:link_id': within('release'),
  [ISSUE]: numbered('issue'),
  [`${ISSUE}/time_stats`]: within('issue'),
  [`${ISSUE}/links/:issue_link_id`]: within('issue_link'),
  ...ofConversations('issue'),
  [REQUEST]: numbered('merge_request'),
  [`${REQUEST}/draft_notes/:draft_note_id`]: numbered('draft_note'),
  [`${REQUEST}/time_stats`]: within('merge_request'),
  [`${REQUEST}/approvals`]: within('merge_request'),
  [`${REQUEST}/approval_state`]: within('merge_request'),
  [`${REQUEST}/approval_rules/:approval_rule_id`]: within('merge_request'),
  [`${REQUEST}/changes`]: numbered('merge_request'),
  [`${REQUEST}/versions/:version_id`]: within('merge_request'),
  ...ofConversations('merge_request'),
}
