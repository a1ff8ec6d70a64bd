import { ALIASES, INSTRUCTIONS } from '../catalogue/aliases.js'
import { attributeNamed, type Edition, isKnown, SETTING_NAMES } from '../catalogue/index.js'

/** The names that an update may carry in this release, in the order of the documentation: settings, then old names, then instructions. */
export const parameterNames = (release: string): ReadonlyArray<string> => [
  ...SETTING_NAMES.filter((name) => attributeNamed(name)?.answeredOnly !== true && isKnown(name, release)),
  ...Object.keys(ALIASES).filter((name) => isKnown(name, release)),
  ...Object.keys(INSTRUCTIONS),
]

/** Companions that a flag demands in the same request, as far as tier and release have them. */
export const demandedCompanions = (
  flag: string,
  edition: Edition,
  offered: (name: string) => boolean,
): ReadonlyArray<string> => {
  const companions = attributeNamed(flag)?.companions
  if (companions?.check !== 'request') return []
  return companions.names.filter((name) => isKnown(name, edition.release) && offered(name))
}
