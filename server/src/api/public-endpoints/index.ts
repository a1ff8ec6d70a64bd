/** Endpoints of the public API, built here or not: method, path, releases and tier of each. */
import { type DocumentedEndpoint, endpointsIn } from '../../http/index.js'
import { DELIVERY } from './delivery.js'
import { GROUPS } from './groups.js'
import { IDENTITY } from './identity.js'
import { INSTANCE } from './instance.js'
import { INTEGRATIONS } from './integrations.js'
import { PACKAGES } from './packages.js'
import { PLANNING } from './planning.js'
import { PROJECTS } from './projects.js'
import { REPOSITORY } from './repository.js'
import { REVIEW } from './review.js'

const TEXTS = [INSTANCE, IDENTITY, GROUPS, PROJECTS, INTEGRATIONS, REPOSITORY, PLANNING, DELIVERY, REVIEW, PACKAGES]

/** Every endpoint; parsed at each call, because most servers are never asked for an unimplemented one. */
export const publicEndpoints = (): ReadonlyArray<DocumentedEndpoint> => TEXTS.flatMap((text) => endpointsIn(text, {}))
