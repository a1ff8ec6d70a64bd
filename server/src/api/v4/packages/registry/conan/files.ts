import {
  type AuthorizedPublication,
  authorizePublication,
  findConanFile,
  largestFile,
  MAX_FILE_BYTES,
  publishFile,
} from '@forgefold/core/domains/packages/package'
import { type Rejection, refuse, refused } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Answer, type Context, ok, type Route, raw, route } from '../../../../../http/index.js'
import { callerOf } from '../../../path-ids.js'
import { integer, record } from '../../../shape.js'
import { download, keepBody } from '../file-transfer.js'
import type { RegistryAddress } from '../registry-address.js'
import { ofBuildFile, ofRecipeFile } from './params.js'
import { area, authorizingConan, conanRoute, type Named, partOf } from './place.js'

const RECIPE = 'conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision'

const FILES = {
  recipe: { path: `${RECIPE}/export/:file_name`, params: ofRecipeFile, noun: 'a Conan recipe' },
  build: {
    path: `${RECIPE}/package/:conan_package_reference/:package_revision/:file_name`,
    params: ofBuildFile,
    noun: 'a build of a Conan recipe',
  },
} as const

type Kind = keyof typeof FILES
type NamedFile = Named & { readonly file_name: string }

const done: Answer = raw('text/plain', '')

const authorized = (context: Context, named: NamedFile): E.Either<Rejection, AuthorizedPublication> => {
  const { packageReference, ...recipe } = partOf(named)
  return authorizePublication(context.forge, callerOf(context), {
    ...recipe,
    type: 'conan',
    fileName: named.file_name,
    ...(packageReference === null ? {} : { packageReference }),
  })
}

const publish = async (context: Context, named: NamedFile): Promise<Answer> => {
  const may = authorized(context, named)
  if (E.isLeft(may)) return may
  const kept = await keepBody(context, 'conan')
  if (E.isLeft(kept)) return kept
  // The client first asks without the file whether the server has it: it is told to send it.
  if (kept.right.size === 0) return done
  const clientDigest = context.request.headers.get('x-checksum-sha1')
  if (clientDigest !== undefined && clientDigest.toLowerCase() !== kept.right.sha1)
    return refuse(refused('X-Checksum-Sha1 does not match the file'))
  const file = { name: named.file_name, digest: kept.right }
  const published = await publishFile(context.forge, callerOf(context), { authorized: may.right, file })
  return E.isLeft(published) ? published : done
}

const fetchAt = (address: RegistryAddress, kind: Kind): Route =>
  route({
    method: 'GET',
    path: `${address.base}/${FILES[kind].path}`,
    area,
    summary: `Fetch a file of ${FILES[kind].noun} ${address.whose}`,
    ...conanRoute,
    before: authorizingConan('read_package'),
    params: { ...address.at, ...FILES[kind].params },
    success: { status: 200, description: 'The file', mediaType: 'application/octet-stream' },
    handler: (context, named) => {
      const wanted = { ...partOf(named), fileName: named.file_name }
      const file = findConanFile(context.forge, context, wanted)
      return E.isLeft(file) ? file : download(context.forge, context.request, file.right)
    },
  })

const sendAt = (address: RegistryAddress, kind: Kind): Route =>
  route({
    method: 'PUT',
    path: `${address.base}/${FILES[kind].path}`,
    area,
    summary: `Publish a file of ${FILES[kind].noun} ${address.whose}`,
    ...conanRoute,
    before: authorizingConan('create_package'),
    streamsBody: true,
    bodyLimit: MAX_FILE_BYTES.conan,
    params: { ...address.at, ...FILES[kind].params },
    success: { status: 200, description: 'Kept', mediaType: 'text/plain' },
    handler: publish,
  })

const askAt = (address: RegistryAddress, kind: Kind): Route =>
  route({
    method: 'PUT',
    path: `${address.base}/${FILES[kind].path}/authorize`,
    area,
    summary: `Ask whether a file of ${FILES[kind].noun} ${address.whose} may be sent`,
    ...conanRoute,
    before: authorizingConan('create_package'),
    streamsBody: true,
    params: { ...address.at, ...FILES[kind].params },
    success: { status: 200, description: 'It may', schemaFor: record('UploadPermission', { MaximumSize: integer }) },
    handler: (context, named) => {
      const may = authorized(context, named)
      return E.isLeft(may) ? may : ok({ MaximumSize: largestFile(context.forge, 'conan') })
    },
  })

/** The files of recipes and binary packages. */
export const fileRoutes = (address: RegistryAddress): ReadonlyArray<Route> =>
  (['recipe', 'build'] as const).flatMap((kind) => [
    fetchAt(address, kind),
    sendAt(address, kind),
    askAt(address, kind),
  ])
