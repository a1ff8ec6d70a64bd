import type { Rule } from '../finding.js'
import type { House } from '../house.js'

const USE_CASES = /^core\/src\/domains\/.+\/use-cases(\.ts|\/)/
const EXPORTED = /^export const (\w+)(: \w+)?/
const FORMS: ReadonlySet<string> = new Set([': UseCase', ': Query', ': AsyncQuery', ': Lookup'])

/** Functions among the use cases that still have a signature of their own. This number may only shrink. */
export const OWN_SIGNATURES = 90

const ownSignaturesIn = (house: House): ReadonlyArray<string> =>
  [...house.modules.keys()]
    .filter((path) => USE_CASES.test(path))
    .flatMap((path) =>
      (house.files.get(path) ?? '').split('\n').flatMap((line) => {
        const [, name, form = ''] = EXPORTED.exec(line) ?? []
        return name === undefined || FORMS.has(form) ? [] : [`${path}: ${name}`]
      }),
    )

/** What stands among the use cases is a use case, a query or a look-up; what several of them share with a signature of its own stands in `steps/`. */
export const useCaseForms: Rule = (house) => {
  const own = ownSignaturesIn(house)
  if (own.length <= OWN_SIGNATURES) return []
  const message = `${own.length} functions among the use cases have signatures of their own, at most ${OWN_SIGNATURES}: put steps into steps/`
  return [{ grade: 'error', path: own.at(-1)?.split(': ')[0] ?? 'core', message }]
}
