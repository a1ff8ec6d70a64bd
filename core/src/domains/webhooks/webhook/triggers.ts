/** The triggers of webhooks, as the API names them. */
export const TRIGGERS = [
  'push_events',
  'tag_push_events',
  'merge_requests_events',
  'repository_update_events',
  'issues_events',
  'confidential_issues_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'job_events',
  'releases_events',
  'subgroup_events',
  'member_events',
] as const
export type Trigger = (typeof TRIGGERS)[number]

/** The events that hooks of the instance always receive: those of projects, groups, users and keys. */
export const SYSTEM_TRIGGER = 'system_events'
export type SystemTrigger = typeof SYSTEM_TRIGGER

/** The values of the header `X-Gitlab-Event`. */
const HEADERS: Readonly<Record<Trigger | SystemTrigger, string>> = {
  push_events: 'Push Hook',
  tag_push_events: 'Tag Push Hook',
  merge_requests_events: 'Merge Request Hook',
  repository_update_events: 'System Hook',
  issues_events: 'Issue Hook',
  confidential_issues_events: 'Confidential Issue Hook',
  note_events: 'Note Hook',
  confidential_note_events: 'Confidential Note Hook',
  pipeline_events: 'Pipeline Hook',
  wiki_page_events: 'Wiki Page Hook',
  deployment_events: 'Deployment Hook',
  job_events: 'Job Hook',
  releases_events: 'Release Hook',
  subgroup_events: 'Subgroup Hook',
  member_events: 'Member Hook',
  system_events: 'System Hook',
}

/** The value of `X-Gitlab-Event`. */
export const eventHeader = (trigger: Trigger | SystemTrigger, owner: string): string =>
  owner === 'instance' ? 'System Hook' : HEADERS[trigger]

/** What the id of a delivery is derived from besides the event: the two deliveries of a push have different ids. */
export const deliveryName = (webhook: string, trigger: Trigger | SystemTrigger): string =>
  trigger === 'repository_update_events' ? `${webhook} ${trigger}` : webhook
