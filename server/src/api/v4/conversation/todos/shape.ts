import { userCardShape } from '../../identity/users/shape.js'
import { issueShape } from '../../planning/issues/shape.js'
import { mergeRequestShape } from '../../review/merge-requests/shape.js'
import { either, instant, integer, maybe, oneOf, record, type Shape, text } from '../../shape.js'

const todoProjectShape = record(undefined, {
  id: integer,
  description: maybe(text),
  name: text,
  name_with_namespace: text,
  path: text,
  path_with_namespace: text,
  created_at: instant,
})

/** A to-do (docs/reference/behaviour/conversation.md#to-do-object). */
export const todoShape: Shape = record('Todo', {
  id: integer,
  project: maybe(todoProjectShape),
  author: userCardShape,
  action_name: text,
  target_type: oneOf(['MergeRequest', 'Issue']),
  target: either(mergeRequestShape, issueShape),
  target_url: text,
  body: text,
  state: oneOf(['pending', 'done']),
  created_at: instant,
  updated_at: instant,
})
