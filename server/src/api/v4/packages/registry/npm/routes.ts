import {
  deprecateVersions,
  findNpmFile,
  listNpmVersions,
  unpublishVersions,
} from '@forgefold/core/domains/packages/package'
import * as E from 'fp-ts/lib/Either.js'
import { ok, type Route, raw, required, respond, route, string } from '../../../../../http/index.js'
import { callerOf } from '../../../path-ids.js'
import { npmDoneShape, packumentShape } from '../../packages/shape.js'
import { download } from '../file-transfer.js'
import { forwardOrNotFound, REDIRECT_TO_PUBLIC_REGISTRY } from '../forwarding.js'
import type { RegistryAddress } from '../registry-address.js'
import { forDestroying, forPublishing, registryRoute, registryUrlOf } from '../registry-route.js'
import { npmAuditRoutes } from './audit-routes.js'
import { baseNameOf } from './documents.js'
import { area, at, BASE, NPM_ADDRESSES, packageName } from './package-path.js'
import {
  ABBREVIATED,
  abbreviatedPackument,
  everything,
  forInstalling,
  gatherPackument,
  wholePackument,
} from './packument.js'
import { deprecationsOf, MAX_PUBLICATION_BYTES, publishVersion, receive } from './publish.js'
import { npmTagRoutes } from './tag-routes.js'

const packumentOf = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/npm/*package_name`,
    area,
    summary: `Read what npm has to know of a package ${address.whose}`,
    ...address.entered,
    params: { ...address.at, package_name: packageName },
    success: {
      status: 200,
      description: 'The packument; the short form where `Accept` asks for it',
      schemaFor: packumentShape,
      others: REDIRECT_TO_PUBLIC_REGISTRY,
    },
    handler: async (context, { id, package_name: name }) => {
      const { forge, request } = context
      const versions = listNpmVersions(forge, context, { ...address.placeOf(id), name })
      if (E.isLeft(versions)) return versions
      if (versions.right.length === 0) return forwardOrNotFound(context, 'npm', name)
      const isShort = (request.headers.get('accept') ?? '').includes(ABBREVIATED)
      const place = { name, registryUrl: registryUrlOf(context, 'npm') }
      const found = await gatherPackument(forge, place, versions.right, isShort ? forInstalling : everything)
      if (E.isLeft(found)) return found
      if (found.right === undefined) return forwardOrNotFound(context, 'npm', name)
      if (!isShort) return ok(wholePackument(found.right))
      return raw(ABBREVIATED, JSON.stringify(abbreviatedPackument(found.right)))
    },
  })

const tarballOf = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/npm/*package_name/-/:file_name`,
    area,
    summary: `Fetch the packed files of a version ${address.whose}`,
    ...address.entered,
    params: { ...address.at, package_name: packageName, file_name: required(string(), 'The name of the file') },
    success: { status: 200, description: 'The file', mediaType: 'application/octet-stream' },
    handler: (context, { id, package_name: name, file_name }) => {
      const wanted = { ...address.placeOf(id), name, fileName: baseNameOf(file_name) }
      const file = findNpmFile(context.forge, context, wanted)
      return E.isLeft(file) ? file : download(context.forge, context.request, file.right)
    },
  })

const publish = route({
  method: 'PUT',
  path: `${BASE}/*package_name`,
  area,
  summary: 'Publish a version, or say which versions are deprecated',
  ...registryRoute,
  before: forPublishing,
  streamsBody: true,
  bodyLimit: MAX_PUBLICATION_BYTES,
  params: at,
  success: { status: 200, description: 'Published', schemaFor: npmDoneShape },
  handler: async (context, { id, package_name: name }) => {
    const received = await receive(context)
    if (E.isLeft(received)) return received
    const { publication, packed } = received.right
    const done =
      packed.length === 0 && publication.attachments.size === 0
        ? await deprecateVersions(context.forge, callerOf(context), {
            project: id,
            name,
            messages: deprecationsOf(publication),
          })
        : await publishVersion(context, id, name, received.right)
    return respond(() => ({ ok: true, id: name }))(done)
  },
})

const UNPUBLISHED = { ok: true }

const rev = required(string(), 'The revision the client has seen')

const unpublishVersionsRoute = route({
  method: 'PUT',
  path: `${BASE}/*package_name/-rev/:rev`,
  area,
  summary: 'Unpublish the versions that the document has no more',
  ...registryRoute,
  before: forDestroying,
  streamsBody: true,
  bodyLimit: MAX_PUBLICATION_BYTES,
  params: { ...at, rev },
  success: { status: 200, description: 'Unpublished', schemaFor: npmDoneShape },
  handler: async (context, { id, package_name: name }) => {
    const received = await receive(context)
    if (E.isLeft(received)) return received
    const stay = new Set(received.right.publication.versions.keys())
    const gone = await unpublishVersions(context.forge, callerOf(context), { project: id, name, stay })
    return respond(() => UNPUBLISHED)(gone)
  },
})

const unpublishAll = route({
  method: 'DELETE',
  path: `${BASE}/*package_name/-rev/:rev`,
  area,
  summary: 'Unpublish every version',
  ...registryRoute,
  before: forDestroying,
  streamsBody: true,
  params: { ...at, rev },
  success: { status: 200, description: 'Unpublished', schemaFor: npmDoneShape },
  handler: async (context, { id, package_name: name }) => {
    const gone = await unpublishVersions(context.forge, callerOf(context), { project: id, name, stay: new Set() })
    return respond(() => UNPUBLISHED)(gone)
  },
})

const forgetTarball = route({
  method: 'DELETE',
  path: `${BASE}/*package_name/-/:file_name/-rev/:rev`,
  area,
  summary: 'The last step of `npm unpublish`: the file went with its version',
  ...registryRoute,
  before: forDestroying,
  streamsBody: true,
  params: { ...at, rev, file_name: required(string(), 'The name of the file') },
  success: { status: 200, description: 'Gone', schemaFor: npmDoneShape },
  handler: () => ok(UNPUBLISHED),
})

/** The npm protocol, as far as npm, yarn and pnpm use it with a private registry. */
export const npmRoutes: ReadonlyArray<Route> = [
  ...NPM_ADDRESSES.flatMap((address) => [packumentOf(address), tarballOf(address)]),
  publish,
  unpublishVersionsRoute,
  unpublishAll,
  forgetTarball,
  ...npmTagRoutes,
  ...npmAuditRoutes,
]
