import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { projectStatistics, type StorageSizes } from '@forgefold/core/domains/projects/upload'
import { boolean, withDefault } from '../../../../http/index.js'
import { withField } from '../../fragments.js'
import { presentProject } from './presenter.js'

/** The parameter that asks for statistics. */
export const statistics = withDefault(boolean(), false, 'With how much there is in it, for reporters and above')

/** Sizes in bytes; those of what is not kept here are 0. */
export const presentSizes = ({ repositoryBytes, uploadBytes, packageBytes, lfsBytes }: StorageSizes) => ({
  storage_size: repositoryBytes + uploadBytes + packageBytes + lfsBytes,
  repository_size: repositoryBytes,
  wiki_size: 0,
  lfs_objects_size: lfsBytes,
  job_artifacts_size: 0,
  pipeline_artifacts_size: 0,
  packages_size: packageBytes,
  snippets_size: 0,
  uploads_size: uploadBytes,
})

/** A project with its statistics, as JSON text; without them for those who may not see them. */
export const presentWithStatistics = async (
  forge: Forge,
  principal: Principal,
  project: ProjectRow,
): Promise<string> => {
  const text = presentProject(forge, principal, project)
  const found = await projectStatistics(forge, principal, project)
  if (found === undefined) return text
  const json = JSON.stringify({ commit_count: found.commits, ...presentSizes(found) })
  return withField(text, 'statistics', json)
}
