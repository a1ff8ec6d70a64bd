import { findGoVersion, type GoVersion, listGoVersions } from '@forgefold/core/domains/packages/package'
import { notFound, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  answer,
  type Context,
  type Route,
  raw,
  required,
  route,
  string,
} from '../../../../../http/index.js'
import { projectId } from '../../../path-ids.js'
import { forReading, registryRoute } from '../registry-route.js'

const area = 'Package registry: Go'
const MODULE = '/projects/:id/packages/go/*module_name/@v'
const at = { id: projectId, module_name: required(string(), 'The path of the module, capital letters as `!a`') }

const list = route({
  method: 'GET',
  path: `${MODULE}/list`,
  area,
  summary: 'List the tagged versions of a Go module',
  ...registryRoute,
  before: forReading('golang'),
  params: at,
  success: { status: 200, description: 'The versions, one a line', mediaType: 'text/plain' },
  handler: async (context, { id: project, module_name: module }) => {
    const found = await listGoVersions(context.forge, context, { project, module })
    return E.isLeft(found) ? found : raw('text/plain; charset=utf-8', found.right.map((line) => `${line}\n`).join(''))
  },
})

type Giving = (version: GoVersion, context: Context) => Answer

const streamed = (contentType: string, body: AsyncIterable<Uint8Array>, length?: number): Answer =>
  answer({ status: 200, raw: { contentType, body, ...(length === undefined ? {} : { length }) } })

/** The documents of a version, by file extension. */
const GIVEN: ReadonlyMap<string, Giving> = new Map<string, Giving>([
  [
    'info',
    ({ version, commit }) => {
      const at = new Date(commit.committer.seconds * 1000)
      // A commit may have any date; one outside of the calendar is shown as the epoch.
      const time = (Number.isNaN(at.getTime()) ? new Date(0) : at).toISOString()
      return raw('application/json', JSON.stringify({ Version: version, Time: time }))
    },
  ],
  [
    'mod',
    ({ manifest }, { request }) =>
      streamed('text/plain; charset=utf-8', manifest.content(request.signal), manifest.size),
  ],
  [
    'zip',
    ({ git, module, version, commit }, { request }) =>
      streamed('application/zip', git.archive(commit.id, 'zip', `${module}@${version}/`, request.signal)),
  ],
])

const file = route({
  method: 'GET',
  path: `${MODULE}/:file_name`,
  area,
  summary: 'Read when a version of a Go module was made, its `go.mod`, or all of it',
  ...registryRoute,
  before: forReading('golang'),
  params: { ...at, file_name: required(string(), 'The version with `.info`, `.mod` or `.zip`') },
  success: { status: 200, description: 'What was asked for', mediaType: 'application/octet-stream' },
  handler: async (context, { id: project, module_name: module, file_name }) => {
    const dot = file_name.lastIndexOf('.')
    const give = GIVEN.get(file_name.slice(dot + 1))
    if (give === undefined) return refuse(notFound())
    const found = await findGoVersion(context.forge, context, { project, module, version: file_name.slice(0, dot) })
    return E.isLeft(found) ? found : give(found.right, context)
  },
})

/** The Go module proxy protocol, as far as the go command needs it: versions are tags. */
export const goRoutes: ReadonlyArray<Route> = [list, file]
