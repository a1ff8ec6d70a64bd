import type { Forge } from '@forgefold/core/app'
import { type Html, html } from './html.js'

/** A text of the administrator's, as sanitised HTML; nothing where there is none. */
export const markdown = async (forge: Forge, text: string | null): Promise<Html> =>
  text === null || text.trim() === '' ? html`` : { html: await forge.markdown.render(text) }
