/** The protocols of package managers: Composer, Conan, Go, Helm, npm, NuGet, Maven, PyPI, Terraform modules, and plain uploads for the other types. */
import type { Route } from '../../../../http/index.js'
import { composerRoutes } from './composer/routes.js'
import { conanRoutes } from './conan/routes.js'
import { goRoutes } from './go/routes.js'
import { helmRoutes } from './helm/routes.js'
import { mavenRoutes } from './maven/routes.js'
import { npmRoutes } from './npm/routes.js'
import { nugetRoutes } from './nuget/routes.js'
import { plainRoutes } from './plain/routes.js'
import { pypiRoutes } from './pypi/routes.js'
import { terraformModuleRoutes } from './terraform/routes.js'

export { describeEach } from './described-versions.js'
export { splitPublication } from './npm/split-publication.js'

/** Every route of the package registry's own protocols. */
export const registryRoutes: ReadonlyArray<Route> = [
  ...composerRoutes,
  ...conanRoutes,
  ...goRoutes,
  ...helmRoutes,
  ...mavenRoutes,
  ...npmRoutes,
  ...nugetRoutes,
  ...plainRoutes,
  ...pypiRoutes,
  ...terraformModuleRoutes,
]
