/** Branches, tags, commits, files, trees: the repository part of the REST API. */
import type { Route } from '../../../../http/index.js'
import { blameRoutes } from './blame.js'
import { branchRoutes } from './branches.js'
import { commitListRoutes } from './commit-list.js'
import { commitRoutes } from './commits.js'
import { compareRoutes } from './compare.js'
import { fileRoutes } from './files.js'
import { upkeepRoutes } from './housekeeping.js'
import { pickRoutes } from './picks.js'
import { signatureRoutes } from './signatures.js'
import { snapshotRoutes } from './snapshot.js'
import { statisticsRoutes } from './statistics.js'
import { submoduleRoutes } from './submodules.js'
import { tagRoutes } from './tags.js'
import { treeRoutes } from './trees.js'

/** Every route of the repository area. */
export const repositoryRoutes: ReadonlyArray<Route> = [
  ...branchRoutes,
  ...commitListRoutes,
  ...commitRoutes,
  ...compareRoutes,
  ...fileRoutes,
  ...blameRoutes,
  ...pickRoutes,
  ...signatureRoutes,
  ...snapshotRoutes,
  ...statisticsRoutes,
  ...submoduleRoutes,
  ...tagRoutes,
  ...treeRoutes,
  ...upkeepRoutes,
]
