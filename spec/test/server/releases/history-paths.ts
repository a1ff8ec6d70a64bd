import { createHash } from 'node:crypto'
import { apiRoutes } from '@forgefold/spec/api-routes'
import type { TestInstance } from '@forgefold/spec/instance'
import type { Json } from './history-asking.js'

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** What the last piece of a path names, where it is not the id. */
const NAMED_BY: Readonly<Record<string, string>> = {
  merge_request_iid: 'iid',
  noteable_iid: 'iid',
  issue_iid: 'iid',
  eventable_iid: 'iid',
  name: 'name',
  branch: 'name',
  tag_name: 'name',
  key: 'key',
  issue_link_id: 'issue_link_id',
  feature_flag_name: 'name',
  iid: 'iid',
}

/** The numbers of what is found by no list. */
export interface Places {
  readonly project: number
  /** A public one. */
  readonly open: number
  readonly group: number
  readonly user: number
  readonly sha: string
  readonly blob: string
  readonly pipeline: number
  /** A job with an archive. */
  readonly job: number
  readonly deployment: number
  /** The commit that a Composer package was made of. */
  readonly archived: string
  readonly notes: Readonly<Record<'issues' | 'merge_requests', number>>
}

/** Packages as the group and the instance have them. */
const ofPackagesAround = (group: number): Readonly<Record<string, string>> => {
  const bases = { '/groups/:id/-/packages': `/groups/${group}/-/packages`, '/packages': '/packages' }
  const npm = Object.entries(bases).flatMap(([pattern, base]) => [
    [`${pattern}/maven/*path/:file_name`, `${base}/maven/g/p/1.0/kit-1.0.pom`],
    [`${pattern}/npm/*package_name`, `${base}/npm/@g%2fwidget`],
    [`${pattern}/npm/*package_name/-/:file_name`, `${base}/npm/@g%2fwidget/-/widget-1.0.0.tgz`],
    [`${pattern}/npm/-/package/*package_name/dist-tags`, `${base}/npm/-/package/@g%2fwidget/dist-tags`],
  ])
  const pypi = `/groups/${group}/-/packages/pypi`
  const composer = ['group', 'groups'].flatMap((groups) =>
    ['packages', 'packages.json', 'p2/*package_name'].map((name) => [
      `/${groups}/:id/-/packages/composer/${name}`,
      `/${groups}/${group}/-/packages/composer/${name.replace('*package_name', 'acme/kit.json')}`,
    ]),
  )
  return {
    ...Object.fromEntries([...npm, ...composer]),
    '/groups/:id/-/packages/pypi/simple/:package_name': `${pypi}/simple/kit`,
    '/groups/:id/-/packages/pypi/files/:sha256/:file_name': `${pypi}/files/${digestOf('wheel')}/kit-1.0.tar.gz`,
  }
}

const ofNuget = (at: string, route: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['index', 'index.json', '1.0.0'].map((name) => [
      `${route}/nuget/metadata/:package_name/${name === '1.0.0' ? ':package_version' : name}`,
      `${at}/nuget/metadata/tool/${name}`,
    ]),
  )

/** A recipe of Conan and its build, in a project or in the instance. */
const ofConan = (at: string, route: string): Readonly<Record<string, string>> => {
  const recipe = ':package_name/:package_version/:package_username/:package_channel'
  const kit = 'kit/1.0/g+p/stable'
  const hash = '5ab84d6acfe1f23c4fae0ab88f26e3a396351ac9'
  const part = `${route}/conans/${recipe}`
  const files = `${route}/files/${recipe}/:recipe_revision`
  return {
    [`${route}/conans/search`]: `${at}/conans/search?q=kit`,
    ...Object.fromEntries(
      ['', '/digest', '/download_urls'].flatMap((name) => [
        [`${part}${name}`, `${at}/conans/${kit}${name}`],
        [`${part}/packages/:conan_package_reference${name}`, `${at}/conans/${kit}/packages/${hash}${name}`],
      ]),
    ),
    [`${files}/export/:file_name`]: `${at}/files/${kit}/0/export/conanfile.py`,
    [`${files}/package/:conan_package_reference/:package_revision/:file_name`]: `${at}/files/${kit}/0/package/${hash}/0/conaninfo.txt`,
  }
}

const ofModule = (at: string): Readonly<Record<string, string>> => {
  const route = '/packages/terraform/modules/v1/:module_namespace/:module_name/:module_system'
  const module = '/packages/terraform/modules/v1/g/net/aws'
  return {
    '/projects/:id/packages/terraform/modules/:module_name/:module_system/:module_version/file': `${at}/terraform/modules/net/aws/1.0.0/file`,
    [`${route}/versions`]: `${module}/versions`,
    [`${route}/:module_version`]: `${module}/1.0.0`,
    [`${route}/:module_version/download`]: `${module}/1.0.0/download`,
    [`${route}/:module_version/file`]: `${module}/1.0.0/file`,
  }
}

