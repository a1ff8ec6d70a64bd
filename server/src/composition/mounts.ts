import type { Forge } from '@forgefold/core/app'
import type { Authenticator } from '../auth/index.js'
import { gitMounts, projectByPath } from '../git-http/index.js'
import { type BaseUrl, type Mount, presentedInQuery } from '../http/index.js'
import { type AddressLimit, withinAddressLimit } from '../limits/index.js'
import { repositoryFilesMounts } from '../raw-files/index.js'
import type { commandContextFor } from './command-context.js'

/** What is served below project paths: git, and files of repositories. */
export const mountsOf = (
  forge: Forge,
  authenticator: Authenticator,
  commandContext: ReturnType<typeof commandContextFor>,
  addressLimit: AddressLimit,
  baseUrl: BaseUrl | undefined,
): ReadonlyArray<Mount> => [
  ...gitMounts({
    forge,
    identifyBasic: withinAddressLimit(authenticator.identifyBasic, addressLimit),
    project: projectByPath,
    commandContext,
    baseUrl: baseUrl ?? (() => forge.instance.externalUrl),
  }),
  ...repositoryFilesMounts({
    commandContext,
    identify: (request) =>
      authenticator.identify(
        presentedInQuery(request),
        { method: request.method, scopes: ['read_repository'] },
        request,
      ),
  }),
]
