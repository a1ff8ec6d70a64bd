import { projectByFullPath } from '@forgefold/core/domains/projects/project'
import * as E from 'fp-ts/lib/Either.js'
import type { Mount } from '../http/application-options.js'
import { decodePath } from '../http/request-path.js'
import { addressOfProject } from '../pages/resources/former-address.js'
import { plain, type RepositoryFilesOptions } from './readable-repository.js'

const OF_PROJECT = /^\/(.+?)\/(?:-|repository|uploads)\//s

/** Refusals: there is nothing, or the sign-in page might help. */
const REFUSED = [302, 404]

/**
 * Leads from addresses below a former path of a project to the present ones, for callers who may see the project
 * (docs/reference/behaviour/projects.md#former-paths).
 */
export const alsoUnderFormerPaths = ({ identify }: Pick<RepositoryFilesOptions, 'identify'>, mount: Mount): Mount => ({
  ...mount,
  handle: async (request, requestId, forge) => {
    const answer = await mount.handle(request, requestId, forge)
    if (!REFUSED.includes(answer.status)) return answer
    const project = decodePath(OF_PROJECT.exec(request.path)?.[1] ?? '')
    if (project === undefined || projectByFullPath(forge, project) !== undefined) return answer
    const identified = identify(request)
    if (E.isLeft(identified)) return answer
    const moved = addressOfProject(forge, identified.right, request, project)
    return moved === undefined ? answer : plain(302, '', [['Location', moved]])
  },
})
