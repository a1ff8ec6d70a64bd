import * as E from 'fp-ts/lib/Either.js'
import type { Forge, Query, UseCase } from '../../../../app/forge.js'
import { shownRow } from '../../../../app/shown-row.js'
import { notFound, type Rejection, refuse, unprocessable } from '../../../../kernel/index.js'
import type { Page, PageRequest } from '../../../../ports/read-model.js'
import { findWebhook, type WebhookOwnerRef, type WebhookRef, webhookOwnerFor } from '../access.js'
import { type WebhookDetails, webhook } from '../aggregate.js'
import type { WebhookRow } from '../queries.js'
import { expandUrl, isVariableName, isVariableValue, urlTemplateOf, variablesOf } from '../url-template.js'

/** The requested settings of a webhook, not yet encrypted. */
export interface WebhookInput extends Omit<WebhookDetails, 'urlVariables'> {
  readonly urlVariables: Readonly<Record<string, string>>
}

const BAD_URL = unprocessable('Invalid url given')

const sealed = ({ secretBox }: Forge, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, secretBox.seal(value)]))

const faultOf = (
  forge: Forge,
  url: string,
  variables: Readonly<Record<string, string>>,
  filter: Pick<WebhookDetails, 'branchFilter' | 'branchFilterStrategy'>,
): Rejection | undefined => {
  for (const [name, value] of Object.entries(variables))
    if (!isVariableName(name) || !isVariableValue(value)) return unprocessable('Invalid url variables given')
  if (expandUrl(url, variables) === undefined) return BAD_URL
  const { branchFilter, branchFilterStrategy } = filter
  const isBad =
    branchFilter !== null && branchFilterStrategy === 'regex' && forge.patterns.compile(branchFilter) === undefined
  return isBad ? unprocessable('Invalid branch filter given') : undefined
}

/** Webhooks of a project, a group or the instance. Rejections: `NotFound` (Project, Group); `Forbidden`. */
export const listWebhooks: Query<{ readonly owner: WebhookOwnerRef; readonly page: PageRequest }, Page<WebhookRow>> = (
  forge,
  { principal },
  { owner: ref, page },
) => {
  const owner = webhookOwnerFor(forge, principal, ref)
  return E.isLeft(owner) ? owner : E.right(forge.read.webhooks.list(owner.right, page))
}

/** One webhook. Rejections: `NotFound`; `Forbidden`. */
export const getWebhook: Query<WebhookRef, WebhookRow> = (forge, { principal }, ref) =>
  findWebhook(forge, principal, ref)

const shown = (forge: Forge, id: number): E.Either<Rejection, WebhookRow> => {
  return shownRow(forge.read.webhooks.byId(id), 'webhook')
}

/** Creates a webhook. Rejections: `NotFound` (Project, Group); `Forbidden`; `Unprocessable` (URL, variables, filter). */
export const createWebhook: UseCase<
  { readonly owner: WebhookOwnerRef; readonly wanted: WebhookInput },
  WebhookRow
> = async (forge, { principal, context }, { owner: ref, wanted }) => {
  const owner = webhookOwnerFor(forge, principal, ref)
  if (E.isLeft(owner)) return owner
  const { url, token, urlVariables, ...rest } = wanted
  const fault = faultOf(forge, url, urlVariables, rest)
  if (fault !== undefined) return refuse(fault)
  const id = await forge.numbers.next('webhook')
  if (E.isLeft(id)) return id
  const { secretBox } = forge
  const details = {
    ...rest,
    url: secretBox.seal(url),
    token: token === null ? null : secretBox.seal(token),
    urlVariables: sealed(forge, urlVariables),
  }
  const made = await forge.aggregates.execute(
    webhook,
    id.right,
    { type: 'Create', owner: owner.right, details },
    context,
  )
  return E.isLeft(made) ? made : shown(forge, id.right)
}

/** Changes a webhook; omitted fields stay as they are. Rejections: as `createWebhook`. */
export const changeWebhook: UseCase<WebhookRef & { readonly changes: Partial<WebhookInput> }, WebhookRow> = async (
  forge,
  { principal, context },
  { changes, ...ref },
) => {
  const found = findWebhook(forge, principal, ref)
  if (E.isLeft(found)) return found
  const row = found.right
  const { url, token, urlVariables, ...rest } = changes
  const variables = urlVariables === undefined ? variablesOf(forge, row) : urlVariables
  const fault = faultOf(forge, url ?? urlTemplateOf(forge, row), variables, { ...row, ...rest })
  if (fault !== undefined) return refuse(fault)
  const { secretBox } = forge
  const command = {
    type: 'Change',
    changes: {
      ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
      ...(url === undefined ? {} : { url: secretBox.seal(url) }),
      ...(token === undefined ? {} : { token: token === null ? null : secretBox.seal(token) }),
      ...(urlVariables === undefined ? {} : { urlVariables: sealed(forge, urlVariables) }),
    },
  } as const
  const done = await forge.aggregates.execute(webhook, row.id, command, context)
  return E.isLeft(done) ? done : shown(forge, row.id)
}

/** Sets or removes (null) one variable of a webhook's URL. Rejections: as `changeWebhook`; `NotFound` where there is none to remove. */
export const setUrlVariable: UseCase<
  WebhookRef & { readonly name: string; readonly value: string | null },
  WebhookRow
> = async (forge, caller, { name, value, ...ref }) => {
  const found = findWebhook(forge, caller.principal, ref)
  if (E.isLeft(found)) return found
  const { [name]: old, ...others } = variablesOf(forge, found.right)
  if (value === null && old === undefined) return refuse(notFound())
  const urlVariables = value === null ? others : { ...others, [name]: value }
  return changeWebhook(forge, caller, { ...ref, changes: { urlVariables } })
}

/** Deletes a webhook. Rejections: `NotFound`; `Forbidden`. */
export const deleteWebhook: UseCase<WebhookRef, void> = async (forge, { principal, context }, ref) => {
  const found = findWebhook(forge, principal, ref)
  if (E.isLeft(found)) return found
  const gone = await forge.aggregates.execute(webhook, found.right.id, { type: 'Delete' }, context)
  return E.isLeft(gone) ? gone : E.right(undefined)
}
