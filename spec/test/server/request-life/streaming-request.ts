import { createHash } from 'node:crypto'
import type { RawRequest } from './hostile-client.js'
import { ROOT_TOKEN } from './server-process.js'
import { PACKED } from './streaming-bodies.js'
import { CONAN, CONAN_PLACES } from './streaming-world.js'

/** A route that streams a body in or out, and a request that would succeed on it. */
export interface StreamingRoute {
  readonly name: string
  readonly sends: boolean
  readonly request: RawRequest
}

export const BASIC = { Authorization: `Basic ${Buffer.from(`root:${ROOT_TOKEN}`).toString('base64')}` }
export const TOKEN = { 'PRIVATE-TOKEN': ROOT_TOKEN }

export const fetching = (route: string, path: string, headers: Record<string, string> = TOKEN): StreamingRoute => ({
  name: `GET ${route}`,
  sends: false,
  request: { method: 'GET', path, headers },
})

export const sending = (
  method: string,
  route: string,
  path: string,
  type: string,
  body: Uint8Array,
  headers: Record<string, string> = TOKEN,
): StreamingRoute => ({
  name: `${method} ${route}`,
  sends: true,
  request: { method, path, headers: { ...headers, 'Content-Type': type }, body },
})
export const BYTES = 'application/octet-stream'
export const NPM = '/projects/:id/packages/npm/*package_name'
export const PLAIN = '/projects/:id/packages/:package_type/:package_name/:package_version/:file_name'
export const MODULE_FILE = '/projects/:id/packages/terraform/modules/:module_name/:module_system/:module_version/file'
export const MAVEN = '/projects/:id/packages/maven/*path/:file_name'
export const SHA256 = createHash('sha256').update(PACKED).digest('hex')

const CONAN_FILES = 'conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision'

/** Each file of Conan, in the project and in the instance: the route and the path. */
export const conanFiles = (id: number): ReadonlyArray<readonly [string, string]> =>
  Object.entries(CONAN_PLACES).flatMap(([route, place]) =>
    [
      ['/projects/:id/packages', `/api/v4/projects/${id}/packages`],
      ['/packages', '/api/v4/packages'],
    ].map(([base, at]) => [`${base}/${CONAN_FILES}/${route}`, `${at}/conan/v1/files/${CONAN}/${place}`] as const),
  )
