import { doomPackage, findFile } from '@forgefold/core/domains/packages/package'
import { notFound, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type Context,
  ok,
  type Route,
  raw,
  required,
  respond,
  route,
  string,
} from '../../../../../http/index.js'
import { npmDoneShape, packumentShape } from '../../packages/shape.js'
import { registryDoor, toDestroy, toPublish, toRead } from '../door.js'
import { download } from '../download.js'
import { baseNameOf } from './documents.js'
import { area, at, BASE, projectOf, unknownPackage } from './package-path.js'
import { ABBREVIATED, abbreviatedPackument, gatherPackument, wholePackument } from './packument.js'
import { deprecateVersions, MOST_PUBLICATION_BYTES, publishVersion, receive } from './publish.js'
import { npmTagRoutes } from './tag-routes.js'

/** The address of the registry as the client wrote it: npm sends its token to addresses below it only. */
const registryUrlOf = ({ baseUrl, request }: Context): string => {
  const end = request.path.indexOf('/packages/npm')
  return `${baseUrl}${request.path.slice(0, end)}/packages/npm`
}

const packument = route({
  method: 'GET',
  path: `${BASE}/*package_name`,
  area,
  summary: 'Read what npm has to know of a package',
  ...registryDoor,
  before: toRead('npm'),
  params: at,
  success: {
    status: 200,
    description: 'The packument; the short form where `Accept` asks for it',
    schemaFor: packumentShape,
  },
  handler: async (context, { id, package_name: name }) => {
    const { forge, request } = context
    const described = { projectId: projectOf(forge, id).id, name, registryUrl: registryUrlOf(context) }
    const found = await gatherPackument(forge, described)
    if (found === undefined) return refuse(unknownPackage(forge))
    if (!(request.headers.get('accept') ?? '').includes(ABBREVIATED)) return ok(wholePackument(found))
    return raw(ABBREVIATED, JSON.stringify(abbreviatedPackument(found)))
  },
})

const tarball = route({
  method: 'GET',
  path: `${BASE}/*package_name/-/:file_name`,
  area,
  summary: 'Fetch the packed files of a version',
  ...registryDoor,
  before: toRead('npm'),
  params: { ...at, file_name: required(string(), 'The name of the file') },
  success: { status: 200, description: 'The file', mediaType: 'application/octet-stream' },
  handler: ({ forge, principal, request }, { id, package_name: name, file_name }) => {
    const fileName = baseNameOf(file_name)
    for (const row of forge.read.packages.versionsNamed(projectOf(forge, id).id, 'npm', name)) {
      if (forge.read.packages.fileNamed(row.id, fileName) === undefined) continue
      const file = findFile(forge, principal, { project: id, type: 'npm', name, version: row.version, fileName })
      return E.isLeft(file) ? file : download(forge, request, file.right)
    }
    return refuse(notFound())
  },
})

const publish = route({
  method: 'PUT',
  path: `${BASE}/*package_name`,
  area,
  summary: 'Publish a version, or say which versions are deprecated',
  ...registryDoor,
  before: toPublish,
  streamsBody: true,
  bodyLimit: MOST_PUBLICATION_BYTES,
  params: at,
  success: { status: 200, description: 'Published', schemaFor: npmDoneShape },
  handler: async (context, { id, package_name: name }) => {
    const received = await receive(context)
    if (E.isLeft(received)) return received
    const { publication, packed } = received.right
    const done =
      packed.length === 0 && publication.attachments.size === 0
        ? await deprecateVersions(context, projectOf(context.forge, id).id, name, publication)
        : await publishVersion(context, id, name, received.right)
    return respond(() => ({ ok: true, id: name }))(done)
  },
})

/** Takes versions away, one after another. */
const removeVersions = async (
  context: Context,
  project: string,
  name: string,
  keeps: (version: string) => boolean,
): Promise<Answer> => {
  const { forge } = context
  for (const row of forge.read.packages.versionsNamed(projectOf(forge, project).id, 'npm', name)) {
    if (keeps(row.version)) continue
    const gone = await doomPackage(forge, context.command(), row.id)
    if (E.isLeft(gone)) return gone
  }
  return ok({ ok: true })
}

const rev = required(string(), 'The revision the client has seen')

const unpublishSome = route({
  method: 'PUT',
  path: `${BASE}/*package_name/-rev/:rev`,
  area,
  summary: 'Unpublish the versions that the document has no more',
  ...registryDoor,
  before: toDestroy,
  streamsBody: true,
  bodyLimit: MOST_PUBLICATION_BYTES,
  params: { ...at, rev },
  success: { status: 200, description: 'Unpublished', schemaFor: npmDoneShape },
  handler: async (context, { id, package_name: name }) => {
    const received = await receive(context)
    if (E.isLeft(received)) return received
    const { versions } = received.right.publication
    return removeVersions(context, id, name, (version) => versions.has(version))
  },
})

const unpublishAll = route({
  method: 'DELETE',
  path: `${BASE}/*package_name/-rev/:rev`,
  area,
  summary: 'Unpublish every version',
  ...registryDoor,
  before: toDestroy,
  streamsBody: true,
  params: { ...at, rev },
  success: { status: 200, description: 'Unpublished', schemaFor: npmDoneShape },
  handler: (context, { id, package_name: name }) => removeVersions(context, id, name, () => false),
})

const forgetTarball = route({
  method: 'DELETE',
  path: `${BASE}/*package_name/-/:file_name/-rev/:rev`,
  area,
  summary: 'The last step of `npm unpublish`: the file went with its version',
  ...registryDoor,
  before: toDestroy,
  streamsBody: true,
  params: { ...at, rev, file_name: required(string(), 'The name of the file') },
  success: { status: 200, description: 'Gone', schemaFor: npmDoneShape },
  handler: () => ok({ ok: true }),
})

/** The protocol of npm, as far as npm, yarn and pnpm speak it to a private registry. */
export const npmRoutes: ReadonlyArray<Route> = [
  packument,
  tarball,
  publish,
  unpublishSome,
  unpublishAll,
  forgetTarball,
  ...npmTagRoutes,
]
