import { arrayOf, boolean, either, integer, maybe, optionalField, record, type Shape, text } from '../../shape.js'

/** A label with its details inside another answer (docs/reference/behaviour/planning.md#labels-in-other-objects). */
export const labelCardShape: Shape = record('LabelDetails', {
  id: integer,
  name: text,
  color: text,
  description: maybe(text),
  description_html: text,
  text_color: text,
})

/** A label (docs/reference/behaviour/planning.md#labels). */
export const labelShape: Shape = record('Label', {
  id: integer,
  name: text,
  description: maybe(text),
  description_html: text,
  text_color: text,
  color: text,
  open_issues_count: optionalField(integer),
  closed_issues_count: optionalField(integer),
  open_merge_requests_count: optionalField(integer),
  subscribed: boolean,
  priority: optionalField(maybe(integer)),
  is_project_label: optionalField(boolean),
})

/** Labels inside another answer: their titles, or their details. */
export const labelsShape: Shape = either(arrayOf(text), arrayOf(labelCardShape))
