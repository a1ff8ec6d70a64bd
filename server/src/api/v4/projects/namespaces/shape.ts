import {
  arrayOf,
  boolean,
  type Fields,
  integer,
  maybe,
  nothing,
  oneOf,
  optionalField,
  paid,
  record,
  type Shape,
  text,
} from '../../shape.js'

/** Who may see it. */
export const visibility: Shape = oneOf(['private', 'internal', 'public'])

const namespaceFields: Fields = {
  id: integer,
  name: text,
  path: text,
  kind: oneOf(['user', 'group']),
  full_path: text,
  parent_id: maybe(integer),
  avatar_url: maybe(text),
  web_url: text,
}

/** A namespace inside a project. */
export const namespaceShape: Shape = record('Namespace', namespaceFields)

/** A namespace by itself and in lists. */
export const listedNamespaceShape: Shape = record('ListedNamespace', {
  ...namespaceFields,
  members_count_with_descendants: optionalField(integer),
  plan: paid(optionalField(text)),
  trial_ends_on: paid(optionalField(nothing)),
  trial: paid(optionalField(boolean)),
})

/** Whether a path is taken, and free alternatives. */
export const namespaceExistsShape: Shape = record('NamespaceExists', { exists: boolean, suggests: arrayOf(text) })
