import type { Forge } from '@forgefold/core/app'

/** A string of HTML that needs no escaping. */
export interface Html {
  readonly html: string
}

type Part = Html | string | number | undefined | null | false | ReadonlyArray<Part>

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

const render = (part: Part): string => {
  if (part === undefined || part === null || part === false) return ''
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return 'html' in part ? part.html : part.map(render).join('')
}

/** A template in which every value is escaped, except HTML made by this module. */
export const html = (strings: TemplateStringsArray, ...parts: ReadonlyArray<Part>): Html => ({
  html: strings.reduce((text, string, index) => text + string + (index < parts.length ? render(parts[index]) : ''), ''),
})

/** Markdown of an administrator as sanitised HTML; empty if there is none. */
export const markdown = async (forge: Forge, text: string | null): Promise<Html> =>
  text === null || text.trim() === '' ? html`` : { html: await forge.markdown.render(text) }
