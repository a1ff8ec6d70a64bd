import type { Forge } from '@forgefold/core/app'
import {
  admit,
  type InstallableVersion,
  keepMetadata,
  MOST_BYTES,
  normalisedPythonName,
  publishKept,
  pypiForwarding,
} from '@forgefold/core/domains/packages/package'
import { type ProjectRow, projectNamed } from '@forgefold/core/domains/projects/project'
import { missing, notFound, refuse, refused, tooLarge } from '@forgefold/core/kernel'
import * as E from 'fp-ts/lib/Either.js'
import { type Context, created, type Route, raw, required, route, string } from '../../../../../http/index.js'
import { messageShape } from '../../../instance/version/shape.js'
import { callerOf, projectId } from '../../../path-ids.js'
import { registryDoor, toPublish, toRead } from '../door.js'
import { download } from '../download.js'
import { indexPage, type Link } from './pages.js'
import { readUpload, type Upload } from './read-upload.js'

const area = 'Package registry: PyPI'
const BASE = '/projects/:id/packages/pypi'
const HTML = 'text/html; charset=utf-8'

const projectOf = (forge: Forge, ref: string): ProjectRow => {
  const project = projectNamed(forge, ref)
  if (project === undefined) throw new Error('the project went away')
  return project
}

/** The address of the index as the client wrote it: pip sends its password to the same host only. */
const registryUrlOf = ({ baseUrl, request }: Context): string =>
  `${baseUrl}${request.path.slice(0, request.path.indexOf('/packages/pypi'))}/packages/pypi`

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
  ...registryDoor,
  before: toPublish,
  streamsBody: true,
  bodyLimit: MOST_BYTES.pypi,
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
    const admitted = admit(forge, caller, {
      project: id,
      type: 'pypi',
      name,
      version,
      fileName,
      onExisting: 'use',
      sameName: 'refuse',
    })
    if (E.isLeft(admitted)) return admitted
    const metadata = await keepMetadata(forge, documentOf(read.right))
    if (metadata === undefined) return refuse(tooLarge)
    const published = await publishKept(forge, caller, admitted.right, { name: fileName, digest }, metadata)
    return E.isLeft(published) ? published : created({ message: '201 Created' })
  },
})

const index = route({
  method: 'GET',
  path: `${BASE}/simple`,
  area,
  summary: 'The index of all Python packages of a project',
  ...registryDoor,
  before: toRead('pypi'),
  params: { id: projectId },
  success: { status: 200, description: 'A page of links (PEP 503)', mediaType: 'text/html' },
  handler: (context, { id }) => {
    const project = projectOf(context.forge, id)
    const names = new Set(context.forge.read.packages.pythonNames(project.id).map(normalisedPythonName))
    const base = registryUrlOf(context)
    const links = [...names].map((name) => ({ text: name, href: `${base}/simple/${encodeURIComponent(name)}/` }))
    return raw(HTML, indexPage(`Links for ${project.fullName}`, links))
  },
})

const linksOf = (context: Context, versions: ReadonlyArray<InstallableVersion>): ReadonlyArray<Link> => {
  const base = registryUrlOf(context)
  const files = context.forge.read.packages.filesOf(versions.map((version) => version.id))
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
  ...registryDoor,
  before: toRead('pypi'),
  params: { id: projectId, package_name: required(string(), 'The name, however it is spelled (PEP 503)') },
  success: { status: 200, description: 'A page of links', mediaType: 'text/html' },
  handler: (context, { id, package_name: name }) => {
    const { forge } = context
    const versions = forge.read.packages.pythonVersions(projectOf(forge, id).id, normalisedPythonName(name))
    const links = linksOf(context, versions)
    if (links.length > 0) return raw(HTML, indexPage(`Links for ${name}`, links))
    return refuse(
      pypiForwarding(forge.settings.current())
        ? missing('404 Package Not Found - this server forwards no requests to other registries')
        : notFound('Package'),
    )
  },
})

const file = route({
  method: 'GET',
  path: `${BASE}/files/:sha256/:file_name`,
  area,
  summary: 'Fetch a distribution file',
  ...registryDoor,
  before: toRead('pypi'),
  params: {
    id: projectId,
    sha256: required(string(), 'The SHA-256 of the file, hexadecimal'),
    file_name: required(string(), 'The name of the file'),
  },
  success: { status: 200, description: 'The file', mediaType: 'application/octet-stream' },
  handler: ({ forge, request }, { id, sha256, file_name }) => {
    const found = forge.read.packages.pythonFile(projectOf(forge, id).id, sha256.toLowerCase(), file_name)
    return found === undefined ? refuse(notFound()) : download(forge, request, found)
  },
})

/** The simple index and the upload form of Python's package index, as pip and twine speak them. */
export const pypiRoutes: ReadonlyArray<Route> = [upload, index, simple, file]
