import type { Principal } from '../../../access/index.js'
import type { Forge } from '../../../app/forge.js'
import { accessTo, mayInProject } from '../project/access.js'
import type { ProjectRow } from '../project/queries.js'

/** Bytes that the package files of a project take: the context of packages provides it. */
export interface PackageStorage {
  readonly bytesOf: (projectId: number) => number
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly packageStorage: PackageStorage
  }
}

/** How much there is in a project; sizes in bytes. */
export interface ProjectStatistics {
  readonly commits: number
  readonly repositoryBytes: number
  readonly uploadBytes: number
  readonly packageBytes: number
}

/** The statistics of a project; undefined for those who may not see them: below reporters. */
export const projectStatistics = async (
  forge: Forge,
  principal: Principal,
  project: ProjectRow,
): Promise<ProjectStatistics | undefined> => {
  if (!mayInProject(accessTo(forge, principal, project), 'read_statistics')) return undefined
  const git = forge.git.of(project.id)
  const head = project.defaultBranch === null ? undefined : await git.resolve(`refs/heads/${project.defaultBranch}`)
  const [commits, repositoryBytes] = await Promise.all([
    head === undefined ? 0 : git.count({ from: [head] }),
    git.size(),
  ])
  return {
    commits,
    repositoryBytes,
    uploadBytes: forge.read.uploads.bytesOf(project.id),
    packageBytes: forge.packageStorage.bytesOf(project.id),
  }
}
