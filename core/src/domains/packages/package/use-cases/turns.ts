import { makeInTurn } from '../../../../app/in-turn.js'
import type { Identity } from '../state.js'

const inTurn = makeInTurn<string>()

/** What adds files to one version comes one after another: the first makes the package. */
export const packageInTurn = <A>(
  { projectId, type, name, version, conan }: Identity,
  work: () => Promise<A>,
): Promise<A> => inTurn([projectId, type, name, version, JSON.stringify(conan)].join('\0'), work)
