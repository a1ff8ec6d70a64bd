import {
  findNugetFile,
  findNugetVersion,
  listNugetVersions,
  MAX_FILE_BYTES,
  searchNuget,
} from '@forgefold/core/domains/packages/package'
import { refuse, refused } from '@forgefold/core/kernel'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import {
  boolean,
  created,
  integer,
  ok,
  optional,
  type Route,
  required,
  respond,
  route,
  string,
} from '../../../../../http/index.js'
import { messageShape } from '../../../instance/version/shape.js'
import { projectId } from '../../../path-ids.js'
import { describeEach } from '../described-versions.js'
import { download } from '../file-transfer.js'
import { ofGroup, ofProject, type RegistryAddress } from '../registry-address.js'
import { forPublishing, forReading, registryRoute } from '../registry-route.js'
import { presentFind, presentRegistration, presentVersion, presentVersions, serviceIndex } from './documents.js'
import { type Pushed, publishNuget } from './publish.js'
import {
  nugetRegistrationShape,
  nugetSearchShape,
  nugetVersionShape,
  nugetVersionsShape,
  serviceIndexShape,
} from './shape.js'

const area = 'Package registry: NuGet'
const BASE = '/projects/:id/packages/nuget'
const ENDING = '.json'
/** The name of the document, with and without the extension that clients send. */
const INDEXES = ['index', `index${ENDING}`]

const package_name = required(string(), 'The name of the package, in any case')
const package_version = required(string(), 'The version, in any of its spellings')

const push = (path: string, pushed: Pushed, summary: string, more: Partial<Route> = {}): Route =>
  route({
    method: 'PUT',
    path: `${BASE}${path}`,
    area,
    summary,
    ...registryRoute,
    ...more,
    before: forPublishing,
    streamsBody: true,
    bodyLimit: MAX_FILE_BYTES.nuget + 1024 * 1024,
    params: { id: projectId },
    success: { status: 201, description: 'Published', schemaFor: messageShape },
    handler: async (context, { id }) => {
      const published = await publishNuget(context, id, pushed)
      return E.isLeft(published) ? published : created({ message: '201 Created' })
    },
  })

const indexOf = (address: RegistryAddress, name: string): Route =>
  route({
    method: 'GET',
    path: `${address.base}/nuget/${name}`,
    area,
    summary: `What the NuGet registry ${address.whose} offers (${name})`,
    ...address.entered,
    params: address.at,
    success: { status: 200, description: 'The service index', schemaFor: serviceIndexShape },
    handler: (context, { id }) => {
      const place = address.placeOf(id)
      const entered = searchNuget(context.forge, context, { ...place, text: '', prerelease: true, skip: 0, take: 0 })
      return E.isLeft(entered) ? entered : ok(serviceIndex(context, 'project' in place))
    },
  })

/** The most search results of one answer. */
const MAX_RESULTS = 30

const queryOf = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/nuget/query`,
    area,
    summary: `Search for NuGet packages ${address.whose}`,
    ...address.entered,
    params: {
      ...address.at,
      q: optional(string(), 'Text that stands in the name'),
      skip: optional(integer({ minimum: 0 }), 'How many packages to leave out; by default none'),
      take: optional(integer({ minimum: 0 }), 'How many packages to give, 30 at most'),
      prerelease: optional(boolean(), 'Whether versions that are not finished count too; by default they do'),
    },
    success: { status: 200, description: 'What was found', schemaFor: nugetSearchShape },
    handler: async (context, { id, q: text = '', skip = 0, take = MAX_RESULTS, prerelease = true }) => {
      if (skip < 0 || take < 0) return refuse(refused('skip and take are not negative'))
      const search = { ...address.placeOf(id), text, prerelease, skip, take: Math.min(take, MAX_RESULTS) }
      const found = searchNuget(context.forge, context, search)
      if (E.isLeft(found)) return found
      const data = await describeEach(found.right.packages, (one) => presentFind(context, one, prerelease))
      return E.isLeft(data) ? data : ok({ totalHits: found.right.total, data: data.right })
    },
  })

const registrationOf = (address: RegistryAddress, name: string): Route =>
  route({
    method: 'GET',
    path: `${address.base}/nuget/metadata/:package_name/${name}`,
    area,
    summary: `Every version of a NuGet package ${address.whose} (${name})`,
    ...address.entered,
    params: { ...address.at, package_name },
    success: { status: 200, description: 'The versions', schemaFor: nugetRegistrationShape },
    handler: async (context, { id, package_name: wanted }) => {
      const versions = listNugetVersions(context.forge, context, { ...address.placeOf(id), name: wanted })
      if (E.isLeft(versions)) return versions
      const page = await presentRegistration(context, versions.right)
      return E.isLeft(page) ? page : ok(page.right)
    },
  })

const versionOf = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/nuget/metadata/:package_name/:package_version`,
    area,
    summary: `One version of a NuGet package ${address.whose}`,
    ...address.entered,
    params: { ...address.at, package_name, package_version },
    success: { status: 200, description: 'The version', schemaFor: nugetVersionShape },
    handler: async (context, { id, package_name: name, package_version: asked }) => {
      const version = asked.endsWith(ENDING) ? asked.slice(0, -ENDING.length) : asked
      const found = findNugetVersion(context.forge, context, { ...address.placeOf(id), name, version })
      return E.isLeft(found) ? found : ok(await presentVersion(context, found.right))
    },
  })

const versionsAt = (name: string): Route =>
  route({
    method: 'GET',
    path: `${BASE}/download/:package_name/${name}`,
    area,
    summary: `The versions of a NuGet package that can be fetched (${name})`,
    ...registryRoute,
    before: forReading('nuget'),
    params: { id: projectId, package_name },
    success: { status: 200, description: 'The versions', schemaFor: nugetVersionsShape },
    handler: (context, { id: project, package_name: wanted }) =>
      respond(presentVersions)(listNugetVersions(context.forge, context, { project, name: wanted })),
  })

const fetch = route({
  method: 'GET',
  path: `${BASE}/download/:package_name/:package_version/:package_filename`,
  area,
  summary: 'Fetch a NuGet package, or its symbols',
  ...registryRoute,
  before: forReading('nuget'),
  params: {
    id: projectId,
    package_name,
    package_version,
    package_filename: required(string(), 'Name and version with `.nupkg` or `.snupkg`, in any case'),
  },
  success: { status: 200, description: 'The file', mediaType: 'application/octet-stream' },
  handler: (context, { id: project, package_name: name, package_version: version, package_filename: fileName }) => {
    const found = findNugetFile(context.forge, context, { project, name, version, fileName })
    return E.isLeft(found) ? found : download(context.forge, context.request, found.right)
  },
})

/** The third version of NuGet's protocol (docs/reference/behaviour/packages.md#nuget). */
export const nugetRoutes: ReadonlyArray<Route> = [
  push('', 'package', 'Publish a NuGet package'),
  push('/symbolpackage', 'symbols', 'Publish the symbols of a NuGet package', lifespanOf('packages.nuget_symbols')),
  ...[ofProject('nuget'), ofGroup].flatMap((address) => [
    ...INDEXES.map((name) => indexOf(address, name)),
    queryOf(address),
    ...INDEXES.map((name) => registrationOf(address, name)),
    versionOf(address),
  ]),
  ...INDEXES.map(versionsAt),
  fetch,
]
