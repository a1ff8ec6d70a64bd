import { arrayOf, boolean, integer, maybe, oneOf, record, type Shape, text } from '../../shape.js'

/** Who may see it. */
export const visibility: Shape = oneOf(['private', 'internal', 'public'])

/** A namespace as it stands in a project. */
export const namespaceShape: Shape = record('Namespace', {
  id: integer,
  name: text,
  path: text,
  kind: oneOf(['user', 'group']),
  full_path: text,
  parent_id: maybe(integer),
  avatar_url: maybe(text),
  web_url: text,
})

/** Whether a path is taken, and what could be taken instead. */
export const namespaceExistsShape: Shape = record('NamespaceExists', { exists: boolean, suggests: arrayOf(text) })
