import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiRoutes } from '@forgefold/server/api/v4'
import { isRouteServed } from '@forgefold/server/http'
import * as programs from '@forgefold/spec/programs'
import type { RawRequest } from './hostile-client.js'
import { ROOT_TOKEN, type ServerProcess } from './server-process.js'

/** A route that streams a body in or out, and a request that would succeed on it. */
export interface StreamingRoute {
  readonly name: string
  readonly sends: boolean
  readonly request: RawRequest
}

const PROJECT = 'stream'
const GROUP = 'streams'
const BASIC = { Authorization: `Basic ${Buffer.from(`root:${ROOT_TOKEN}`).toString('base64')}` }
const TOKEN = { 'PRIVATE-TOKEN': ROOT_TOKEN }
/** More than the sockets of both sides hold, so that a client that reads nothing shows. */
const LARGE = 12 * 1024 * 1024
const PACKED = Buffer.alloc(200_000, 'a file of a package ')

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

const expectSuccess = async (answer: Response): Promise<Response> => {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`)
  return answer
}

const packet = (text: string): string => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`

/** What a git client sends to push a new branch with one large commit. */
const pushBody = (): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'forgefold-life-git-'))
  try {
    const git = (args: ReadonlyArray<string>, input?: string): Buffer =>
      execFileSync('git', args, {
        cwd: folder,
        maxBuffer: 1 << 26,
        ...(input === undefined ? {} : { input }),
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          GIT_AUTHOR_NAME: 'a',
          GIT_AUTHOR_EMAIL: 'a@b.example',
          GIT_COMMITTER_NAME: 'a',
          GIT_COMMITTER_EMAIL: 'a@b.example',
        },
      })
    git(['init', '-q'])
    writeFileSync(join(folder, 'large.bin'), randomBytes(4 * 1024 * 1024))
    git(['add', '.'])
    git(['commit', '-qm', 'large'])
    const head = git(['rev-parse', 'HEAD']).toString().trim()
    const pack = git(['pack-objects', '--stdout', '--revs'], `${head}\n`)
    const command = packet(`${'0'.repeat(40)} ${head} refs/heads/pushed\0 report-status side-band-64k`)
    return Buffer.concat([Buffer.from(`${command}0000`), pack])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const BOUNDARY = 'a-boundary-of-the-test'

const pypiForm = (): Buffer => {
  const field = (name: string, value: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  return Buffer.concat([
    Buffer.from(field(':action', 'file_upload') + field('name', 'snake') + field('version', '1.0')),
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="content"; filename="snake-1.0.tar.gz"\r\nContent-Type: application/octet-stream\r\n\r\n`,
    ),
    PACKED,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])
}

const formWith = (field: string, fileName: string, bytes: Uint8Array): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n\r\n`),
    bytes,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ])

const npmDocument = (version: string, name = 'crate'): Buffer =>
  Buffer.from(
    JSON.stringify({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { name, version, dist: {} } },
      _attachments: {
        [`crate-${version}.tgz`]: {
          content_type: 'application/octet-stream',
          data: PACKED.toString('base64'),
          length: PACKED.length,
        },
      },
    }),
  )

/** Archives that bzip2 packs are there where the program is. */
const BZIPPED = ['.tar.bz2', '.tbz', '.tbz2', '.tb2', '.bz2']
const ENDINGS = ['', '.tar.gz', '.tgz', '.tar', '.zip', ...(programs.find('bzip2') === undefined ? [] : BZIPPED)]

type Api = (method: string, path: string, init?: RequestInit) => Promise<Response>

