import {
  authorizeComposer,
  type ComposerVersion,
  documentOf,
  findComposerArchive,
  listComposerVersions,
  publishComposer,
} from '@forgefold/core/domains/packages/package'
import { notFound, refuse } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, created, ok, optional, type Route, required, route, string } from '../../../../../http/index.js'
import { messageShape } from '../../../instance/version/shape.js'
import { callerOf, groupId, projectId } from '../../../path-ids.js'
import { composerIndexShape, composerPackagesShape } from '../../packages/shape.js'
import { describeEach } from '../described-versions.js'
import { download } from '../file-transfer.js'
import { forPublishing, registryRoute } from '../registry-route.js'

const area = 'Package registry: Composer'
const PROJECT = '/projects/:id/packages/composer'
/** Composer is configured with the first; other routes of groups have the second. */
const GROUPS = ['/group', '/groups']
const ENDING = '.json'

const publish = route({
  method: 'POST',
  path: PROJECT,
  area,
  summary: 'Make a version of a Composer package of a tag or a branch',
  ...registryRoute,
  before: forPublishing,
  params: {
    id: projectId,
    tag: optional(string(), 'The tag; without a leading v it is the version'),
    branch: optional(string(), 'The branch, of which a development version is made'),
  },
  exactlyOne: ['tag', 'branch'],
  success: { status: 201, description: 'Published', schemaFor: messageShape },
  handler: async (context, { id, tag, branch = '' }) => {
    const from = tag === undefined ? { branch } : { tag }
    const published = await publishComposer(context.forge, callerOf(context), {
      project: id,
      from,
      signal: context.request.signal,
    })
    return E.isLeft(published) ? published : created({ message: '201 Created' })
  },
})

const archive = route({
  method: 'GET',
  path: `${PROJECT}/archives/*package_name`,
  area,
  summary: 'Fetch the archive of a version',
  ...registryRoute,
  params: {
    id: projectId,
    package_name: required(string(), 'The name of the package, with `.zip`'),
    sha: required(string(), 'The commit that the version was made of'),
  },
  success: { status: 200, description: 'The archive', mediaType: 'application/octet-stream' },
  handler: (context, { id, package_name: asked, sha: commit }) => {
    const name = asked.endsWith('.zip') ? asked.slice(0, -'.zip'.length) : asked
    const file = findComposerArchive(context.forge, context, { project: id, name, commit })
    if (E.isLeft(file)) return file
    if (context.principal.kind === 'anonymous') context.usesDeprecated('packages.composer_anonymous')
    return download(context.forge, context.request, file.right)
  },
})

/** The root file of a Composer repository (`packages.json`). */
const indexOf = (groups: string, name: string): Route =>
  route({
    method: 'GET',
    path: `${groups}/:id/-/packages/composer/${name}`,
    area,
    summary: `Where Composer finds the packages of a group (${name} below ${groups})`,
    ...registryRoute,
    params: { id: groupId },
    success: { status: 200, description: 'The pattern of addresses', schemaFor: composerIndexShape },
    handler: (context, { id }) => {
      const entered = authorizeComposer(context.forge, context, { group: id })
      if (E.isLeft(entered)) return entered
      const base = context.request.path.slice(0, context.request.path.lastIndexOf('/'))
      return ok({ packages: [], 'metadata-url': `${base}/p2/%package%${ENDING}` })
    },
  })

const hasManifest = ({ version: { metadata, blob } }: ComposerVersion): boolean =>
  metadata['composer_json'] !== undefined || blob !== null

const described = async ({ forge, baseUrl }: Context, { version, project, file }: ComposerVersion) => {
  const { target_sha: reference, composer_json: manifest } = await documentOf(forge, version)
  const archives = `${baseUrl}/api/v4/projects/${project.id}/packages/composer/archives`
  return {
    ...(manifest as object),
    name: version.name,
    version: version.version,
    uid: version.id,
    dist: {
      type: 'zip',
      url: `${archives}/${version.name}.zip?sha=${encodeURIComponent(String(reference))}`,
      reference,
      shasum: file.sha1,
    },
    source: { type: 'git', url: `${baseUrl}/${project.fullPath}.git`, reference },
  }
}

const packageIn = (groups: string): Route =>
  route({
    method: 'GET',
    path: `${groups}/:id/-/packages/composer/p2/*package_name`,
    area,
    summary: `Every version of a Composer package of a group (below ${groups})`,
    ...registryRoute,
    params: { id: groupId, package_name: required(string(), 'The name of the package, with or without `.json`') },
    success: { status: 200, description: 'The versions by package and version', schemaFor: composerPackagesShape },
    handler: async (context, { id, package_name: asked }) => {
      const name = asked.endsWith(ENDING) ? asked.slice(0, -ENDING.length) : asked
      const found = listComposerVersions(context.forge, context, { group: id, name })
      if (E.isLeft(found)) return found
      const newest = new Map<string, ComposerVersion>()
      for (const one of found.right)
        if (!newest.has(one.version.version) && hasManifest(one)) newest.set(one.version.version, one)
      if (newest.size === 0) return refuse(notFound())
      const versions = await describeEach([...newest.values()], (one) => described(context, one))
      if (E.isLeft(versions)) return versions
      return ok({ packages: { [name]: Object.fromEntries(versions.right.map((one) => [one.version, one])) } })
    },
  })

/** The protocol of Composer 2: packages of groups, published from tags and branches of repositories. */
export const composerRoutes: ReadonlyArray<Route> = [
  publish,
  archive,
  ...GROUPS.flatMap((groups) => [indexOf(groups, 'packages.json'), indexOf(groups, 'packages'), packageIn(groups)]),
]
