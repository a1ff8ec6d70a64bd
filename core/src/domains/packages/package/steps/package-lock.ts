import type { Forge } from '../../../../app/forge.js'
import type { Identity } from '../state.js'
import { packageNames } from '../unique-names.js'

/** Adds files to one version of a package one at a time within this process: the first creates the package, the others find it. */
export const withPackageLock = <A>(forge: Forge, identity: Identity, work: () => Promise<A>): Promise<A> =>
  forge.mutex.run(`package\0${packageNames(identity)[0].name}`, work)
