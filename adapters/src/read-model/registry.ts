import { deployments } from './deployments.js'
import { environments } from './environments.js'
import type { Projection } from './projection.js'

/** Every domain's part of the read model, in alphabetical order. */
export const projections: ReadonlyArray<Projection> = [deployments, environments]
