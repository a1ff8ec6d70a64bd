import { createHash } from 'node:crypto'
import { isRouteServed } from '@forgefold/server/http'
import { apiRoutes } from '@forgefold/spec/api-routes'
import * as programs from '@forgefold/spec/programs'
import type { RawRequest } from './hostile-client.js'
import { ROOT_TOKEN, type ServerProcess } from './server-process.js'
import {
  chartForm,
  FORM,
  formWith,
  npmDocument,
  nugetForm,
  PACKED,
  packet,
  pushBody,
  pypiForm,
} from './streaming-bodies.js'
import {
  CONAN,
  CONAN_PLACES,
  GROUP,
  LARGE,
  makeStreamingWorld,
  PROJECT,
  type StreamingWorld,
} from './streaming-world.js'

/** A route that streams a body in or out, and a request that would succeed on it. */
export interface StreamingRoute {
  readonly name: string
  readonly sends: boolean
  readonly request: RawRequest
}

const BASIC = { Authorization: `Basic ${Buffer.from(`root:${ROOT_TOKEN}`).toString('base64')}` }
const TOKEN = { 'PRIVATE-TOKEN': ROOT_TOKEN }

/** Archives that bzip2 packs are there where the program is. */
const BZIPPED = ['.tar.bz2', '.tbz', '.tbz2', '.tb2', '.bz2']
const ENDINGS = ['', '.tar.gz', '.tgz', '.tar', '.zip', ...(programs.find('bzip2') === undefined ? [] : BZIPPED)]

const fetching = (route: string, path: string, headers: Record<string, string> = TOKEN): StreamingRoute => ({
  name: `GET ${route}`,
  sends: false,
  request: { method: 'GET', path, headers },
})

