import type { Principal } from '@forgefold/core/access'
import type { Forge } from '@forgefold/core/app'
import type { ProjectRow } from '@forgefold/core/domains/projects/project'
import { projectStatistics, type StorageSizes } from '@forgefold/core/domains/projects/statistics'
import { boolean, type Context, withDefault } from '../../../../http/index.js'
import { addCustomAttributes } from '../../custom-attributes.js'
import { withField } from '../../fragments.js'
import { integer, record } from '../../shape.js'
import { projectLicense } from './license.js'
import { presentProject } from './presenter.js'

/** The parameter that asks for statistics. */
export const statistics = withDefault(boolean(), false, 'With how much there is in it, for reporters and above')

/** Sizes in bytes; 0 for everything that the instance does not store. */
export const presentSizes = ({
  repositoryBytes,
  uploadBytes,
  packageBytes,
  lfsBytes,
  artifactBytes,
}: StorageSizes) => ({
  storage_size: repositoryBytes + uploadBytes + packageBytes + lfsBytes + artifactBytes,
  repository_size: repositoryBytes,
  wiki_size: 0,
  lfs_objects_size: lfsBytes,
  job_artifacts_size: artifactBytes,
  pipeline_artifacts_size: 0,
  packages_size: packageBytes,
  snippets_size: 0,
  uploads_size: uploadBytes,
})

/** The statistics of a project, where requested. */
export const statisticsShape = record('ProjectStatistics', {
  commit_count: integer,
  storage_size: integer,
  repository_size: integer,
  wiki_size: integer,
  lfs_objects_size: integer,
  job_artifacts_size: integer,
  pipeline_artifacts_size: integer,
  packages_size: integer,
  snippets_size: integer,
  uploads_size: integer,
})

const presentWithStatistics = async (forge: Forge, principal: Principal, project: ProjectRow): Promise<string> => {
  const text = presentProject(forge, principal, project)
  const found = await projectStatistics(forge, principal, project)
  if (found === undefined) return text
  const json = JSON.stringify({ commit_count: found.commits, ...presentSizes(found) })
  return withField(text, 'statistics', json)
}

const withLicense = async ({ forge, principal }: Context, project: ProjectRow, text: string): Promise<string> => {
  const found = await projectLicense(forge, principal, project)
  if (found === undefined) return text
  return withField(withField(text, 'license_url', JSON.stringify(found.url)), 'license', JSON.stringify(found.license))
}

/** A project with the requested statistics, licence and custom attributes that the caller may see, as JSON text. */
export const presentWithOptions = async (
  context: Context,
  asked: { readonly statistics: boolean; readonly with_custom_attributes: boolean; readonly license?: boolean },
  project: ProjectRow,
): Promise<string> => {
  const { forge, principal } = context
  const plain = asked.statistics
    ? await presentWithStatistics(forge, principal, project)
    : presentProject(forge, principal, project)
  const text = asked.license === true ? await withLicense(context, project, plain) : plain
  return asked.with_custom_attributes ? addCustomAttributes(context, 'project', project.id, text) : text
}