const nugetFiles = (at: string): Readonly<Record<string, string>> => {
  const route = '/projects/:id/packages/nuget/download/:package_name'
  const tool = `${at}/nuget/download/tool`
  return {
    [`${route}/index`]: `${tool}/index`,
    [`${route}/index.json`]: `${tool}/index.json`,
    [`${route}/:package_version/:package_filename`]: `${tool}/1.0.0/tool.1.0.0.nupkg`,
  }
}

/** Where something stands that no list leads to, or not first. */
export const fixedPaths = (places: Places): Readonly<Record<string, string>> => {
  const { project, open, group, user, sha, blob, pipeline, job, deployment, archived, notes } = places
  const at = `/projects/${project}`
  return {
    '/projects/:id/deployments/:deployment_id': `${at}/deployments/${deployment}`,
    '/users/:id': `/users/${user}`,
    '/users/:id/project_deploy_keys': '/users/root/project_deploy_keys',
    '/users/:user_id': `/users/${user}`,
    '/*document/blame': '/user/gpg_keys/1/blame',
    '/projects/:id/merge_requests/:merge_request_iid': `${at}/merge_requests/1`,
    '/projects/:id/merge_requests/:merge_request_iid/merge_ref': `${at}/merge_requests/3/merge_ref`,
    '/projects/:id/merge_requests/:noteable_iid': `${at}/merge_requests/1`,
    '/projects/:id/merge_requests/:noteable_iid/notes/:note_id': `${at}/merge_requests/1/notes/${notes.merge_requests}`,
    '/projects/:id/merge_requests/:eventable_iid': `${at}/merge_requests/1`,
    '/projects/:id/issues/:eventable_iid': `${at}/issues/1`,
    '/projects/:id/issues/:issue_iid': `${at}/issues/1`,
    '/projects/:id/issues/:noteable_iid': `${at}/issues/1`,
    '/projects/:id/issues/:noteable_iid/notes/:note_id': `${at}/issues/1/notes/${notes.issues}`,
    '/projects/:id/repository/commits/:sha/merge_requests': `${at}/repository/commits/feature/merge_requests`,
    '/projects/:id/pipelines/:pipeline_id': `${at}/pipelines/${pipeline}`,
    '/projects/:id/jobs/:job_id/artifacts': `${at}/jobs/${job}/artifacts`,
    '/projects/:id/jobs/:job_id/artifacts/*artifact_path': `${at}/jobs/${job}/artifacts/out`,
    '/projects/:id/jobs/artifacts/:ref_name/download': `${at}/jobs/artifacts/built/download`,
    '/projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path': `${at}/jobs/artifacts/built/raw/out`,
    '/projects/:id': at,
    '/projects/:id/resource_groups/:key': `${at}/resource_groups/shared`,
    '/keys/:id': '/keys/1',
    '/projects/:id/integrations/:slug': `/projects/${open}/integrations/jira`,
    '/projects/:id/services/:slug': `/projects/${open}/services/jira`,
    '/projects/:id/releases/:tag_name/downloads/*filepath': `${at}/releases/v1/downloads/binary`,
    '/projects/:id/releases/permalink/latest/*suffix_path': `${at}/releases/permalink/latest/assets/links`,
    '/projects/:id/templates/:type': `${at}/templates/gitignores`,
    '/templates/licenses/:key': '/templates/licenses/mit',
    '/groups/:id': `/groups/${group}`,
    '/namespaces/:id': `/namespaces/${group}`,
    '/namespaces/:id/exists': '/namespaces/g/exists',
    '/projects/:id/repository/commits/:sha': `${at}/repository/commits/${sha}`,
    '/projects/:id/repository/blobs/:sha': `${at}/repository/blobs/${blob}`,
    '/projects/:id/repository/files/:file_path': `${at}/repository/files/README.md`,
    '/projects/:id/packages/maven/*path/:file_name': `${at}/packages/maven/com/acme/kit/1.0/kit-1.0.pom`,
    '/projects/:id/packages/npm/*package_name': `${at}/packages/npm/@g%2fwidget`,
    '/projects/:id/packages/npm/*package_name/-/:file_name': `${at}/packages/npm/@g%2fwidget/-/widget-1.0.0.tgz`,
    '/projects/:id/packages/npm/-/package/*package_name/dist-tags': `${at}/packages/npm/-/package/@g%2fwidget/dist-tags`,
    '/projects/:id/packages/:package_type/:package_name/:package_version/:file_name': `${at}/packages/generic/tool/1.0.0/tool.bin`,
    '/projects/:id/packages/helm/:channel/index.yaml': `${at}/packages/helm/stable/index.yaml`,
    '/projects/:id/packages/helm/:channel/charts/:file_name': `${at}/packages/helm/stable/charts/web-1.0.0.tgz`,
    ...ofNuget(`${at}/packages`, '/projects/:id/packages'),
    ...ofNuget(`/groups/${group}/-/packages`, '/groups/:id/-/packages'),
    ...ofConan(`${at}/packages/conan/v1`, '/projects/:id/packages/conan/v1'),
    ...ofConan('/packages/conan/v1', '/packages/conan/v1'),
    ...ofModule(`${at}/packages`),
    ...nugetFiles(`${at}/packages`),
    ...ofPackagesAround(group),
    '/projects/:id/packages/go/*module_name/@v/list': `${at}/packages/go/forge.test/g/p/@v/list`,
    '/projects/:id/packages/go/*module_name/@v/:file_name': `${at}/packages/go/forge.test/g/p/@v/v1.0.0.info`,
    '/projects/:id/packages/composer/archives/*package_name': `${at}/packages/composer/archives/acme/kit.zip?sha=${archived}`,
    '/projects/:id/terraform/state/:name': `${at}/terraform/state/production`,
    '/projects/:id/terraform/state/:name/versions/:serial': `${at}/terraform/state/production/versions/1`,
    '/projects/:id/packages/pypi/simple/:package_name': `${at}/packages/pypi/simple/kit`,
    '/projects/:id/packages/pypi/files/:sha256/:file_name': `${at}/packages/pypi/files/${digestOf('wheel')}/kit-1.0.tar.gz`,
  }
}

