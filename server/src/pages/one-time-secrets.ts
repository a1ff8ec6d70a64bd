import type { Flash } from './flash.js'
import { type Html, html } from './html.js'

/** Secrets that the visitor has to copy now: they are never shown again. */
export const oneTimeSecrets = (flash: Flash | undefined): Html =>
  flash?.secrets === undefined
    ? html``
    : html`<section class="card notice" aria-label="Shown once">
<p><strong>Copy this now: it is not shown again.</strong></p>
<dl>${flash.secrets.map(({ label, value }) => html`<dt>${label}</dt><dd class="secret"><code>${value}</code></dd>`)}</dl>
</section>`
