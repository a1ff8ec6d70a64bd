import { systemCaller } from '../../../app/caller.js'
import { withNewCommandId } from '../../../app/command-context.js'
import type { Forge } from '../../../app/forge.js'
import { millisecondsOf } from '../../../kernel/index.js'
import type { AddressPolicy } from '../../../ports/outbound.js'
import { projectReach } from '../../instance/operation/hosts.js'
import { webhook } from './aggregate.js'
import { outcomeOf } from './health.js'
import type { WebhookRow } from './queries.js'
import { eventHeader, type SystemTrigger, type Trigger } from './triggers.js'
import { expandUrl, urlTemplateOf, variablesOf, withoutUserInfo } from './url-template.js'

/** A message to a webhook. */
export interface Message {
  readonly trigger: Trigger | SystemTrigger
  /** The same for every delivery of the same event. */
  readonly uuid: string
  readonly body: string
  /** Undefined for tests. */
  readonly position: number | undefined
}

/** The response to a delivery; `status` is undefined where there was none. */
export interface DeliveryResult {
  readonly status: number | undefined
  readonly body: string
}

const TIMEOUT_MS = 10_000
const MAX_RESPONSE_BYTES = 64 * 1024
const HIDDEN = '[REDACTED]'

const reachOf = (forge: Forge, { owner }: WebhookRow): AddressPolicy => {
  const settings = forge.settings.current()
  const reach = projectReach(settings)
  return owner.kind === 'instance' ? { ...reach, local: settings.allow_local_requests_from_system_hooks } : reach
}

/** Sends a message, logs its outcome, and updates the health of the webhook; it never rejects. */
export const send = async (forge: Forge, hook: WebhookRow, message: Message): Promise<DeliveryResult> => {
  const { trigger, uuid, body, position } = message
  const token = hook.token === null ? undefined : forge.secretBox.open(hook.token)
  const plain = {
    'content-type': 'application/json',
    'user-agent': `GitLab/${forge.instance.release}`,
    'x-gitlab-event': eventHeader(trigger, hook.owner.kind),
    'x-gitlab-event-uuid': uuid,
    'x-gitlab-instance': forge.instance.externalUrl,
  }
  const url = expandUrl(urlTemplateOf(forge, hook), variablesOf(forge, hook))
  const began = millisecondsOf(forge.clock.now())
  const outcome =
    url === undefined
      ? ({ kind: 'Failed' } as const)
      : await forge.outbound.post({
          url,
          headers: { ...plain, ...(token === undefined ? {} : { 'x-gitlab-token': token }) },
          body,
          timeoutMs: TIMEOUT_MS,
          reach: reachOf(forge, hook),
          verifiesTls: hook.verifiesTls,
          answerBytes: MAX_RESPONSE_BYTES,
        })
  const at = forge.clock.now()
  const answered = outcome.kind === 'Answered' ? outcome : undefined
  await forge.deliveryLog.add({
    webhookId: hook.id,
    url: withoutUserInfo(urlTemplateOf(forge, hook)),
    trigger: trigger.replace(/_events$/, '_hooks'),
    requestHeaders: { ...plain, ...(token === undefined ? {} : { 'x-gitlab-token': HIDDEN }) },
    requestBody: body,
    responseHeaders: answered?.headers ?? {},
    responseBody: answered?.body ?? '',
    status: answered?.status,
    seconds: (millisecondsOf(at) - began) / 1000,
    at,
    position,
  })
  const { context } = systemCaller(forge, 'webhooks')
  const noted = { type: 'NoteOutcome', outcome: outcomeOf(answered?.status), at } as const
  await forge.aggregates.execute(webhook, hook.id, noted, withNewCommandId(forge, context))
  return { status: answered?.status, body: answered?.body ?? '' }
}
