import type { Projection } from '../../engine/projection.js'
import { packageHandlers } from './handlers.js'
import { packageQueries } from './queries.js'
import { schema } from './schema.js'

/** Packages with their files, pipelines and tags. */
export const packages: Projection = {
  name: 'packages',
  version: 2,
  schema,
  handlers: packageHandlers,
  queries: { packages: packageQueries },
}
