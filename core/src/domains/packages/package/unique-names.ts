import type { DeclaredName } from '../../../kernel/index.js'
import { shownName } from './name-rules.js'
import { ALREADY_PUBLISHED } from './publication-refusals.js'
import type { Identity } from './state.js'

/** One package of a kind, name and version in a project; one of an npm name and version below the scope of a top namespace. */
export const packageNames = (identity: Identity): ReadonlyArray<DeclaredName> => {
  const { projectId, scopeId, type, name, version, conan } = identity
  const own = [projectId, type, shownName(name, version, conan), version ?? ''].join('\0')
  const scoped = [scopeId, name, version ?? ''].join('\0')
  return [
    { kind: 'package', name: own },
    ...(scopeId === null ? [] : [{ kind: 'npm-package', name: scoped, refusal: () => ALREADY_PUBLISHED }]),
  ]
}
