import type { Forge } from '@forgefold/core/app'
import { alertStatus, type Trigger, urlTemplateOf, type WebhookRow } from '@forgefold/core/domains/webhooks/webhook'
import type { LoggedDelivery } from '@forgefold/core/ports'
import {
  anything,
  arrayOf,
  boolean,
  type Fields,
  instant,
  integer,
  mapOf,
  maybe,
  number,
  oneOf,
  optionalField,
  record,
  type Shape,
  text,
} from '../../shape.js'

/** The triggers of system hooks. */
const SYSTEM_TRIGGERS = [
  'push_events',
  'tag_push_events',
  'merge_requests_events',
  'repository_update_events',
] as const satisfies ReadonlyArray<Trigger>

/** The triggers of project hooks. */
const PROJECT_TRIGGERS = [
  ...SYSTEM_TRIGGERS,
  'issues_events',
  'confidential_issues_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
  'deployment_events',
  'job_events',
  'releases_events',
] as const satisfies ReadonlyArray<Trigger>

/** The triggers of group hooks. */
const GROUP_TRIGGERS = [
  ...PROJECT_TRIGGERS,
  'subgroup_events',
  'member_events',
] as const satisfies ReadonlyArray<Trigger>

/** The triggers of each kind of owner. */
export const TRIGGERS_OF: Readonly<Record<WebhookRow['owner']['kind'], ReadonlyArray<Trigger>>> = {
  project: PROJECT_TRIGGERS,
  group: GROUP_TRIGGERS,
  instance: SYSTEM_TRIGGERS,
}

/** A webhook as the API shows it; the token is never shown. */
export const presentWebhook = (forge: Forge, row: WebhookRow) => {
  const { owner, triggers, health } = row
  const asked = new Set(triggers)
  const flags = Object.fromEntries(TRIGGERS_OF[owner.kind].map((trigger) => [trigger, asked.has(trigger)]))
  return {
    id: row.id,
    url: urlTemplateOf(forge, row),
    created_at: row.createdAt,
    ...flags,
    enable_ssl_verification: row.verifiesTls,
    alert_status: alertStatus(health, forge.clock.now()),
    disabled_until: health.disabledUntil,
    url_variables: Object.keys(row.urlVariables).map((key) => ({ key })),
    ...(owner.kind === 'instance'
      ? {}
      : { push_events_branch_filter: row.branchFilter, branch_filter_strategy: row.branchFilterStrategy }),
    ...(owner.kind === 'project' ? { project_id: owner.id } : {}),
    ...(owner.kind === 'group' ? { group_id: owner.id } : {}),
  }
}

const common: Fields = {
  id: integer,
  url: text,
  created_at: instant,
  enable_ssl_verification: boolean,
  alert_status: oneOf(['executable', 'disabled', 'temporarily_disabled']),
  disabled_until: maybe(instant),
  url_variables: arrayOf(record(undefined, { key: text })),
}

const filters: Fields = { push_events_branch_filter: maybe(text), branch_filter_strategy: text }

const flagsOf = (kind: WebhookRow['owner']['kind']): Fields =>
  Object.fromEntries(TRIGGERS_OF[kind].map((trigger) => [trigger, boolean]))

/** The shape of a webhook of each kind of owner (docs/reference/behaviour/webhooks.md#webhooks). */
export const webhookShapes: Readonly<Record<WebhookRow['owner']['kind'], Shape>> = {
  project: record('ProjectHook', { ...common, ...flagsOf('project'), ...filters, project_id: integer }),
  group: record('GroupHook', { ...common, ...flagsOf('group'), ...filters, group_id: integer }),
  instance: record('SystemHook', { ...common, ...flagsOf('instance') }),
}

/** One request to a webhook, as the API shows it. */
export const presentDelivery = (delivery: LoggedDelivery) => ({
  id: delivery.id,
  url: delivery.url,
  trigger: delivery.trigger,
  request_headers: delivery.requestHeaders,
  request_data: JSON.parse(delivery.requestBody) as unknown,
  response_headers: delivery.responseHeaders,
  response_body: delivery.responseBody,
  execution_duration: delivery.seconds,
  response_status: delivery.status === undefined ? 'internal error' : String(delivery.status),
  position: delivery.position ?? null,
})

/** The shape of one request to a webhook. */
export const deliveryShape: Shape = record('HookEvent', {
  id: integer,
  url: text,
  trigger: text,
  request_headers: mapOf(text),
  request_data: anything,
  response_headers: mapOf(text),
  response_body: text,
  execution_duration: number,
  response_status: text,
  position: maybe(integer),
})

/** The answer to resending. */
export const resentShape: Shape = record('ResentHookEvent', {
  response_status: maybe(integer),
  response_body: optionalField(text),
})
