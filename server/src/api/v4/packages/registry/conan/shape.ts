import { arrayOf, instant, integer, mapOf, maybe, oneOf, record, type Shape, text } from '../../../shape.js'

/** Each file with its MD5. */
export const conanSnapshotShape: Shape = mapOf(text)

/** Each file with its URL. */
export const conanAddressesShape: Shape = mapOf(text)

/** The recipes that were found. */
export const conanFindsShape: Shape = record('ConanFinds', { results: arrayOf(text) })

/** A deleted recipe. */
export const conanRecipeShape: Shape = record('ConanRecipe', {
  id: integer,
  project_id: integer,
  created_at: instant,
  updated_at: instant,
  name: text,
  version: text,
  package_type: oneOf(['conan']),
  creator_id: maybe(integer),
  status: oneOf(['default', 'hidden']),
})
