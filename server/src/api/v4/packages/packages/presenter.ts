import type { Forge } from '@forgefold/core/app'
import {
  otherVersions,
  type PackageFileRow,
  type PackageRow,
  type PackageTag,
  packageDetails,
} from '@forgefold/core/domains/packages/package'
import { type ProjectRow, projectById } from '@forgefold/core/domains/projects/project'
import type { CommitPipeline } from '@forgefold/core/domains/projects/repository'
import { releaseHas } from '@forgefold/core/releases'
import { userSummary } from '../../identity/users/presenter.js'
import { presentPipeline } from '../../projects/repository/pipeline-presenter.js'

/** The caller and the base URL for which packages are presented. */
export interface PackageView {
  readonly forge: Forge
  readonly baseUrl: string
  readonly mayDestroy: (projectId: number) => boolean
  readonly mayReadPipelines: (projectId: number) => boolean
}

/** A pipeline that built a package, with the user who started it. */
const pipelineOf = (forge: Forge, row: CommitPipeline) => ({
  ...presentPipeline(forge, row),
  user: row.userId === null ? null : userSummary(forge, row.userId),
})

/** A package may have been built in another project: its pipelines are shown to callers who may read them there. */
const pipelinesOf = ({ forge, mayReadPipelines }: PackageView, ids: ReadonlyArray<number> | undefined) =>
  (ids ?? []).flatMap((id) => {
    const row = forge.commitPipelines.byId(id)
    return row === undefined || !mayReadPipelines(row.projectId) ? [] : [pipelineOf(forge, row)]
  })

const tagOf = (tag: PackageTag) => ({
  id: tag.id,
  package_id: tag.packageId,
  name: tag.name,
  created_at: tag.createdAt,
  updated_at: tag.updatedAt,
})

const webPathOf = (project: ProjectRow | undefined, row: PackageRow): string => {
  const registry = row.type === 'terraform_module' ? 'infrastructure_registry' : 'packages'
  return `/${project?.fullPath ?? ''}/-/${registry}/${row.id}`
}

const linksOf = ({ baseUrl, mayDestroy }: PackageView, project: ProjectRow | undefined, row: PackageRow) => ({
  web_path: webPathOf(project, row),
  ...(mayDestroy(row.projectId)
    ? { delete_api_path: `${baseUrl}/api/v4/projects/${row.projectId}/packages/${row.id}` }
    : {}),
})

type Pipelines = ReturnType<typeof pipelinesOf>

/** `pipeline` is the newest, and omitted where no pipeline built the package. */
const builtBy = (pipelines: Pipelines): { readonly pipeline?: Pipelines[number]; readonly pipelines: Pipelines } => {
  const pipeline = pipelines.at(-1)
  return { ...(pipeline === undefined ? {} : { pipeline }), pipelines }
}

const shapeOf = (
  view: PackageView,
  project: ProjectRow | undefined,
  row: PackageRow,
  built: object,
  tags: ReadonlyArray<PackageTag> | undefined,
) => ({
  id: row.id,
  name: row.name,
  ...(row.conanName === null ? {} : { conan_package_name: row.conanName }),
  version: row.version,
  package_type: row.type,
  status: row.status,
  _links: linksOf(view, project, row),
  created_at: row.createdAt,
  ...(releaseHas('package.last_downloaded_at', view.forge.instance.release)
    ? { last_downloaded_at: row.lastDownloadedAt }
    : {}),
  ...built,
  tags: (tags ?? []).map(tagOf),
})

/** Packages in a list (docs/reference/behaviour/packages.md#package-object), with their details read at once for the whole page. */
export const presentPackages = (view: PackageView, rows: ReadonlyArray<PackageRow>, beside: 'project' | 'group') => {
  const { forge } = view
  const ids = rows.map((row) => row.id)
  const { tags, pipelines: builders } = packageDetails(forge, ids)
  const hasPipelines = beside === 'group' || releaseHas('package.pipelines_in_lists', forge.instance.release)
  return rows.map((row) => {
    const project = projectById(forge, row.projectId)
    const { pipelines, ...newest } = builtBy(pipelinesOf(view, builders.get(row.id)))
    const built = hasPipelines ? { ...newest, pipelines } : newest
    const shape = shapeOf(view, project, row, built, tags.get(row.id))
    return beside === 'project'
      ? shape
      : { ...shape, project_id: row.projectId, project_path: project?.fullPath ?? null }
  })
}

/** One package, with its other versions. */
export const presentPackage = (view: PackageView, row: PackageRow) => {
  const { forge } = view
  const project = projectById(forge, row.projectId)
  const versions = otherVersions(forge, row)
  const ids = [row.id, ...versions.map((version) => version.id)]
  const { tags, pipelines: builders } = packageDetails(forge, ids)
  const builtFor = (id: number): Pipelines => pipelinesOf(view, builders.get(id))
  return {
    ...shapeOf(view, project, row, builtBy(builtFor(row.id)), tags.get(row.id)),
    versions: versions.map(({ id, version, createdAt }) => ({
      id,
      version,
      created_at: createdAt,
      tags: (tags.get(id) ?? []).map(tagOf),
      pipelines: builtFor(id),
    })),
  }
}

/** A file of a package (docs/reference/behaviour/packages.md#package-files). */
export const presentPackageFile = (view: PackageView, file: PackageFileRow) => {
  const pipelines = file.pipelineId === null ? [] : pipelinesOf(view, [file.pipelineId])
  return {
    id: file.id,
    package_id: file.packageId,
    created_at: file.createdAt,
    file_name: file.name,
    size: file.size,
    file_md5: file.md5,
    file_sha1: file.sha1,
    file_sha256: file.sha256,
    ...(pipelines.length === 0 ? {} : { pipelines }),
  }
}
