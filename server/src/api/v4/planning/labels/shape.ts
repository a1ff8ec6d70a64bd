import { arrayOf, boolean, either, integer, maybe, record, type Shape, sometimes, text } from '../../shape.js'

/** A label with its details beside something else (docs/reference/behaviour/planning.md#labels-in-other-objects). */
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
  open_issues_count: sometimes(integer),
  closed_issues_count: sometimes(integer),
  open_merge_requests_count: sometimes(integer),
  subscribed: boolean,
  priority: sometimes(maybe(integer)),
  is_project_label: sometimes(boolean),
})

/** The labels of something else: their titles, or their details. */
export const labelsShape: Shape = either(arrayOf(text), arrayOf(labelCardShape))
