import { matchesWildcard } from '../../../kernel/index.js'

/** The names under which a recipe is found: its name, with the version, with the user. */
const spellingsOf = (recipe: string): ReadonlyArray<string> => {
  const [named = '', owner = ''] = recipe.split('@')
  const [name = ''] = named.split('/')
  const [user = ''] = owner.split('/')
  return [name, named, `${named}@${user}`, recipe]
}

/**
 * The recipes that a Conan search finds: those whose whole or short name matches its pattern (docs/reference/behaviour/packages.md#conan).
 *
 * @example
 * assert.ok(conanSearch('zlib/1.*', true)('zlib/1.2@acme+lib/stable'))
 */
export const conanSearch = (pattern: string, ignoresCase: boolean): ((recipe: string) => boolean) => {
  const cased = (text: string): string => (ignoresCase ? text.toLowerCase() : text)
  const wanted = cased(pattern)
  return (recipe) => spellingsOf(cased(recipe)).some((spelling) => matchesWildcard(wanted, spelling))
}
