import {
  authorizePublication,
  filesOfPackages,
  findPythonFile,
  getPythonIndex,
  type InstallableVersion,
  listPythonVersions,
  MAX_FILE_BYTES,
  publishFile,
} from '@forgefold/core/domains/packages/package'
import { refuse, refused } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, created, type Route, raw, required, route, string } from '../../../../../http/index.js'
import { messageShape } from '../../../instance/version/shape.js'
import { callerOf, projectId } from '../../../path-ids.js'
import { download } from '../file-transfer.js'
import { forwardOrNotFound, REDIRECT_TO_PUBLIC_REGISTRY } from '../forwarding.js'
import { registryRoute, registryUrlOf, toPublish, toRead } from '../registry-route.js'
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

/** What is kept of a form besides the file: the rest stands in the file itself. */
const DOCUMENTED = ['requires_python', 'summary', 'license', 'home_page', 'author', 'keywords', 'metadata_version']

const documentOf = ({ fields }: Upload) =>
  Object.fromEntries(DOCUMENTED.flatMap((name) => (fields.has(name) ? [[name, fields.get(name)]] : [])))

const upload = route({
  method: 'POST',
  path: BASE,
  area,
  summary: 'Publish a distribution file',
  ...registryRoute,
  before: toPublish,
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
      onExisting: 'use',
      sameName: 'refuse',
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

const index = route({
  method: 'GET',
  path: `${BASE}/simple`,
  area,
  summary: 'The index of all Python packages of a project',
  ...registryRoute,
  before: toRead('pypi'),
  params: { id: projectId },
  success: { status: 200, description: 'A page of links (PEP 503)', mediaType: 'text/html' },
  handler: (context, { id }) => {
    const found = getPythonIndex(context.forge, context, { project: id })
    if (E.isLeft(found)) return found
    const { project, names } = found.right
    const base = registryUrlOf(context, 'pypi')
    const links = [...names].map((name) => ({ text: name, href: `${base}/simple/${encodeURIComponent(name)}/` }))
    return raw(HTML, indexPage(`Links for ${project.fullName}`, links))
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

const simple = route({
  method: 'GET',
  path: `${BASE}/simple/:package_name`,
  area,
  summary: 'The distribution files of a Python package',
  ...registryRoute,
  before: toRead('pypi'),
  params: { id: projectId, package_name: required(string(), 'The name, however it is spelled (PEP 503)') },
  success: { status: 200, description: 'A page of links', mediaType: 'text/html', others: REDIRECT_TO_PUBLIC_REGISTRY },
  handler: (context, { id, package_name: name }) => {
    const { forge } = context
    const versions = listPythonVersions(forge, context, { project: id, name })
    if (E.isLeft(versions)) return versions
    const links = linksOf(context, versions.right)
    return links.length > 0
      ? raw(HTML, indexPage(`Links for ${name}`, links))
      : forwardOrNotFound(context, 'pypi', name)
  },
})

const file = route({
  method: 'GET',
  path: `${BASE}/files/:sha256/:file_name`,
  area,
  summary: 'Fetch a distribution file',
  ...registryRoute,
  before: toRead('pypi'),
  params: {
    id: projectId,
    sha256: required(string(), 'The SHA-256 of the file, hexadecimal'),
    file_name: required(string(), 'The name of the file'),
  },
  success: { status: 200, description: 'The file', mediaType: 'application/octet-stream' },
  handler: (context, { id, sha256, file_name }) => {
    const found = findPythonFile(context.forge, context, { project: id, sha256, fileName: file_name })
    return E.isLeft(found) ? found : download(context.forge, context.request, found.right)
  },
})

/** The simple index and the upload form of Python's package index, as pip and twine speak them. */
export const pypiRoutes: ReadonlyArray<Route> = [upload, index, simple, file]
