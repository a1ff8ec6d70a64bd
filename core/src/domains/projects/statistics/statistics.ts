import { isAdmin, type Principal } from '../../../access/index.js'
import { UNRESTRICTED } from '../../../access/visibility-scope.js'
import type { Forge } from '../../../app/forge.js'
import { accessTo, mayInProject } from '../project/access.js'
import type { ProjectRow } from '../project/queries.js'

/** The size of a project's artifacts in bytes; the job domain implements it. */
export interface ArtifactStorage {
  readonly bytesOf: (projectId: number) => number
}

/** The size of a project's package files and large files in bytes; the package domain implements it. */
export interface PackageStorage {
  readonly bytesOf: (projectId: number) => number
  readonly lfsBytesOf: (projectId: number) => number
}

declare module '../../../app/forge.js' {
  interface Forge {
    readonly artifactStorage: ArtifactStorage
    readonly packageStorage: PackageStorage
  }
}

/** Sizes in bytes. */
export interface StorageSizes {
  readonly repositoryBytes: number
  readonly uploadBytes: number
  readonly packageBytes: number
  readonly lfsBytes: number
  readonly artifactBytes: number
}

/** The statistics of a project. */
export interface ProjectStatistics extends StorageSizes {
  readonly commits: number
}

/** The storage of a project in bytes. */
export const storageSizes = async (forge: Forge, projectId: number): Promise<StorageSizes> => ({
  repositoryBytes: await forge.git.of(projectId).size(),
  uploadBytes: forge.read.uploads.bytesOf(projectId),
  packageBytes: forge.packageStorage.bytesOf(projectId),
  lfsBytes: forge.packageStorage.lfsBytesOf(projectId),
  artifactBytes: forge.artifactStorage.bytesOf(projectId),
})

/** The statistics of a project; undefined for callers below reporter. */
export const projectStatistics = async (
  forge: Forge,
  principal: Principal,
  project: ProjectRow,
): Promise<ProjectStatistics | undefined> => {
  if (!mayInProject(accessTo(forge, principal, project), 'read_statistics')) return undefined
  const git = forge.git.of(project.id)
  const head = project.defaultBranch === null ? undefined : await git.resolve(`refs/heads/${project.defaultBranch}`)
  const [commits, sizes] = await Promise.all([
    head === undefined ? 0 : git.count({ from: [head] }),
    storageSizes(forge, project.id),
  ])
  return { commits, ...sizes }
}

const BATCH = 100

/** The total storage of the projects directly in a group; undefined except for administrators. */
export const groupStatistics = async (
  forge: Forge,
  principal: Principal,
  groupId: number,
): Promise<StorageSizes | undefined> => {
  if (!isAdmin(principal)) return undefined
  const sum = { repositoryBytes: 0, uploadBytes: 0, packageBytes: 0, lfsBytes: 0, artifactBytes: 0 }
  for (let page = 1; ; page++) {
    const filter = { visibleTo: UNRESTRICTED, groupId, orderBy: 'id', sort: 'asc' } as const
    const { rows } = forge.read.projects.list(filter, { page, perPage: BATCH })
    for (const { id } of rows) {
      const sizes = await storageSizes(forge, id)
      sum.repositoryBytes += sizes.repositoryBytes
      sum.uploadBytes += sizes.uploadBytes
      sum.packageBytes += sizes.packageBytes
      sum.lfsBytes += sizes.lfsBytes
      sum.artifactBytes += sizes.artifactBytes
    }
    if (rows.length < BATCH) return sum
  }
}