/** A job that a runner has taken, with a long trace. */
const runningJob = async (
  api: Api,
  { id, branch }: { readonly id: number; readonly branch: string },
  trace: Uint8Array,
): Promise<{ readonly id: number; readonly token: string }> => {
  const action = { action: 'create', file_path: '.gitlab-ci.yml', content: 'build: { script: make }' }
  await api('POST', `/projects/${id}/repository/commits`, json({ branch, commit_message: 'ci', actions: [action] }))
  await api('POST', `/projects/${id}/pipeline`, json({ ref: branch }))
  const { runners_token: token } = (await (await api('GET', `/projects/${id}`)).json()) as {
    readonly runners_token: string
  }
  const runner = (await (await api('POST', '/runners', json({ token }))).json()) as { readonly token: string }
  const taken = await api('POST', '/jobs/request', json({ token: runner.token }))
  const job = (await taken.json()) as { readonly id: number; readonly token: string }
  const piece = LARGE / 3
  for (let from = 0; from < LARGE; from += piece)
    await api('PATCH', `/jobs/${job.id}/trace`, {
      body: trace.subarray(from, from + piece),
      headers: { 'job-token': job.token, 'content-range': `${from}-${from + piece - 1}` },
    })
  return job
}

/** Makes a project with something to fetch on every streaming route; gives a request for each of them. */
export const streamingRoutes = async (server: ServerProcess): Promise<ReadonlyArray<StreamingRoute>> => {
  const api = (method: string, path: string, init?: RequestInit): Promise<Response> =>
    server.ask(method, `/api/v4${path}`, init).then(expectSuccess)
  const made = await api(
    'POST',
    '/projects',
    json({ name: PROJECT, visibility: 'public', initialize_with_readme: true }),
  )
  const { id, default_branch: branch } = (await made.json()) as { readonly id: number; readonly default_branch: string }
  const large = randomBytes(LARGE)
  const action = { action: 'create', file_path: 'large.bin', encoding: 'base64', content: large.toString('base64') }
  const commit = { branch, commit_message: 'large', actions: [action] }
  await api('POST', `/projects/${id}/repository/commits`, json(commit))
  const listed = (await (await api('GET', `/projects/${id}/repository/tree`)).json()) as ReadonlyArray<{
    readonly id: string
    readonly name: string
  }>
  const blob = listed.find(({ name }) => name === 'large.bin')?.id as string
  const tip = (
    (await (await api('GET', `/projects/${id}/repository/branches/${branch}`)).json()) as {
      readonly commit: { readonly id: string }
    }
  ).commit.id
  const at = `/api/v4/projects/${id}`
  const put = async (path: string, body: Uint8Array, type = 'application/octet-stream', method = 'PUT') =>
    expectSuccess(await server.ask(method, path, { body, headers: { 'content-type': type } }))
  await put(`${at}/packages/generic/plain/1.0/large.bin`, large)
  await put(`${at}/packages/maven/org/acme/tool/1.0/tool-1.0.jar`, large)
  const form = `multipart/form-data; boundary=${BOUNDARY}`
  await put(`${at}/packages/pypi`, pypiForm(), form, 'POST')
  await put(`${at}/packages/npm/crate`, npmDocument('1.0.0'), 'application/json')
  const group = (await (
    await api('POST', '/groups', json({ name: PROJECT, path: GROUP, visibility: 'public' }))
  ).json()) as {
    readonly id: number
  }
  const inGroup = `/api/v4/groups/${group.id}/-/packages`
  const kept = (await (
    await api('POST', '/projects', json({ name: 'kit', path: 'kit', namespace_id: group.id, visibility: 'public' }))
  ).json()) as { readonly id: number; readonly web_url: string }
  const goPath = kept.web_url.replace(/^\w+:\/\//, '')
  const keptAt = `/api/v4/projects/${kept.id}/packages`
  await put(`${keptAt}/maven/org/acme/tool/1.0/tool-1.0.jar`, large)
  await put(`${keptAt}/maven/${GROUP}/kit/1.0/kit-1.0.jar`, large)
  await put(`${keptAt}/npm/@${GROUP}/crate`, npmDocument('1.0.0', `@${GROUP}/crate`), 'application/json')
  await put(`${keptAt}/pypi`, pypiForm(), form, 'POST')
  const manifest = { action: 'create', file_path: 'composer.json', content: '{ "name": "acme/kit" }' }
  const goModule = { action: 'create', file_path: 'go.mod', content: `module ${goPath}` }
  const composed = (await (
    await api(
      'POST',
      `/projects/${kept.id}/repository/commits`,
      json({ branch: 'main', commit_message: 'large', actions: [action, manifest, goModule] }),
    )
  ).json()) as { readonly id: string }
  await api('POST', `/projects/${kept.id}/repository/tags`, json({ tag_name: 'v1.0.0', ref: 'main' }))
  await api('POST', `/projects/${kept.id}/packages/composer`, json({ branch: 'main' }))
  const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(100_000)])
  await put(`/api/v4/groups/${group.id}`, formWith('avatar', 'a.png', picture), form)
  const uploaded = (await (await put(`${at}/uploads`, formWith('file', 'a.bin', PACKED), form, 'POST')).json()) as {
    readonly full_path: string
  }
  const traced = await runningJob(api, { id, branch }, large)
  const sha256 = createHash('sha256').update(PACKED).digest('hex')

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
  const bytes = 'application/octet-stream'
  const npm = '/projects/:id/packages/npm/*package_name'
  const plain = '/projects/:id/packages/:package_type/:package_name/:package_version/:file_name'
  const maven = '/projects/:id/packages/maven/*path/:file_name'
  const small = await (await api('POST', '/projects', json({ name: 'small', initialize_with_readme: true }))).json()
  // One archive shows what becomes of bzip2, which packs slowly; its other names need not pack as much.
  const repositoryOf = (ending: string): string =>
    BZIPPED.indexOf(ending) > 0
      ? `/api/v4/projects/${(small as { readonly id: number }).id}/repository`
      : `${at}/repository`
  const archives = ENDINGS.map((ending) =>
    fetching(`/projects/:id/repository/archive${ending}`, `${repositoryOf(ending)}/archive${ending}`),
  )
  const wide = [
    fetching('/groups/:id/-/packages/maven/*path/:file_name', `${inGroup}/maven/org/acme/tool/1.0/tool-1.0.jar`),
    fetching('/packages/maven/*path/:file_name', `/api/v4/packages/maven/${GROUP}/kit/1.0/kit-1.0.jar`),
    ...['/groups/:id/-/packages', '/packages'].map((base) =>
      fetching(
        `${base}/npm/*package_name/-/:file_name`,
        `/api/v4${base.replace(':id', String(group.id))}/npm/@${GROUP}/crate/-/crate-1.0.0.tgz`,
      ),
    ),
    ...['list', 'v1.0.0.zip'].map((name) =>
      fetching(
        `/projects/:id/packages/go/*module_name/@v/${name === 'list' ? name : ':file_name'}`,
        `${keptAt}/go/${goPath}/@v/${name}`,
      ),
    ),
    fetching(
      '/projects/:id/packages/composer/archives/*package_name',
      `${keptAt}/composer/archives/acme/kit.zip?sha=${composed.id}`,
    ),
    fetching('/groups/:id/-/packages/pypi/simple', `${inGroup}/pypi/simple`),
    fetching('/groups/:id/-/packages/pypi/simple/:package_name', `${inGroup}/pypi/simple/snake`),
    fetching(
      '/groups/:id/-/packages/pypi/files/:sha256/:file_name',
      `${inGroup}/pypi/files/${sha256}/snake-1.0.tar.gz`,
    ),
    ...['PUT', 'DELETE'].flatMap((method) =>
      ['/groups/:id/-/packages', '/packages'].map((base) =>
        sending(
          method,
          `${base}/npm/-/package/*package_name/dist-tags/:tag`,
          `/api/v4${base.replace(':id', String(group.id))}/npm/-/package/@${GROUP}/crate/dist-tags/next`,
          'application/json',
          Buffer.from('"1.0.0"'),
        ),
      ),
    ),
  ]
  const wants = `${packet(`want ${tip} side-band-64k ofs-delta\n`)}0000${packet('done\n')}`
  const quick = archives.filter((_, index) => !BZIPPED.includes(ENDINGS[index] as string))
  const slow = archives.filter((archive) => !quick.includes(archive))
  return [
    ...quick,
    fetching('/projects/:id/snapshot', `${at}/snapshot`),
    fetching('/projects/:id/repository/blobs/:sha/raw', `${at}/repository/blobs/${blob}/raw`),
    fetching('/projects/:id/repository/files/:file_path/raw', `${at}/repository/files/large.bin/raw?ref=${branch}`),
    fetching('/projects/:id/jobs/:job_id/trace', `${at}/jobs/${traced.id}/trace`),
    ...slow,
    fetching('/groups/:id/avatar', `/api/v4/groups/${group.id}/avatar`),
    fetching('/uploads/-/system/:kind/avatar/:id/:name', `/uploads/-/system/group/avatar/${group.id}/a.png`),
    fetching('/*project/uploads/:secret/:name', uploaded.full_path),
    fetching('/*project/-/raw/*path', `/root/${PROJECT}/-/raw/${branch}/large.bin`),
    fetching('/*project/-/archive/*path', `/root/${PROJECT}/-/archive/${branch}.tar`),
    fetching('/*project.git/info/refs', `/root/${PROJECT}.git/info/refs?service=git-upload-pack`, BASIC),
    fetching('/projects/:id/packages/pypi/simple', `${at}/packages/pypi/simple`),
    fetching('/projects/:id/packages/pypi/simple/:package_name', `${at}/packages/pypi/simple/snake`),
    fetching(
      '/projects/:id/packages/pypi/files/:sha256/:file_name',
      `${at}/packages/pypi/files/${sha256}/snake-1.0.tar.gz`,
    ),
    fetching(`${npm}/-/:file_name`, `${at}/packages/npm/crate/-/crate-1.0.0.tgz`),
    fetching(maven, `${at}/packages/maven/org/acme/tool/1.0/tool-1.0.jar`),
    fetching(plain, `${at}/packages/generic/plain/1.0/large.bin`),
    ...wide,
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
    sending('POST', '/projects/:id/uploads', `${at}/uploads`, form, formWith('file', 'a.bin', PACKED)),
    sending(
      'PUT',
      '/*project.git/gitlab-lfs/*thing',
      `/root/${PROJECT}.git/gitlab-lfs/objects/${sha256}/${PACKED.length}`,
      bytes,
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
    sending('POST', '/projects/:id/packages/pypi', `${at}/packages/pypi`, form, pypiForm()),
    sending('PUT', npm, `${at}/packages/npm/crate`, 'application/json', npmDocument('2.0.0')),
    sending('PUT', `${npm}/-rev/:rev`, `${at}/packages/npm/crate/-rev/1`, 'application/json', npmDocument('1.0.0')),
    sending('DELETE', `${npm}/-rev/:rev`, `${at}/packages/npm/nothing/-rev/1`, 'application/json', Buffer.from('{}')),
    sending(
      'DELETE',
      `${npm}/-/:file_name/-rev/:rev`,
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
    sending('PATCH', '/jobs/:id/trace', `/api/v4/jobs/${traced.id}/trace`, bytes, PACKED, {
      'JOB-TOKEN': traced.token,
      'Content-Range': `${LARGE}-${LARGE + PACKED.length - 1}`,
    }),
    sending('PUT', maven, `${at}/packages/maven/org/acme/tool/2.0/tool-2.0.jar`, bytes, PACKED),
    sending('PUT', plain, `${at}/packages/generic/plain/2.0/file.bin`, bytes, PACKED),
  ]
}

const INSTANCE = { externalUrl: 'http://forge.test', tier: 'ultimate', release: '15.3' } as const

/** The API's routes that stream, as the route table has them. */
export const declaredStreaming = (): ReadonlyArray<string> =>
  apiRoutes
    .filter((route) => isRouteServed(route, INSTANCE))
    .filter(({ streamsBody, success }) => streamsBody === true || success.mediaType !== undefined)
    .filter(({ path }) => ENDINGS.includes('.bz2') || !BZIPPED.some((ending) => path.endsWith(`archive${ending}`)))
    .map(({ method, path }) => `${method} ${path}`)
