import type { Forge } from '../../../../app/forge.js'
import type { Identity } from '../state.js'

/** Adds files to one version of a package one after another within this process: the first makes the package, the others find it. */
export const withPackageLock = <A>(
  forge: Forge,
  { projectId, type, name, version, conan }: Identity,
  work: () => Promise<A>,
): Promise<A> => forge.mutex.run(['package', projectId, type, name, version, JSON.stringify(conan)].join('\0'), work)
