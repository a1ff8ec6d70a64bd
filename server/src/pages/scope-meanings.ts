import type { Scope } from '@forgefold/core/access'
import { choice } from './forms.js'
import { type Html, html } from './html.js'

/** What each scope allows, for the user who grants it. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  api: 'Read and change everything you can reach through the API',
  read_api: 'Read everything you can reach through the API',
  read_user: 'Read your profile',
  read_repository: 'Read repositories you can reach',
  write_repository: 'Read and change repositories you can reach',
  read_registry: 'Read container images you can reach',
  write_registry: 'Write container images where you may',
  sudo: 'Act as any user, if you are an administrator',
  admin_mode: 'Do administrative work, if you are an administrator of an instance with admin mode',
  read_history: 'Look at the past of whatever it may read, if you may look back',
  openid: 'Know who you are',
  profile: 'Read your public profile',
  email: 'Read your e-mail address',
}

/** A checkbox for each scope. */
export const scopeChoices = (offered: ReadonlyArray<Scope>, checked: ReadonlyArray<string>, wrong?: string): Html =>
  html`<fieldset${wrong === undefined ? '' : html` aria-describedby="scopes-wrong"`}><legend>Scopes</legend>
${offered.map((scope) =>
  choice(
    `scope-${scope}`,
    'scopes[]',
    scope,
    checked.includes(scope),
    html`<code>${scope}</code> ${SCOPE_MEANINGS[scope]}`,
  ),
)}
${wrong === undefined ? '' : html`<p class="wrong" id="scopes-wrong">${wrong}</p>`}
</fieldset>`
