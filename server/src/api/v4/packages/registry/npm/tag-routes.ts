import {
  authorizeRegistry,
  listNpmVersions,
  projectOfNpmPackage,
  removeTag,
  setTag,
} from '@forgefold/core/domains/packages/package'
import type { ProjectRef } from '@forgefold/core/domains/projects/project'
import { notFound, type Rejection, refuse, refused } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import {
  BodyTooLarge,
  type Context,
  ok,
  type Route,
  required,
  respondNoContent,
  route,
  string,
} from '../../../../../http/index.js'
import { callerOf } from '../../../path-ids.js'
import { distributionTagsShape } from '../../packages/shape.js'
import type { RegistryAddress } from '../registry-address.js'
import type { Before } from '../registry-route.js'
import { area, NPM_ADDRESSES, packageName } from './package-path.js'
import { tagsOf } from './packument.js'

const TAGS = 'npm/-/package/*package_name/dist-tags'

const readTagsOf = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/${TAGS}`,
    area,
    summary: `Read the distribution tags of a package ${address.whose}`,
    ...address.entered,
    params: { ...address.at, package_name: packageName },
    success: { status: 200, description: 'Each tag with its version', schemaFor: distributionTagsShape },
    handler: (context, { id, package_name: name }) => {
      const versions = listNpmVersions(context.forge, context, { ...address.placeOf(id), name })
      if (E.isLeft(versions)) return versions
      return versions.right.length === 0 ? refuse(notFound('Package')) : ok(tagsOf(context.forge, versions.right))
    },
  })

const tag = required(string(), 'The tag')

const MAX_VERSION_BYTES = 4096

/** The body is a version as JSON text, or as plain text. */
const versionIn = async ({ request }: Context): Promise<E.Either<Rejection, string>> => {
  try {
    const text = Buffer.from(await request.body.bytes(MAX_VERSION_BYTES))
      .toString('utf8')
      .trim()
    return E.right(text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text)
  } catch (error) {
    if (error instanceof BodyTooLarge) return refuse(refused('Version is too long'))
    throw error
  }
}

/** The project whose tags change: that of the path, else that of the newest package of that name. */
const projectOf = (
  { forge, principal }: Context,
  address: RegistryAddress,
  id: string | undefined,
  name: string,
): E.Either<Rejection, ProjectRef> => {
  const place = address.placeOf(id)
  return 'project' in place ? E.right(place.project) : projectOfNpmPackage(forge, { principal }, { ...place, name })
}

/** Checks the right to change tags before the body is read, in the project of the package. */
const toChange =
  (address: RegistryAddress, ability: 'create_package' | 'destroy_package'): Before =>
  (context, raw) => {
    const project = projectOf(context, address, raw['id'], raw['package_name'] ?? '')
    if (E.isLeft(project)) return project
    const { forge, principal } = context
    return authorizeRegistry(forge, { principal }, { project: project.right, type: 'npm', ability })
  }

const writeTagOf = (address: RegistryAddress): Route =>
  route({
    method: 'PUT',
    path: `${address.base}/${TAGS}/:tag`,
    area,
    summary: `Let a tag of a package ${address.whose} point to a version`,
    ...address.entered,
    before: toChange(address, 'create_package'),
    streamsBody: true,
    bodyLimit: MAX_VERSION_BYTES,
    params: { ...address.at, package_name: packageName, tag },
    success: { status: 204, description: 'It does' },
    handler: async (context, { id, package_name: name, tag: wanted }) => {
      const project = projectOf(context, address, id, name)
      if (E.isLeft(project)) return project
      const version = await versionIn(context)
      if (E.isLeft(version)) return version
      const input = { project: project.right, name, tag: wanted, version: version.right }
      return respondNoContent(await setTag(context.forge, callerOf(context), input))
    },
  })

const deleteTagOf = (address: RegistryAddress): Route =>
  route({
    method: 'DELETE',
    path: `${address.base}/${TAGS}/:tag`,
    area,
    summary: `Take a tag of a package ${address.whose} away`,
    ...address.entered,
    before: toChange(address, 'destroy_package'),
    streamsBody: true,
    params: { ...address.at, package_name: packageName, tag },
    success: { status: 204, description: 'Gone' },
    handler: async (context, { id, package_name: name, tag: wanted }) => {
      const project = projectOf(context, address, id, name)
      if (E.isLeft(project)) return project
      return respondNoContent(
        await removeTag(context.forge, callerOf(context), { project: project.right, name, tag: wanted }),
      )
    },
  })

/** Distribution tags in the npm protocol (`npm dist-tag`). */
export const npmTagRoutes: ReadonlyArray<Route> = NPM_ADDRESSES.flatMap((address) => [
  readTagsOf(address),
  writeTagOf(address),
  deleteTagOf(address),
])
