import {
  BRANCH_FILTER_STRATEGIES,
  type Trigger,
  type WebhookInput,
  type WebhookOwnerRef,
  type WebhookRow,
} from '@forgefold/core/domains/webhooks/webhook'
import { boolean, listOfObjects, nullable, oneOf, optional, required, string } from '../../../../http/index.js'
import { groupId, projectId } from '../../path-ids.js'
import { TRIGGERS_OF } from './presenter.js'

type Kind = WebhookRow['owner']['kind']

/** The webhooks of one kind of owner. */
export interface HookOwner {
  readonly kind: Kind
  readonly path: string
  readonly what: string
  readonly caller: 'user' | 'admin'
  readonly ids: { readonly id?: typeof projectId }
  readonly tier?: 'premium'
  readonly ownerOf: (params: object) => WebhookOwnerRef
}

const idIn = (params: object): string => (params as { readonly id: string }).id

export const HOOK_OWNERS: ReadonlyArray<HookOwner> = [
  {
    kind: 'project',
    path: '/projects/:id/hooks',
    what: 'a project',
    caller: 'user',
    ids: { id: projectId },
    ownerOf: (params) => ({ kind: 'project', ref: idIn(params) }),
  },
  {
    kind: 'group',
    path: '/groups/:id/hooks',
    what: 'a group',
    caller: 'user',
    ids: { id: groupId },
    tier: 'premium',
    ownerOf: (params) => ({ kind: 'group', ref: idIn(params) }),
  },
  {
    kind: 'instance',
    path: '/hooks',
    what: 'the instance',
    caller: 'admin',
    ids: {},
    ownerOf: () => ({ kind: 'instance' }),
  },
]

const urlVariable = {
  key: required(string(), 'The name, as it stands in braces in the URL'),
  value: required(string(), 'What stands there instead'),
}

/** The settings of a webhook besides its URL. */
export const detailParams = (kind: Kind) => ({
  ...Object.fromEntries(
    TRIGGERS_OF[kind].map((trigger) => [trigger, optional(boolean(), `Whether it is told of ${trigger}`)]),
  ),
  token: optional(nullable(string()), 'Sent as `X-Gitlab-Token`; never shown'),
  enable_ssl_verification: optional(boolean(), 'Whether the certificate has to be good'),
  push_events_branch_filter: optional(nullable(string()), 'Only pushes to branches that fit'),
  branch_filter_strategy: optional(oneOf(BRANCH_FILTER_STRATEGIES), 'How branches fit'),
  url_variables: optional(listOfObjects(urlVariable), 'Parts of the URL that are not shown'),
})

interface Given {
  readonly token?: string | null | undefined
  readonly enable_ssl_verification?: boolean | undefined
  readonly push_events_branch_filter?: string | null | undefined
  readonly branch_filter_strategy?: WebhookInput['branchFilterStrategy'] | undefined
  readonly url_variables?: ReadonlyArray<{ readonly key: string; readonly value: string }> | undefined
}

/** The defaults of a new webhook. */
const FIRST: ReadonlySet<Trigger> = new Set(['push_events'])
const SYSTEM_FIRST: ReadonlySet<Trigger> = new Set(['repository_update_events'])

const triggersOf = (kind: Kind, given: object, known: ReadonlySet<Trigger>): ReadonlyArray<Trigger> => {
  const flags = given as Partial<Record<Trigger, boolean>>
  return TRIGGERS_OF[kind].filter((trigger) => flags[trigger] ?? known.has(trigger))
}

const variablesIn = (given: Given['url_variables']): Readonly<Record<string, string>> =>
  Object.fromEntries((given ?? []).map(({ key, value }) => [key, value]))

/** A new webhook, as use cases take it. */
export const wantedOf = (kind: Kind, url: string, params: object): WebhookInput => {
  const given = params as Given
  return {
    url,
    token: given.token ?? null,
    triggers: triggersOf(kind, params, kind === 'instance' ? SYSTEM_FIRST : FIRST),
    verifiesTls: given.enable_ssl_verification ?? true,
    branchFilter: given.push_events_branch_filter ?? null,
    branchFilterStrategy: given.branch_filter_strategy ?? 'wildcard',
    urlVariables: variablesIn(given.url_variables),
  }
}

/** A change of a webhook. */
export const changesOf = (row: WebhookRow, params: object): Partial<WebhookInput> => {
  const given = params as Given & { readonly url?: string | undefined }
  const { url, token, enable_ssl_verification: verifiesTls, push_events_branch_filter: branchFilter } = given
  const { branch_filter_strategy: branchFilterStrategy, url_variables } = given
  return {
    triggers: triggersOf(row.owner.kind, params, new Set(row.triggers)),
    ...(url === undefined ? {} : { url }),
    ...(token === undefined ? {} : { token }),
    ...(verifiesTls === undefined ? {} : { verifiesTls }),
    ...(branchFilter === undefined ? {} : { branchFilter }),
    ...(branchFilterStrategy === undefined ? {} : { branchFilterStrategy }),
    ...(url_variables === undefined ? {} : { urlVariables: variablesIn(url_variables) }),
  }
}
