import type { Forge } from '@forgefold/core/app'
import { type Html, html } from './html.js'

/** A text of the administrator's, as sanitised HTML; nothing where there is none. */
export const markdown = (forge: Forge, text: string | null): Html =>
  text === null || text.trim() === '' ? html`` : { html: forge.markdown.render(text) }