/** Questions that need more than a path. */
export const QUERIES: Readonly<Record<string, string>> = {
  '/projects/:id/badges/render': 'link_url=https://a.example&image_url=https://a.example/b',
  '/groups/:id/badges/render': 'link_url=https://a.example&image_url=https://a.example/b',
  '/projects/:id/jobs/artifacts/:ref_name/download': 'job=check',
  '/projects/:id/jobs/artifacts/:ref_name/raw/*artifact_path': 'job=check',
  '/avatar': 'email=nobody@example.com',
  '/search': 'scope=issues&search=e',
  '/groups/:id/-/search': 'scope=issues&search=e',
  '/groups/:id/search': 'scope=issues&search=e',
  '/projects/:id/-/search': 'scope=issues&search=e',
  '/projects/:id/search': 'scope=issues&search=e',
  '/projects/:id/repository/files/:file_path': 'ref=main',
  '/projects/:id/repository/files/:file_path/raw': 'ref=main',
  '/projects/:id/repository/compare': 'from=main&to=feature',
  '/projects/:id/repository/merge_base': 'refs[]=main&refs[]=feature',
  '/projects/:id/repository/changelog': 'version=1.0.0&from=main&to=feature&date=2024-01-31',
  '/projects/:id/repository/files/:file_path/blame': 'ref=main',
  '/projects/:id/pipelines/latest': 'ref=feature',
  '/keys': 'fingerprint=SHA256%3AUNmUf68O2UN%2BgGiZxDiTOPdDNyY7dw2%2FmpVoLmH93BA',
  '/forgefold/blame': 'thing=milestone:1',
  '/forgefold/documents': 'thing=milestone:1&at=200',
  '/forgefold/differences': 'thing=milestone:1',
  '/forgefold/what_if': 'set=approvals_required=2',
}

const isPerson = (entry: Json): boolean => entry['system'] !== true

/** Finds a thing for every route that reads one, by the lists that lead there. */
export const findPaths = async (
  instance: TestInstance,
  known: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, string>> => {
  const routes = apiRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path)
  const paths = new Map(Object.entries(known))
  const read = async (path: string): Promise<unknown> =>
    (await instance.ask('GET', `/api/v4${path}`, { as: instance.root })).json
  const find = async (pattern: string): Promise<string | undefined> => {
    const found = paths.get(pattern)
    if (found !== undefined || pattern === '') return found ?? ''
    const slash = pattern.lastIndexOf('/')
    const above = await find(pattern.slice(0, slash))
    const last = pattern.slice(slash + 1)
    if (above === undefined) return undefined
    if (!last.startsWith(':') && !last.startsWith('*')) {
      paths.set(pattern, `${above}/${last}`)
      return `${above}/${last}`
    }
    const list = await read(above)
    const first = Array.isArray(list) ? (list as ReadonlyArray<Json>).find(isPerson) : undefined
    const name = first?.[NAMED_BY[last.slice(1)] ?? 'id']
    if (name === undefined) return undefined
    paths.set(pattern, `${above}/${encodeURIComponent(String(name))}`)
    return paths.get(pattern)
  }
  for (const route of routes) await find(route)
  return paths
}
