import {
  authorizePublication,
  channelsOfChart,
  findHelmFile,
  helmDocument,
  listHelmCharts,
  MAX_FILE_BYTES,
  publishFile,
} from '@forgefold/core/domains/packages/package'
import { refuse, refused } from '@forgefold/core/kernel'
import type { BlobDigest } from '@forgefold/core/ports'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, created, type Route, raw, required, route, string } from '../../../../../http/index.js'
import { messageShape } from '../../../instance/version/shape.js'
import { callerOf, projectId } from '../../../path-ids.js'
import { download, keepFormFile } from '../file-transfer.js'
import { forPublishing, forReading, registryRoute } from '../registry-route.js'
import { type Chart, chartIn } from './chart.js'
import { indexFile } from './index-file.js'

const area = 'Package registry: Helm'
const BASE = '/projects/:id/packages/helm'

const channel = required(string(), 'The channel, `stable` for example', { refusesBlank: true })

const described = async ({ forge }: Context, { sha256 }: BlobDigest): Promise<Chart | undefined> => {
  const archive = await forge.packageFiles.get(sha256)
  return archive === undefined ? undefined : chartIn(archive)
}

const upload = route({
  method: 'POST',
  path: `${BASE}/api/:channel/charts`,
  area,
  summary: 'Publish a chart to a channel',
  ...registryRoute,
  ...lifespanOf('packages.helm_publish'),
  before: forPublishing,
  streamsBody: true,
  bodyLimit: MAX_FILE_BYTES.helm + 1024 * 1024,
  params: { id: projectId, channel },
  success: { status: 201, description: 'Published', schemaFor: messageShape },
  handler: async (context, { id: project, channel: wanted }) => {
    const kept = await keepFormFile(context, 'helm', 'chart')
    if (E.isLeft(kept)) return kept
    const chart = await described(context, kept.right)
    if (chart === undefined) return refuse(refused('chart is no archive of a Helm chart'))
    const { name, version } = chart
    const fileName = `${name}-${version}.tgz`
    const caller = callerOf(context)
    const publication = { project, type: 'helm', name, version, fileName } as const
    const authorized = authorizePublication(context.forge, caller, publication)
    if (E.isLeft(authorized)) return authorized
    const before = await channelsOfChart(context.forge, caller, { project, name, version })
    if (E.isLeft(before)) return before
    const published = await publishFile(context.forge, caller, {
      authorized: authorized.right,
      file: { name: fileName, digest: kept.right },
      document: helmDocument(chart, [...new Set([...before.right, wanted])]),
      documentIsOfFile: true,
    })
    return E.isLeft(published) ? published : created({ message: '201 Created' })
  },
})

const index = route({
  method: 'GET',
  path: `${BASE}/:channel/index.yaml`,
  area,
  summary: 'The index of the charts of a channel',
  ...registryRoute,
  ...lifespanOf('packages.helm_index'),
  before: forReading('helm'),
  params: { id: projectId, channel },
  success: { status: 200, description: 'The index', mediaType: 'text/yaml' },
  handler: async (context, { id: project, channel: wanted }) => {
    const charts = await listHelmCharts(context.forge, context, { project, channel: wanted })
    if (E.isLeft(charts)) return charts
    return raw('text/yaml', indexFile(charts.right, project, context.forge.clock.now()))
  },
})

const fetch = route({
  method: 'GET',
  path: `${BASE}/:channel/charts/:file_name`,
  area,
  summary: 'Fetch a chart',
  ...registryRoute,
  before: forReading('helm'),
  params: { id: projectId, channel, file_name: required(string(), 'Name, version and `.tgz`') },
  success: { status: 200, description: 'The chart', mediaType: 'application/octet-stream' },
  handler: async (context, { id: project, channel: wanted, file_name: fileName }) => {
    const found = await findHelmFile(context.forge, context, { project, channel: wanted, fileName })
    return E.isLeft(found) ? found : download(context.forge, context.request, found.right)
  },
})

/** The registry of Helm charts (docs/reference/behaviour/packages.md#helm). */
export const helmRoutes: ReadonlyArray<Route> = [upload, index, fetch]
