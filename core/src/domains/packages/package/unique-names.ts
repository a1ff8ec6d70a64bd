import type { DeclaredName } from '../../../kernel/index.js'
import { shownName } from './name-rules.js'
import { ALREADY_PUBLISHED } from './publication-refusals.js'
import { normalisedNugetVersion } from './semver.js'
import type { Identity } from './state.js'

/** The normalised name and version: NuGet ignores case and trailing zeros. */
const counted = ({ type, name, version, conan }: Identity): ReadonlyArray<string> =>
  type === 'nuget'
    ? [name.toLowerCase(), normalisedNugetVersion(version ?? '')]
    : [shownName(name, version, conan), version ?? '']

/** A package of a type, name and version is unique in a project; one of an npm name and version below the scope of a top-level namespace. */
export const packageNames = (identity: Identity): readonly [DeclaredName, ...DeclaredName[]] => {
  const { projectId, scopeId, type, name, version } = identity
  const own = [projectId, type, ...counted(identity)].join('\0')
  const scoped = [scopeId, name, version ?? ''].join('\0')
  return [
    { kind: 'package', name: own },
    ...(scopeId === null ? [] : [{ kind: 'npm-package', name: scoped, refusal: () => ALREADY_PUBLISHED }]),
  ]
}
