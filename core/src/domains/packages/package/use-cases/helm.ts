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

const fileNameOf = ({ name, version }: PackageRow): string => `${name}-${version}.tgz`

/** The charts of these versions that are in a channel; one document at a time is held. */
async function* chartsIn(
  forge: Forge,
  rows: ReadonlyArray<PackageRow>,
  channel: string,
): AsyncGenerator<HelmChart, void> {
  for (const row of rows) {
    const file = row.status === 'error' ? undefined : forge.read.packages.fileNamed(row.id, fileNameOf(row))
    if (file === undefined) continue
    const document = await documentOfRow(forge, row)
    if (channelsIn(document).includes(channel))
      yield { row, file, chart: (document['chart'] ?? {}) as MetadataDocument }
  }
}

/** Versions of the same chart together, in the order of their first ones. */
const byName = (rows: ReadonlyArray<PackageRow>): ReadonlyArray<PackageRow> => {
  const groups = new Map<string, Array<PackageRow>>()
  for (const row of rows) {
    const group = groups.get(row.name)
    if (group === undefined) groups.set(row.name, [row])
    else group.push(row)
  }
  return [...groups.values()].flat()
}

/** The charts of a channel, those of one name together, and of each the newest version first. Rejections: as `authorizeRegistry`. */
export const listHelmCharts: AsyncQuery<HelmChannel, AsyncIterable<HelmChart>> = async (forge, caller, input) => {
  const { project, channel } = input
  const access = authorizeRegistry(forge, caller, { project, type: 'helm', ability: 'read_package' })
  if (E.isLeft(access)) return access
  return E.right(chartsIn(forge, byName(rowsIn(forge, access.right.project.id)), channel))
}

/** The archive of a chart by its name in a channel. Rejections: as `authorizeRegistry`; `NotFound`. */
export const findHelmFile: AsyncQuery<HelmChannel & { readonly fileName: string }, PackageFileRow> = async (
  forge,
  caller,
  { fileName, project, channel },
) => {
  const access = authorizeRegistry(forge, caller, { project, type: 'helm', ability: 'read_package' })
  if (E.isLeft(access)) return access
  const rows = rowsIn(forge, access.right.project.id).filter((row) => fileNameOf(row) === fileName)
  for await (const { file } of chartsIn(forge, rows, channel)) return E.right(file)
  return refuse(notFound())
}
