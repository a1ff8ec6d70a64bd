import {
  authorizePublication,
  downloadTicket,
  fileOfTicket,
  findFile,
  findTerraformVersion,
  listTerraformVersions,
  MAX_FILE_BYTES,
  publishFile,
  type TerraformModule,
} from '@forgefold/core/domains/packages/package'
import { lifespanOf } from '@forgefold/core/releases'
import * as E from 'fp-ts/lib/Either.js'
import { answer, type Context, created, ok, optional, type Route, route, string } from '../../../../../http/index.js'
import { messageShape } from '../../../instance/version/shape.js'
import { callerOf, projectId } from '../../../path-ids.js'
import { download, keepBody } from '../file-transfer.js'
import { forPublishing, forReading, registryRoute } from '../registry-route.js'
import { area, MODULE, module_namespace, named, ofModule, ofVersion, refOf } from './module.js'
import { terraformVersionShape, terraformVersionsShape } from './shape.js'

const FILE = '/projects/:id/packages/terraform/modules/:module_name/:module_system/:module_version/file'

const fileNameOf = (name: string, version: string): string => `${name.replace('/', '-')}-${version}.tgz`

const publish = route({
  method: 'PUT',
  path: FILE,
  area,
  summary: 'Publish a version of a Terraform module',
  ...registryRoute,
  before: forPublishing,
  streamsBody: true,
  bodyLimit: MAX_FILE_BYTES.terraform_module,
  params: { id: projectId, ...ofVersion },
  success: { status: 201, description: 'Published', schemaFor: messageShape },
  handler: async (context, { id: project, module_version: version, ...module }) => {
    const name = named(module)
    const fileName = fileNameOf(name, version)
    const caller = callerOf(context)
    const publication = { project, type: 'terraform_module', name, version, fileName } as const
    const authorized = authorizePublication(context.forge, caller, publication)
    if (E.isLeft(authorized)) return authorized
    const digest = await keepBody(context, 'terraform_module')
    if (E.isLeft(digest)) return digest
    const file = { name: fileName, digest: digest.right }
    const published = await publishFile(context.forge, caller, { authorized: authorized.right, file })
    return E.isLeft(published) ? published : created({ message: '201 Created' })
  },
})

const fetch = route({
  method: 'GET',
  path: FILE,
  area,
  summary: 'Fetch the archive of a version of a Terraform module',
  ...registryRoute,
  before: forReading('terraform_module'),
  params: { id: projectId, ...ofVersion },
  success: { status: 200, description: 'The archive', mediaType: 'application/octet-stream' },
  handler: (context, { id: project, module_version: version, ...module }) => {
    const name = named(module)
    const wanted = { project, type: 'terraform_module', name, version, fileName: fileNameOf(name, version) } as const
    const file = findFile(context.forge, context, wanted)
    return E.isLeft(file) ? file : download(context.forge, context.request, file.right)
  },
})

const sourceOf = ({ baseUrl }: Context, { project }: Pick<TerraformModule, 'project'>): string =>
  `${baseUrl}/${project.fullPath}`

const versions = route({
  method: 'GET',
  path: `${MODULE}/versions`,
  area,
  summary: 'List the versions of a Terraform module',
  ...registryRoute,
  params: { module_namespace, ...ofModule },
  success: { status: 200, description: 'The versions', schemaFor: terraformVersionsShape },
  handler: (context, module) => {
    const found = listTerraformVersions(context.forge, context, refOf(module))
    if (E.isLeft(found)) return found
    const providers = [{ name: module.module_system, version: '' }]
    const listed = found.right.versions.map(({ version }) => ({
      version,
      submodules: [],
      root: { dependencies: [], providers },
    }))
    return ok({ modules: [{ versions: listed, source: sourceOf(context, found.right) }] })
  },
})

const version = route({
  method: 'GET',
  path: `${MODULE}/:module_version`,
  area,
  summary: 'Read one version of a Terraform module',
  ...registryRoute,
  ...lifespanOf('packages.terraform_module_version'),
  params: { module_namespace, ...ofVersion },
  success: { status: 200, description: 'The version', schemaFor: terraformVersionShape },
  handler: (context, { module_version: asked, ...module }) => {
    const found = findTerraformVersion(context.forge, context, { ...refOf(module), version: asked })
    if (E.isLeft(found)) return found
    return ok({
      name: named(module),
      provider: module.module_system,
      providers: [module.module_system],
      root: { dependencies: [] },
      source: sourceOf(context, found.right),
      submodules: [],
      version: asked,
      versions: [asked],
    })
  },
})

/** The client continues at the URL in this header, without credentials. */
const ADDRESS = 'X-Terraform-Get'

const address = route({
  method: 'GET',
  path: `${MODULE}/:module_version/download`,
  area,
  summary: 'Where the archive of a version of a Terraform module is',
  ...registryRoute,
  params: { module_namespace, ...ofVersion },
  success: { status: 204, bodiless: true, description: `The header \`${ADDRESS}\` says it` },
  handler: (context, { module_version: asked, ...module }) => {
    const { forge, principal, request } = context
    const found = findTerraformVersion(forge, context, { ...refOf(module), version: asked })
    if (E.isLeft(found)) return found
    const ticket = principal.kind === 'anonymous' ? '' : `&ticket=${downloadTicket(forge, found.right)}`
    const file = `${request.path.slice(0, request.path.lastIndexOf('/'))}/file?token=&archive=tgz${ticket}`
    return answer({ status: 204, headers: [[ADDRESS, file]] })
  },
})

const file = route({
  method: 'GET',
  path: `${MODULE}/:module_version/file`,
  area,
  summary: 'Fetch the archive of a version of a Terraform module, with the ticket of its address',
  ...registryRoute,
  params: {
    module_namespace,
    ...ofVersion,
    ticket: optional(string(), 'What the address was given with; it opens this archive for five minutes'),
  },
  success: { status: 200, description: 'The archive', mediaType: 'application/octet-stream' },
  handler: (context, { module_version, ticket = '', ...module }) => {
    const { forge, request } = context
    const ref = { ...refOf(module), version: module_version }
    const opened = ticket === '' ? undefined : fileOfTicket(forge, { ref, ticket })
    if (opened !== undefined) return download(forge, request, opened)
    const found = findTerraformVersion(forge, context, ref)
    return E.isLeft(found) ? found : download(forge, request, found.right.file)
  },
})

/** The registry of Terraform modules (docs/reference/behaviour/packages.md#terraform-modules). */
export const terraformModuleRoutes: ReadonlyArray<Route> = [publish, fetch, versions, version, address, file]
