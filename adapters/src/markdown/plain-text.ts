import type { Form } from './rendering.js'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text as escaped HTML, without rendering. */
export const plainTextHtml = (markdown: string, form: Form): string => {
  const text = markdown.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)
  return form === 'block' ? `<p dir="auto">${text}</p>` : text
}
