import {
  authorizePublication,
  filesOfPackages,
  findPythonFile,
  type InstallableVersion,
  listPythonNames,
  listPythonVersions,
  MAX_FILE_BYTES,
  publishFile,
  type RegistryScope,
} from '@forgefold/core/domains/packages/package'
import { getGroup } from '@forgefold/core/domains/projects/group'
import { projectNamed } from '@forgefold/core/domains/projects/project'
import { refuse, refused } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, created, type Route, raw, required, route, string } from '../../../../../http/index.js'
import { messageShape } from '../../../instance/version/shape.js'
import { callerOf, projectId } from '../../../path-ids.js'
import { download } from '../file-transfer.js'
import { forwardOrNotFound, REDIRECT_TO_PUBLIC_REGISTRY } from '../forwarding.js'
import { ofGroup, ofProject, type RegistryAddress } from '../registry-address.js'
import { forPublishing, registryRoute, registryUrlOf } from '../registry-route.js'
import { indexPage, type Link } from './pages.js'
import { readUpload, type Upload } from './read-upload.js'

const area = 'Package registry: PyPI'
const BASE = '/projects/:id/packages/pypi'
const HTML = 'text/html; charset=utf-8'

const mismatch = ({ fields, digest }: Upload): string | undefined => {
  const wrong = (field: string, own: string): boolean => (fields.get(field) ?? own).toLowerCase() !== own
  if (wrong('sha256_digest', digest.sha256)) return 'sha256_digest does not match the file'
  return wrong('md5_digest', digest.md5) ? 'md5_digest does not match the file' : undefined
}

/** The stored fields of a form; the rest is in the file itself. */
const DOCUMENTED = ['requires_python', 'summary', 'license', 'home_page', 'author', 'keywords', 'metadata_version']

const documentOf = ({ fields }: Upload) =>
  Object.fromEntries(DOCUMENTED.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])))

const upload = route({
  method: 'POST',
  path: BASE,
  area,
  summary: 'Publish a distribution file',
  ...registryRoute,
  before: forPublishing,
  streamsBody: true,
  bodyLimit: MAX_FILE_BYTES.pypi,
  params: { id: projectId },
  success: { status: 201, description: 'Published', schemaFor: messageShape },
  handler: async (context, { id }) => {
    const { forge } = context
    const read = await readUpload(context)
    if (E.isLeft(read)) return read
    const { fields, fileName, digest } = read.right
    const [name = '', version = ''] = [fields.get('name'), fields.get('version')]
    if (name === '' || version === '') return refuse(refused('name and version are needed'))
    const wrong = mismatch(read.right)
    if (wrong !== undefined) return refuse(refused(wrong))
    const caller = callerOf(context)
    const authorized = authorizePublication(forge, caller, {
      project: id,
      type: 'pypi',
      name,
      version,
      fileName,
    })
    if (E.isLeft(authorized)) return authorized
    const published = await publishFile(forge, caller, {
      authorized: authorized.right,
      file: { name: fileName, digest },
      document: documentOf(read.right),
    })
    return E.isLeft(published) ? published : created({ message: '201 Created' })
  },
})

/** The name of a project or group that the caller may see. */
const nameOf = ({ forge, principal }: Context, place: RegistryScope): string => {
  if ('project' in place) return projectNamed(forge, place.project)?.fullName ?? ''
  const group = 'group' in place ? getGroup(forge, { principal }, place.group) : undefined
  return group !== undefined && E.isRight(group) ? group.right.fullName : 'packages'
}

const indexOf = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/pypi/simple`,
    area,
    summary: `The index of all Python packages ${address.whose}`,
    ...address.entered,
    params: address.at,
    success: { status: 200, description: 'A page of links (PEP 503)', mediaType: 'text/html' },
    handler: (context, { id }) => {
      const place = address.placeOf(id)
      const found = listPythonNames(context.forge, context, place)
      if (E.isLeft(found)) return found
      const base = registryUrlOf(context, 'pypi')
      const links = found.right.map((name) => ({ text: name, href: `${base}/simple/${encodeURIComponent(name)}/` }))
      return raw(HTML, indexPage(`Links for ${nameOf(context, place)}`, links))
    },
  })

const linksOf = (context: Context, versions: ReadonlyArray<InstallableVersion>): ReadonlyArray<Link> => {
  const base = registryUrlOf(context, 'pypi')
  const files = filesOfPackages(
    context.forge,
    versions.map((version) => version.id),
  )
  const needs = new Map(versions.map(({ id, metadata }) => [id, metadata['requires_python']]))
  return files.map((file) => {
    const requires = needs.get(file.packageId)
    return {
      text: file.name,
      href: `${base}/files/${file.sha256}/${encodeURIComponent(file.name)}#sha256=${file.sha256}`,
      requiresPython: typeof requires === 'string' && requires !== '' ? requires : undefined,
    }
  })
}

const simpleOf = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/pypi/simple/:package_name`,
    area,
    summary: `The distribution files of a Python package ${address.whose}`,
    ...address.entered,
    params: { ...address.at, package_name: required(string(), 'The name, however it is spelled (PEP 503)') },
    success: {
      status: 200,
      description: 'A page of links',
      mediaType: 'text/html',
      others: REDIRECT_TO_PUBLIC_REGISTRY,
    },
    handler: (context, { id, package_name: name }) => {
      const { forge } = context
      const versions = listPythonVersions(forge, context, { ...address.placeOf(id), name })
      if (E.isLeft(versions)) return versions
      const links = linksOf(context, versions.right)
      return links.length > 0
        ? raw(HTML, indexPage(`Links for ${name}`, links))
        : forwardOrNotFound(context, 'pypi', name)
    },
  })

const fileOf = (address: RegistryAddress): Route =>
  route({
    method: 'GET',
    path: `${address.base}/pypi/files/:sha256/:file_name`,
    area,
    summary: `Fetch a distribution file of a Python package ${address.whose}`,
    ...address.entered,
    params: {
      ...address.at,
      sha256: required(string(), 'The SHA-256 of the file, hexadecimal'),
      file_name: required(string(), 'The name of the file'),
    },
    success: { status: 200, description: 'The file', mediaType: 'application/octet-stream' },
    handler: (context, { id, sha256, file_name }) => {
      const wanted = { ...address.placeOf(id), sha256, fileName: file_name }
      const found = findPythonFile(context.forge, context, wanted)
      return E.isLeft(found) ? found : download(context.forge, context.request, found.right)
    },
  })

/** The simple index and the upload form of the Python package index, for pip and twine. */
export const pypiRoutes: ReadonlyArray<Route> = [
  upload,
  ...[ofProject('pypi'), ofGroup].flatMap((address) => [indexOf(address), simpleOf(address), fileOf(address)]),
]
