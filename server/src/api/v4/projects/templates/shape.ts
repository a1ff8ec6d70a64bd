import { arrayOf, boolean, either, maybe, nothing, record, type Shape, text } from '../../shape.js'

/** A template in a list. */
export const templateNameShape: Shape = record('TemplateName', { key: text, name: text })

/** A template file. */
export const templateShape: Shape = record('Template', { name: text, content: text })

/** A licence template. */
export const licenseTemplateShape: Shape = record('LicenseTemplate', {
  key: text,
  name: text,
  nickname: maybe(text),
  popular: boolean,
  html_url: text,
  source_url: nothing,
  description: text,
  conditions: arrayOf(text),
  permissions: arrayOf(text),
  limitations: arrayOf(text),
  content: text,
})

/** A file or a licence. */
export const anyTemplateShape: Shape = either(licenseTemplateShape, templateShape)
