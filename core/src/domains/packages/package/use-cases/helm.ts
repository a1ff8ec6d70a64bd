import * as E from 'fp-ts/lib/Either.js'
import type { AsyncQuery, Forge } from '../../../../app/forge.js'
import { notFound, refuse } from '../../../../kernel/index.js'
import type { ProjectRef } from '../../../projects/project/access.js'
import type { PackageFileRow, PackageRow } from '../queries.js'
import { channelsIn, type MetadataDocument } from '../steps/keep-metadata.js'
import { authorizeRegistry } from './fetch.js'
import { documentOf } from './metadata.js'

/** A version of a chart, as an index lists it. */
export interface HelmChart {
  readonly row: PackageRow
  readonly file: PackageFileRow
  /** The content of its `Chart.yaml`. */
  readonly chart: MetadataDocument
}

/** The charts of one channel of a project. */
export interface HelmChannel {
  readonly project: ProjectRef
  readonly channel: string
}

/** The most versions in an index, the newest first. */
const MAX_CHARTS = 1000

const documentOfRow = (forge: Forge, { id }: PackageRow): Promise<MetadataDocument> =>
  documentOf(forge, forge.read.packages.metadataOf(id) ?? { metadata: {}, blob: null })

const rowsIn = (forge: Forge, projectId: number): ReadonlyArray<PackageRow> => {
  const newest = { type: 'helm', orderBy: 'created_at', sort: 'desc' } as const
  const page = { page: 1, perPage: MAX_CHARTS }
  const { inProject } = forge.read.packages
  return [undefined, 'hidden' as const].flatMap((status) => inProject(projectId, { ...newest, status }, page).rows)
}

/** The channels that a version of a chart is in already. Rejections: as `authorizeRegistry`. */
export const channelsOfChart: AsyncQuery<
  { readonly project: ProjectRef; readonly name: string; readonly version: string },
  ReadonlyArray<string>
> = async (forge, caller, { project, name, version }) => {
  const access = authorizeRegistry(forge, caller, { project, type: 'helm', ability: 'create_package' })
  if (E.isLeft(access)) return access
  const row = forge.read.packages.named(access.right.project.id, 'helm', name, version)
  return E.right(row === undefined ? [] : channelsIn(await documentOfRow(forge, row)))
}

/** The charts of a channel, the newest version first. Rejections: as `authorizeRegistry`. */
export const listHelmCharts: AsyncQuery<HelmChannel, ReadonlyArray<HelmChart>> = async (forge, caller, input) => {
  const { project, channel } = input
  const access = authorizeRegistry(forge, caller, { project, type: 'helm', ability: 'read_package' })
  if (E.isLeft(access)) return access
  const charts: Array<HelmChart> = []
  for (const row of rowsIn(forge, access.right.project.id)) {
    const document = await documentOfRow(forge, row)
    const file = forge.read.packages.fileNamed(row.id, `${row.name}-${row.version}.tgz`)
    if (file === undefined || row.status === 'error' || !channelsIn(document).includes(channel)) continue
    charts.push({ row, file, chart: (document['chart'] ?? {}) as MetadataDocument })
  }
  return E.right(charts)
}

/** The archive of a chart by its name in a channel. Rejections: as `authorizeRegistry`; `NotFound`. */
export const findHelmFile: AsyncQuery<HelmChannel & { readonly fileName: string }, PackageFileRow> = async (
  forge,
  caller,
  { fileName, ...channel },
) => {
  const charts = await listHelmCharts(forge, caller, channel)
  if (E.isLeft(charts)) return charts
  const found = charts.right.find(({ file }) => file.name === fileName)
  return found === undefined ? refuse(notFound()) : E.right(found.file)
}
