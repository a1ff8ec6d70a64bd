import {
  authorizePublication,
  authorizeRegistry,
  type ConanOwner,
  findFile,
  MAX_FILE_BYTES,
  type PackageType,
  publishFile,
  shownName,
} from '@forgefold/core/domains/packages/package'
import { projectNamed } from '@forgefold/core/domains/projects/project'
import * as E from 'fp-ts/lib/Either.js'
import {
  type Context,
  created,
  oneOf,
  optional,
  type Route,
  required,
  route,
  string,
} from '../../../../../http/index.js'
import { callerOf, projectId } from '../../../path-ids.js'
import { presentPackageFile } from '../../packages/presenter.js'
import { keptFileShape } from '../../packages/shape.js'
import { viewFor } from '../../packages/view.js'
import { download, keepBody } from '../file-transfer.js'
import { forPublishing, registryRoute } from '../registry-route.js'

const area = 'Package registry: plain files'
const PATH = '/projects/:id/packages/:package_type/:package_name/:package_version/:file_name'
const narrower = ['/projects/:id/packages/generic/:package_name/:package_version/:file_name']

/** Package types with plain uploads. */
const PLAIN_TYPES = [
  'conan',
  'composer',
  'nuget',
  'helm',
  'terraform_module',
  'golang',
  'generic',
] as const satisfies ReadonlyArray<PackageType>

type PlainType = (typeof PLAIN_TYPES)[number]

const isPlain = (type: string | undefined): type is PlainType => PLAIN_TYPES.some((plain) => plain === type)

const params = {
  id: projectId,
  package_type: required(oneOf(PLAIN_TYPES), 'The kind of the package'),
  package_name: required(string(), 'The name of the package'),
  package_version: required(string(), 'The version'),
  file_name: required(string(), 'The name of the file'),
  package_username: optional(string(), 'Of a Conan recipe: its user; by default the path of the project'),
  package_channel: optional(string(), 'Of a Conan recipe: its channel; by default stable'),
}

interface Recipe {
  readonly package_type: string
  readonly package_username: string | undefined
  readonly package_channel: string | undefined
}

/** A Conan recipe has a user: by default the project, whose path is written with plus signs. */
const conanOf = ({ forge }: Context, id: string, recipe: Recipe): ConanOwner | undefined => {
  if (recipe.package_type !== 'conan') return undefined
  const path = projectNamed(forge, id)?.fullPath ?? ''
  return {
    username: recipe.package_username ?? path.replaceAll('/', '+'),
    channel: recipe.package_channel ?? 'stable',
  }
}

const upload = route({
  method: 'PUT',
  path: PATH,
  narrower,
  area,
  summary: 'Publish a file as it is',
  ...registryRoute,
  before: forPublishing,
  streamsBody: true,
  bodyLimit: Math.max(...PLAIN_TYPES.map((type) => MAX_FILE_BYTES[type])),
  params: {
    ...params,
    status: optional(oneOf(['default', 'hidden']), 'Hidden packages are installed but not listed'),
    select: optional(oneOf(['package_file']), 'Answer with the file instead of a message'),
  },
  success: { status: 201, description: 'Kept', schemaFor: keptFileShape },
  handler: async (context, given) => {
    const { id, package_type: type, package_name: name, package_version: version, file_name: fileName, status } = given
    const caller = callerOf(context)
    const conan = conanOf(context, id, given)
    const authorized = authorizePublication(context.forge, caller, {
      project: id,
      type,
      name,
      version,
      fileName,
      ...(conan === undefined ? {} : { conan }),
      status,
    })
    if (E.isLeft(authorized)) return authorized
    const digest = await keepBody(context, type)
    if (E.isLeft(digest)) return digest
    const file = { name: fileName, digest: digest.right }
    const published = await publishFile(context.forge, caller, { authorized: authorized.right, file })
    if (E.isLeft(published)) return published
    if (given.select === undefined) return created({ message: '201 Created' })
    return created(presentPackageFile(viewFor(context), published.right))
  },
})

const fetch = route({
  method: 'GET',
  path: PATH,
  narrower,
  area,
  summary: 'Fetch a file',
  ...registryRoute,
  before: ({ forge, principal }, raw) => {
    const type = raw['package_type']
    const entry = { project: raw['id'] ?? '', type: isPlain(type) ? type : 'generic', ability: 'read_package' } as const
    return authorizeRegistry(forge, { principal }, entry)
  },
  params,
  success: { status: 200, description: 'The file', mediaType: 'application/octet-stream' },
  handler: (context, given) => {
    const { id: project, package_type: type, package_name, package_version: version, file_name: fileName } = given
    if (type === 'composer' && context.principal.kind === 'anonymous')
      context.usesDeprecated('packages.composer_anonymous')
    const name = shownName(package_name, version, conanOf(context, project, given) ?? null)
    const file = findFile(context.forge, context, { project, type, name, version, fileName })
    return E.isLeft(file) ? file : download(context.forge, context.request, file.right)
  },
})

/** Plain uploads and downloads for types without a protocol of their own. */
export const plainRoutes: ReadonlyArray<Route> = [upload, fetch]
