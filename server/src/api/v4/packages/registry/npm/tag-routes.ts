import { listNpmVersions, removeTag, setTag } from '@forgefold/core/domains/packages/package'
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
import { registryRoute, toDestroy, toPublish, toRead } from '../registry-route.js'
import { area, at, BASE } from './package-path.js'
import { tagsOf } from './packument.js'

const TAGS = `${BASE}/-/package/*package_name/dist-tags`

const readTags = route({
  method: 'GET',
  path: TAGS,
  area,
  summary: 'Read the distribution tags of a package',
  ...registryRoute,
  before: toRead('npm'),
  params: at,
  success: { status: 200, description: 'Each tag with its version', schemaFor: distributionTagsShape },
  handler: (context, { id, package_name: name }) => {
    const versions = listNpmVersions(context.forge, context, { project: id, name })
    if (E.isLeft(versions)) return versions
    return versions.right.length === 0 ? refuse(notFound('Package')) : ok(tagsOf(context.forge, versions.right))
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
  ...registryRoute,
  before: toPublish,
  streamsBody: true,
  bodyLimit: MOST_VERSION_BYTES,
  params: { ...at, tag },
  success: { status: 204, description: 'It does' },
  handler: async (context, { id, package_name: name, tag: wanted }) => {
    const version = await versionIn(context)
    if (E.isLeft(version)) return version
    const input = { project: id, name, tag: wanted, version: version.right }
    return respondNoContent(await setTag(context.forge, callerOf(context), input))
  },
})

const deleteTag = route({
  method: 'DELETE',
  path: `${TAGS}/:tag`,
  area,
  summary: 'Take a tag away',
  ...registryRoute,
  before: toDestroy,
  streamsBody: true,
  params: { ...at, tag },
  success: { status: 204, description: 'Gone' },
  handler: async (context, { id, package_name: name, tag: wanted }) => {
    return respondNoContent(await removeTag(context.forge, callerOf(context), { project: id, name, tag: wanted }))
  },
})

/** Distribution tags by the protocol of npm (`npm dist-tag`). */
export const npmTagRoutes: ReadonlyArray<Route> = [readTags, writeTag, deleteTag]
