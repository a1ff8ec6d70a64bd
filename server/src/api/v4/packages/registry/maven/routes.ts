import { createHash } from 'node:crypto'
import type { Forge } from '@forgefold/core/app'
import {
  authorizePublication,
  findFile,
  MAX_FILE_BYTES,
  openFile,
  type PackageFileRow,
  publishFile,
  type RegistryScope,
} from '@forgefold/core/domains/packages/package'
import { conflict, notFound, type Rejection, refuse, refused } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Answer,
  BodyTooLarge,
  type Context,
  type Route,
  raw,
  required,
  route,
  string,
} from '../../../../../http/index.js'
import { callerOf, projectId } from '../../../path-ids.js'
import { download, keepBody } from '../file-transfer.js'
import { ofGroup, ofInstance, ofProject, type RegistryAddress } from '../registry-address.js'
import { forPublishing, registryRoute } from '../registry-route.js'
import { type Checksum, type MavenFile, mavenFileAt } from './coordinates.js'

const area = 'Package registry: Maven'
const PATH = 'maven/*path/:file_name'
const params = {
  path: required(string(), 'Group, artifact and version, as in a Maven repository'),
  file_name: required(string(), 'The name of the file, or with .md5, .sha1, .sha256 or .sha512 its fingerprint'),
}

const sha512Of = async (forge: Forge, file: PackageFileRow): Promise<E.Either<Rejection, string>> => {
  const opened = await openFile(forge, file)
  if (opened === undefined) return refuse(notFound())
  const hash = createHash('sha512')
  for await (const chunk of opened.content) hash.update(chunk)
  return E.right(hash.digest('hex'))
}

const fingerprint = async (
  forge: Forge,
  file: PackageFileRow,
  checksum: Checksum,
): Promise<E.Either<Rejection, string>> => (checksum === 'sha512' ? sha512Of(forge, file) : E.right(file[checksum]))

const found = ({ forge, principal }: Context, place: RegistryScope, { name, version, fileName }: MavenFile) =>
  findFile(forge, { principal }, { ...place, type: 'maven', name, version, fileName })

const fetchFrom = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/${PATH}`,
    area,
    summary: `Fetch a file of a Maven package ${address.whose}, or its fingerprint`,
    ...address.entered,
    params: { ...address.at, ...params },
    success: { status: 200, description: 'The file', mediaType: 'application/octet-stream' },
    handler: async (context, { id, path, file_name }) => {
      const wanted = mavenFileAt(path, file_name)
      if (wanted === undefined) return refuse(notFound())
      const file = found(context, address.placeOf(id), wanted)
      if (E.isLeft(file)) return file
      if (wanted.checksum === undefined) return download(context.forge, context.request, file.right)
      const digest = await fingerprint(context.forge, file.right, wanted.checksum)
      return E.isLeft(digest) ? digest : raw('text/plain', digest.right)
    },
  })

const MAX_CHECKSUM_BYTES = 4096

const stated = async ({ request }: Context): Promise<string | undefined> => {
  try {
    return Buffer.from(await request.body.bytes(MAX_CHECKSUM_BYTES)).toString('latin1')
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined
    throw error
  }
}

const done: Answer = raw('text/plain', '')

/** Compares the client's checksum with the stored file; a different one is refused, and nothing is stored. */
const verify = async (context: Context, id: string, wanted: MavenFile, checksum: Checksum): Promise<Answer> => {
  const file = found(context, { project: id }, wanted)
  if (E.isLeft(file)) return file
  const text = await stated(context)
  const digest = await fingerprint(context.forge, file.right, checksum)
  if (E.isLeft(digest)) return digest
  // Some tools append the file's name.
  return text?.trim().split(/\s+/, 1)[0]?.toLowerCase() === digest.right
    ? done
    : refuse(conflict(`The ${checksum} of ${wanted.fileName} does not match`))
}

const publish = route({
  method: 'PUT',
  path: `/projects/:id/packages/${PATH}`,
  area,
  summary: 'Publish a file of a Maven package',
  ...registryRoute,
  before: forPublishing,
  streamsBody: true,
  bodyLimit: MAX_FILE_BYTES.maven,
  params: { id: projectId, ...params },
  success: { status: 200, description: 'Kept', mediaType: 'text/plain' },
  handler: async (context, { id, path, file_name }) => {
    const wanted = mavenFileAt(path, file_name)
    if (wanted === undefined) return refuse(refused('The path names no version of an artifact'))
    const { name, version, fileName, checksum } = wanted
    if (checksum !== undefined) return verify(context, id, wanted, checksum)
    const caller = callerOf(context)
    const authorized = authorizePublication(context.forge, caller, {
      project: id,
      type: 'maven',
      name,
      version,
      fileName,
    })
    if (E.isLeft(authorized)) return authorized
    const digest = await keepBody(context, 'maven')
    if (E.isLeft(digest)) return digest
    const file = { name: fileName, digest: digest.right }
    const published = await publishFile(context.forge, caller, { authorized: authorized.right, file })
    return E.isLeft(published) ? published : done
  },
})

/** The layout of a Maven repository, as Maven and Gradle read and write it. */
export const mavenRoutes: ReadonlyArray<Route> = [...[ofProject('maven'), ofGroup, ofInstance].map(fetchFrom), publish]
