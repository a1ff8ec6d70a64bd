import { boolean, integer, record, type Shape, text } from '../../shape.js'

/** A suggestion (docs/reference/behaviour/conversation.md#suggestions). */
export const suggestionShape: Shape = record('Suggestion', {
  id: integer,
  from_line: integer,
  to_line: integer,
  appliable: boolean,
  applied: boolean,
  from_content: text,
  to_content: text,
})
