import { SCOPES } from '@forgefold/core/access'
import { type Forge, offeredScopes } from '@forgefold/core/app'
import type { OAuthApplicationRow } from '@forgefold/core/domains/identity/oauth-application'
import { releaseHas } from '@forgefold/core/releases'
import type { RawParams } from '../../http/index.js'
import { choice, type Findings, field, fields, input, tokenField } from '../forms.js'
import { type Html, html } from '../html.js'
import type { PageContext } from '../page-context.js'
import { scopeChoices } from '../scope-meanings.js'

/** The values of the form, as typed. */
interface Typed {
  readonly name: string
  readonly redirectUris: string
  readonly scopes: ReadonlyArray<string>
  readonly confidential: boolean
  readonly expiringTokens: boolean
}

export const BLANK: Typed = { name: '', redirectUris: '', scopes: [], confidential: true, expiringTokens: true }

export const typedIn = (form: RawParams): Typed => ({
  name: field(form, 'name') ?? '',
  redirectUris: field(form, 'redirect_uri') ?? '',
  scopes: fields(form, 'scopes'),
  confidential: field(form, 'confidential') === '1',
  expiringTokens: field(form, 'expire_access_tokens') === '1',
})

export const typedOf = (row: OAuthApplicationRow): Typed => ({ ...row, redirectUris: row.redirectUris.join('\n') })

/** The values in the form that the domain takes. */
export const detailsOf = (forge: Forge, typed: Typed) => ({
  name: typed.name.trim(),
  redirectUris: typed.redirectUris.split(/\s+/).filter((uri) => uri !== ''),
  scopes: typed.scopes,
  confidential: typed.confidential,
  // From 15.0 on there is no choice (docs/reference/behaviour/identity.md#lifetime-of-access-tokens).
  expiringTokens: typed.expiringTokens || !releaseHas('oauth.tokens_without_expiry', forge.instance.release),
})

const mayIssueNonExpiringTokens = (forge: Forge): boolean =>
  releaseHas('oauth.tokens_without_expiry', forge.instance.release)

export const formOf = (
  { forge, csrf }: PageContext,
  action: string,
  typed: Typed,
  wrong: Findings,
  submit: string,
): Html =>
  html`<form method="post" action="${action}">
${tokenField(csrf)}
${input({ id: 'name', name: 'name', label: 'Name', value: typed.name, hint: 'What people see when they are asked.', wrong: wrong['name'] })}
${input({ id: 'redirect_uri', name: 'redirect_uri', label: 'Redirect URIs', value: typed.redirectUris, lines: 3, hint: 'One a line; people are sent back to these and to no others.', wrong: wrong['redirect_uri'] })}
${choice('confidential', 'confidential', '1', typed.confidential, html`Confidential: it runs on a server and can keep its secret`)}
${mayIssueNonExpiringTokens(forge) ? choice('expire_access_tokens', 'expire_access_tokens', '1', typed.expiringTokens, html`Access tokens expire after two hours`) : ''}
${scopeChoices(offeredScopes(SCOPES, forge.instance.release), typed.scopes, wrong['scopes']?.join(', '))}
<div class="actions"><button type="submit">${submit}</button></div>
</form>`