const sending = (
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
const BYTES = 'application/octet-stream'
const NPM = '/projects/:id/packages/npm/*package_name'
const PLAIN = '/projects/:id/packages/:package_type/:package_name/:package_version/:file_name'
const MODULE_FILE = '/projects/:id/packages/terraform/modules/:module_name/:module_system/:module_version/file'
const MAVEN = '/projects/:id/packages/maven/*path/:file_name'
const SHA256 = createHash('sha256').update(PACKED).digest('hex')

/** What groups and the instance give of the packages of their projects, and take. */
const groupRequests = ({ groupId, grouped }: StreamingWorld): ReadonlyArray<StreamingRoute> => {
  const inGroup = `/api/v4/groups/${groupId}/-/packages`
  const keptAt = `/api/v4/projects/${grouped.id}/packages`
  return [
    fetching('/groups/:id/-/packages/maven/*path/:file_name', `${inGroup}/maven/org/acme/tool/1.0/tool-1.0.jar`),
    fetching('/packages/maven/*path/:file_name', `/api/v4/packages/maven/${GROUP}/kit/1.0/kit-1.0.jar`),
    ...['/groups/:id/-/packages', '/packages'].map((base) =>
      fetching(
        `${base}/npm/*package_name/-/:file_name`,
        `/api/v4${base.replace(':id', String(groupId))}/npm/@${GROUP}/crate/-/crate-1.0.0.tgz`,
      ),
    ),
    ...['list', 'v1.0.0.zip'].map((name) =>
      fetching(
        `/projects/:id/packages/go/*module_name/@v/${name === 'list' ? name : ':file_name'}`,
        `${keptAt}/go/${grouped.module}/@v/${name}`,
      ),
    ),
    fetching(
      '/projects/:id/packages/composer/archives/*package_name',
      `${keptAt}/composer/archives/acme/kit.zip?sha=${grouped.commit}`,
    ),
    fetching('/groups/:id/-/packages/pypi/simple', `${inGroup}/pypi/simple`),
    fetching('/groups/:id/-/packages/pypi/simple/:package_name', `${inGroup}/pypi/simple/snake`),
    fetching(
      '/groups/:id/-/packages/pypi/files/:sha256/:file_name',
      `${inGroup}/pypi/files/${SHA256}/snake-1.0.tar.gz`,
    ),
    ...['PUT', 'DELETE'].flatMap((method) =>
      ['/groups/:id/-/packages', '/packages'].map((base) =>
        sending(
          method,
          `${base}/npm/-/package/*package_name/dist-tags/:tag`,
          `/api/v4${base.replace(':id', String(groupId))}/npm/-/package/@${GROUP}/crate/dist-tags/next`,
          'application/json',
          Buffer.from('"1.0.0"'),
        ),
      ),
    ),
  ]
}

/** Archives of a repository, those that are packed quickly first. */
const archiveRequests = (at: string, smallId: number) => {
  // One archive shows what becomes of bzip2, which packs slowly; its other names need not pack as much.
  const repositoryOf = (ending: string): string =>
    BZIPPED.indexOf(ending) > 0 ? `/api/v4/projects/${smallId}/repository` : `${at}/repository`
  const archives = ENDINGS.map((ending) =>
    fetching(`/projects/:id/repository/archive${ending}`, `${repositoryOf(ending)}/archive${ending}`),
  )
  const quick = archives.filter((_, index) => !BZIPPED.includes(ENDINGS[index] as string))
  const slow = archives.filter((archive) => !quick.includes(archive))
  return { quick, slow }
}

const CONAN_FILES = 'conan/v1/files/:package_name/:package_version/:package_username/:package_channel/:recipe_revision'

/** Each file of Conan, in the project and in the instance: the route and the path. */
const conanFiles = (id: number): ReadonlyArray<readonly [string, string]> =>
  Object.entries(CONAN_PLACES).flatMap(([route, place]) =>
    [
      ['/projects/:id/packages', `/api/v4/projects/${id}/packages`],
      ['/packages', '/api/v4/packages'],
    ].map(([base, at]) => [`${base}/${CONAN_FILES}/${route}`, `${at}/conan/v1/files/${CONAN}/${place}`] as const),
  )

/** What projects give. */
const fetches = (world: StreamingWorld): ReadonlyArray<StreamingRoute> => {
  const { project, smallId, groupId, upload, job, archivedJob } = world
  const at = `/api/v4/projects/${project.id}`
  const { quick, slow } = archiveRequests(at, smallId)
  return [
    ...quick,
    fetching('/projects/:id/snapshot', `${at}/snapshot`),
    fetching('/projects/:id/repository/blobs/:sha/raw', `${at}/repository/blobs/${project.blob}/raw`),
    fetching(
      '/projects/:id/repository/files/:file_path/raw',
      `${at}/repository/files/large.bin/raw?ref=${project.branch}`,
    ),
    fetching('/projects/:id/jobs/:job_id/artifacts', `${at}/jobs/${archivedJob.id}/artifacts`),
    fetching('/projects/:id/jobs/:job_id/artifacts/*artifact_path', `${at}/jobs/${archivedJob.id}/artifacts/large.bin`),
    fetching(
      '/projects/:id/jobs/artifacts/:ref_name/download',
      `${at}/jobs/artifacts/${project.branch}/download?job=build`,
    ),
    fetching(
      '/projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path',
      `${at}/jobs/artifacts/${project.branch}/raw/large.bin?job=build`,
    ),
    fetching('/jobs/:id/artifacts', `/api/v4/jobs/${job.id}/artifacts`, { 'JOB-TOKEN': job.token }),
    fetching('/projects/:id/jobs/:job_id/trace', `${at}/jobs/${job.id}/trace`),
    ...slow,
    fetching('/groups/:id/avatar', `/api/v4/groups/${groupId}/avatar`),
    fetching('/uploads/-/system/:kind/avatar/:id/:name', `/uploads/-/system/group/avatar/${groupId}/a.png`),
    fetching('/*project/uploads/:secret/:name', upload),
    fetching('/*project/-/raw/*path', `/root/${PROJECT}/-/raw/${project.branch}/large.bin`),
    fetching('/*project/-/archive/*path', `/root/${PROJECT}/-/archive/${project.branch}.tar`),
    fetching('/*project.git/info/refs', `/root/${PROJECT}.git/info/refs?service=git-upload-pack`, BASIC),
    fetching('/projects/:id/packages/pypi/simple', `${at}/packages/pypi/simple`),
    fetching('/projects/:id/packages/pypi/simple/:package_name', `${at}/packages/pypi/simple/snake`),
    fetching(
      '/projects/:id/packages/pypi/files/:sha256/:file_name',
      `${at}/packages/pypi/files/${SHA256}/snake-1.0.tar.gz`,
    ),
    fetching('/projects/:id/packages/helm/:channel/index.yaml', `${at}/packages/helm/stable/index.yaml`),
    fetching(
      '/projects/:id/packages/helm/:channel/charts/:file_name',
      `${at}/packages/helm/stable/charts/web-1.0.0.tgz`,
    ),
    fetching(
      '/projects/:id/packages/nuget/download/:package_name/:package_version/:package_filename',
      `${at}/packages/nuget/download/tool/1.0.0/tool.1.0.0.nupkg`,
    ),
    ...conanFiles(project.id).map(([route, path]) => fetching(route, path)),
    ...['authenticate', 'check_credentials'].flatMap((name) => [
      fetching(`/projects/:id/packages/conan/v1/users/${name}`, `${at}/packages/conan/v1/users/${name}`),
      fetching(`/packages/conan/v1/users/${name}`, `/api/v4/packages/conan/v1/users/${name}`),
    ]),
    fetching(MODULE_FILE, `${at}/packages/terraform/modules/net/aws/1.0.0/file`),
    fetching(
      '/packages/terraform/modules/v1/:module_namespace/:module_name/:module_system/:module_version/file',
      '/api/v4/packages/terraform/modules/v1/root/net/aws/1.0.0/file',
    ),
    fetching(`${NPM}/-/:file_name`, `${at}/packages/npm/crate/-/crate-1.0.0.tgz`),
    fetching(MAVEN, `${at}/packages/maven/org/acme/tool/1.0/tool-1.0.jar`),
    fetching(PLAIN, `${at}/packages/generic/plain/1.0/large.bin`),
    ...groupRequests(world),
  ]
}

/** What projects take. */
const sends = ({ project, job }: StreamingWorld): ReadonlyArray<StreamingRoute> => {
  const at = `/api/v4/projects/${project.id}`
  const wants = `${packet(`want ${project.tip} side-band-64k ofs-delta\n`)}0000${packet('done\n')}`
  return [
    sending(
      'POST',
      '/*project.git/git-upload-pack',
      `/root/${PROJECT}.git/git-upload-pack`,
      'application/x-git-upload-pack-request',
      Buffer.from(wants),
      BASIC,
    ),
    sending(
      'POST',
      '/*project.git/git-receive-pack',
      `/root/${PROJECT}.git/git-receive-pack`,
      'application/x-git-receive-pack-request',
      pushBody(),
      BASIC,
    ),
    sending('POST', '/projects/:id/uploads', `${at}/uploads`, FORM, formWith('file', 'a.bin', PACKED)),
    sending(
      'PUT',
      '/*project.git/gitlab-lfs/*thing',
      `/root/${PROJECT}.git/gitlab-lfs/objects/${SHA256}/${PACKED.length}`,
      BYTES,
      PACKED,
      BASIC,
    ),
    sending(
      'POST',
      '/projects/:id/terraform/state/:name',
      `${at}/terraform/state/life`,
      'application/json',
      Buffer.from(JSON.stringify({ serial: 1, padding: 'x'.repeat(200_000) })),
    ),
    sending(
      'POST',
      '/projects/:id/packages/helm/api/:channel/charts',
      `${at}/packages/helm/api/stable/charts`,
      FORM,
      chartForm('2.0.0'),
    ),
    ...conanFiles(project.id).flatMap(([route, path]) => [
      sending('PUT', route, path, BYTES, PACKED),
      sending('PUT', `${route}/authorize`, `${path}/authorize`, BYTES, PACKED),
    ]),
    sending('PUT', MODULE_FILE, `${at}/packages/terraform/modules/net/aws/2.0.0/file`, BYTES, PACKED),
    sending('PUT', '/projects/:id/packages/nuget', `${at}/packages/nuget`, FORM, nugetForm('2.0.0')),
    sending(
      'PUT',
      '/projects/:id/packages/nuget/symbolpackage',
      `${at}/packages/nuget/symbolpackage`,
      FORM,
      nugetForm('1.0.0', 'SymbolsPackage'),
    ),
    sending('POST', '/projects/:id/packages/pypi', `${at}/packages/pypi`, FORM, pypiForm()),
    sending('PUT', NPM, `${at}/packages/npm/crate`, 'application/json', npmDocument('2.0.0')),
    sending('PUT', `${NPM}/-rev/:rev`, `${at}/packages/npm/crate/-rev/1`, 'application/json', npmDocument('1.0.0')),
    sending('DELETE', `${NPM}/-rev/:rev`, `${at}/packages/npm/nothing/-rev/1`, 'application/json', Buffer.from('{}')),
    sending(
      'DELETE',
      `${NPM}/-/:file_name/-rev/:rev`,
      `${at}/packages/npm/nothing/-/a.tgz/-rev/1`,
      'application/json',
      Buffer.from('{}'),
    ),
    sending(
      'PUT',
      '/projects/:id/packages/npm/-/package/*package_name/dist-tags/:tag',
      `${at}/packages/npm/-/package/crate/dist-tags/next`,
      'application/json',
      Buffer.from('"1.0.0"'),
    ),
    sending(
      'DELETE',
      '/projects/:id/packages/npm/-/package/*package_name/dist-tags/:tag',
      `${at}/packages/npm/-/package/crate/dist-tags/next`,
      'application/json',
      Buffer.from('{}'),
    ),
    sending(
      'POST',
      '/jobs/:id/artifacts',
      `/api/v4/jobs/${job.id}/artifacts?artifact_type=junit&artifact_format=gzip`,
      FORM,
      formWith('file', 'a.gz', PACKED),
      { 'JOB-TOKEN': job.token },
    ),
    sending('PATCH', '/jobs/:id/trace', `/api/v4/jobs/${job.id}/trace`, BYTES, PACKED, {
      'JOB-TOKEN': job.token,
      'Content-Range': `${LARGE}-${LARGE + PACKED.length - 1}`,
    }),
    sending('PUT', MAVEN, `${at}/packages/maven/org/acme/tool/2.0/tool-2.0.jar`, BYTES, PACKED),
    sending('PUT', PLAIN, `${at}/packages/generic/plain/2.0/file.bin`, BYTES, PACKED),
  ]
}

/** Makes something to fetch on every streaming route; gives a request for each of them. */
export const streamingRoutes = async (server: ServerProcess): Promise<ReadonlyArray<StreamingRoute>> => {
  const world = await makeStreamingWorld(server)
  return [...fetches(world), ...sends(world)]
}

const INSTANCE = { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' } as const

/** The API's routes that stream, as the route table has them. */
export const declaredStreaming = (): ReadonlyArray<string> =>
  apiRoutes
    .filter((route) => isRouteServed(route, INSTANCE))
    .filter(({ streamsBody, success }) => streamsBody === true || success.mediaType !== undefined)
    .filter(({ path }) => ENDINGS.includes('.bz2') || !BZIPPED.some((ending) => path.endsWith(`archive${ending}`)))
    .map(({ method, path }) => `${method} ${path}`)
