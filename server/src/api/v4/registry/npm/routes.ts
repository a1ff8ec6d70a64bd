import type { Forge } from '@forgefold/core/app'
import { doomPackage, findFile, removeTag, setTag } from '@forgefold/core/domains/package'
import { type ProjectRow, projectNamed } from '@forgefold/core/domains/project'
import { npmForwarding } from '@forgefold/core/domains/settings'
import { missing, notFound, type Rejection, refuse, refused } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  BodyTooLarge,
  type Context,
  ok,
  type Route,
  raw,
  required,
  respond,
  respondNoContent,
  route,
  string,
} from '../../../../http/index.js'
import { distributionTagsShape, npmDoneShape, packumentShape } from '../../../../shapes/index.js'
import { projectId } from '../../shared-params.js'
import { registryDoor, toDestroy, toPublish, toRead } from '../door.js'
import { download } from '../download.js'
import { baseNameOf } from './documents.js'
import { ABBREVIATED, abbreviatedPackument, gatherPackument, tagsOf, wholePackument } from './packument.js'
import { deprecateVersions, publishVersion, receive } from './publish.js'

const area = 'Package registry: npm'
const BASE = '/projects/:id/packages/npm'
const TAGS = `${BASE}/-/package/*package_name/dist-tags`

const packageName = required(string(), 'The name of the package, with its scope')
const at = { id: projectId, package_name: packageName }

/** The project that `before` has found. */
const projectOf = (forge: Forge, ref: string): ProjectRow => {
  const project = projectNamed(forge, ref)
  if (project === undefined) throw new Error('the project went away')
  return project
}

/** The address of the registry as the client wrote it: npm sends its token to addresses below it only. */
const registryUrlOf = ({ baseUrl, request }: Context): string => {
  const end = request.path.indexOf('/packages/npm')
  return `${baseUrl}${request.path.slice(0, end)}/packages/npm`
}

/** A package that is not here is not looked for elsewhere; where the settings promise that, the refusal says so. */
const unknownPackage = (forge: Forge): Rejection =>
  npmForwarding(forge.settings.current())
    ? missing('404 Package Not Found - this server forwards no requests to other registries')
    : notFound('Package')

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

const readTags = route({
  method: 'GET',
  path: TAGS,
  area,
  summary: 'Read the distribution tags of a package',
  ...registryDoor,
  before: toRead('npm'),
  params: at,
  success: { status: 200, description: 'Each tag with its version', schemaFor: distributionTagsShape },
  handler: ({ forge }, { id, package_name: name }) => {
    const versions = forge.read.packages.versionsNamed(projectOf(forge, id).id, 'npm', name)
    return versions.length === 0 ? refuse(unknownPackage(forge)) : ok(tagsOf(forge, versions))
  },
})

const tag = required(string(), 'The tag')
const MOST_VERSION_BYTES = 4096

/** The body is a version as JSON text, or as it is. */
const versionIn = async ({ request }: Context): Promise<E.Either<Rejection, string>> => {
  try {
    const text = Buffer.from(await request.body.bytes(MOST_VERSION_BYTES))
      .toString('utf8')
      .trim()
    return E.right(text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text)
  } catch (error) {
    if (error instanceof BodyTooLarge) return refuse(refused('Version is too long'))
    throw error
  }
}

const writeTag = route({
  method: 'PUT',
  path: `${TAGS}/:tag`,
  area,
  summary: 'Let a tag point to a version',
  ...registryDoor,
  before: toPublish,
  streamsBody: true,
  params: { ...at, tag },
  success: { status: 204, description: 'It does' },
  handler: async (context, { id, package_name: name, tag: wanted }) => {
    const { forge } = context
    const version = await versionIn(context)
    if (E.isLeft(version)) return version
    const project = projectOf(forge, id).id
    const row = forge.read.packages.versionsNamed(project, 'npm', name).find((one) => one.version === version.right)
    if (row === undefined) return refuse(notFound('Package'))
    return respondNoContent(await setTag(forge, context.command(), { projectId: project, name }, wanted, row.id))
  },
})

const deleteTag = route({
  method: 'DELETE',
  path: `${TAGS}/:tag`,
  area,
  summary: 'Take a tag away',
  ...registryDoor,
  before: toDestroy,
  streamsBody: true,
  params: { ...at, tag },
  success: { status: 204, description: 'Gone' },
  handler: async (context, { id, package_name: name, tag: wanted }) => {
    const { forge } = context
    const of = { projectId: projectOf(forge, id).id, name }
    return respondNoContent(await removeTag(forge, context.command(), of, wanted))
  },
})

/** The protocol of npm, as far as npm, yarn and pnpm speak it to a private registry. */
export const npmRoutes: ReadonlyArray<Route> = [
  packument,
  tarball,
  publish,
  unpublishSome,
  unpublishAll,
  forgetTarball,
  readTags,
  writeTag,
  deleteTag,
]
