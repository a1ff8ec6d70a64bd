import { createHash } from 'node:crypto'
import { formFile, helmChart, nugetPackage, nugetSymbols } from '../../testing/index.js'
import { npmDocument, type Place } from '../place.js'
import type { Making, Requests, Sent } from './sent.js'

const AT = '/projects/:id/packages'
const npmOf = ({ visibility }: Place): string => `${visibility}-npm`
const maven = { path: 'com/acme/app/1.0', file_name: 'app-1.0.jar' }
const bytes = Buffer.from('bytes')
const sha256 = createHash('sha256').update(bytes).digest('hex')

const spareGeneric: Making = async (place) => {
  const path = `${place.project}/packages/generic/spare/1.${place.next()}/file.bin`
  const root = place.people.get('administrator')?.token
  await place.asking.ask('PUT', path, { as: root, bytes })
  const found = await place.asking.make<ReadonlyArray<{ id: number }>>(
    'GET',
    `${place.project}/packages?package_name=spare&order_by=created_at&sort=desc`,
  )
  const package_id = found[0]?.id ?? 0
  const files = await place.asking.make<ReadonlyArray<{ id: number }>>(
    'GET',
    `${place.project}/packages/${package_id}/package_files`,
  )
  return { at: { package_id, package_file_id: files[0]?.id ?? 0 } }
}

const spareNpm: Making = async (place) => {
  const package_name = `${place.visibility}-spare-${place.next()}`
  await place.asking.make('PUT', `${place.project}/packages/npm/${package_name}`, npmDocument(package_name, '1.0.0'))
  return { at: { package_name, file_name: `${package_name}-1.0.0.tgz`, rev: '1', tag: 'latest' } }
}

const ofNpm: Making = (place) => ({ at: { package_name: npmOf(place), file_name: `${npmOf(place)}-1.0.0.tgz` } })

/** A package under the scope of the place's group: the instance answers for that. */
const scopedOf = ({ visibility }: Place): string => `@g-${visibility}/wide`

const ofScoped: Making = async (place) => {
  const name = scopedOf(place)
  const as = place.people.get('administrator')?.token
  await place.asking.ask('PUT', `${place.project}/packages/npm/${name}`, { as, json: npmDocument(name, '1.0.0') })
  return { at: { package_name: name, file_name: 'wide-1.0.0.tgz' } }
}

const scopedTo = async (place: Place, tag: string): Promise<void> => {
  const as = place.people.get('administrator')?.token
  const path = `${place.project}/packages/npm/-/package/${scopedOf(place)}/dist-tags/${tag}`
  await place.asking.ask('PUT', path, { as, json: '"1.0.0"' })
}

const untagScoped: Making = async (place, caller) => {
  const { at } = await ofScoped(place, caller)
  await scopedTo(place, 'spare')
  return { at: { ...at, tag: 'spare' } }
}

/** A version of a Composer package of the branch `topic`. */
const composerIn = async (place: Place): Promise<Sent> => {
  const name = `acme/${place.visibility}`
  const as = place.people.get('administrator')?.token
  const content = JSON.stringify({ name })
  const actions = [{ action: 'create', file_path: 'composer.json', content }]
  const commit = { branch: 'composer', start_branch: 'main', commit_message: 'composer', actions }
  await place.asking.ask('POST', `${place.project}/repository/commits`, { as, json: commit })
  await place.asking.ask('POST', `${place.project}/packages/composer`, { as, json: { branch: 'composer' } })
  const { commit: tip } = await place.asking.make<{ commit: { id: string } }>(
    'GET',
    `${place.project}/repository/branches/composer`,
  )
  return { at: { id: place.groupId, package_name: name }, query: `sha=${tip.id}`, json: { branch: 'composer' } }
}
const composers = new WeakMap<Place, Promise<Sent>>()
const ofComposer = (place: Place): Promise<Sent> => {
  const made = composers.get(place) ?? composerIn(place)
  composers.set(place, made)
  return made
}

/** A module whose version is a tag of the project. */
const ofGo: Making = async (place) => {
  const as = place.people.get('administrator')?.token
  const action = { action: 'create', file_path: 'go.mod', content: 'module forge' }
  const commit = { branch: 'go', start_branch: 'main', commit_message: 'go', actions: [action] }
  await place.asking.ask('POST', `${place.project}/repository/commits`, { as, json: commit })
  await place.asking.ask('POST', `${place.project}/repository/tags`, { as, json: { tag_name: 'v1.0.0', ref: 'go' } })
  const { web_url } = await place.asking.make<{ web_url: string }>('GET', place.project)
  return { at: { module_name: web_url.replace(/^\w+:\/\//, ''), file_name: 'v1.0.0.info' } }
}

/** How a group is asked by Composer, at one of its two addresses. */
const composerAt = (groups: string): Requests => {
  const asking: Making = async (place) => ({ at: (await ofComposer(place)).at ?? {} })
  const base = `${groups}/:id/-/packages/composer`
  return {
    [`GET ${base}/packages`]: asking,
    [`GET ${base}/packages.json`]: asking,
    [`GET ${base}/p2/*package_name`]: asking,
  }
}

/** A Maven package that is named like its project: the instance answers for that. */
const ofOwnName: Making = async (place) => {
  const at = { path: `${place.path}/1.0`, file_name: 'app-1.0.jar' }
  const as = place.people.get('administrator')?.token
  await place.asking.ask('PUT', `${place.project}/packages/maven/${at.path}/${at.file_name}`, { as, bytes })
  return { at }
}

/** How npm is asked in a group, or in the instance. */
const npmAt = (base: string): Requests => ({
  [`GET ${base}/npm/*package_name`]: ofScoped,
  [`GET ${base}/npm/*package_name/-/:file_name`]: ofScoped,
  [`GET ${base}/npm/-/package/*package_name/dist-tags`]: ofScoped,
  [`PUT ${base}/npm/-/package/*package_name/dist-tags/:tag`]: async (place, caller) => {
    const { at } = await ofScoped(place, caller)
    return { at: { ...at, tag: 'next' }, json: '"1.0.0"' }
  },
  [`DELETE ${base}/npm/-/package/*package_name/dist-tags/:tag`]: untagScoped,
})

const tagged: Making = async (place) => {
  const as = place.people.get('administrator')?.token
  const path = `${place.project}/packages/npm/-/package/${npmOf(place)}/dist-tags/spare`
  await place.asking.ask('PUT', path, { as, json: '"1.0.0"' })
  return { at: { package_name: npmOf(place), tag: 'spare' } }
}

const BOUNDARY = 'matrix-boundary'

const wheel = (version: string): Uint8Array => {
  const field = (name: string, value: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const name = `wheel-${version}.tar.gz`
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="content"; filename="${name}"\r\n\r\n`
  const fields = field(':action', 'file_upload') + field('name', 'wheel') + field('version', version)
  return Buffer.from(`${fields}${field('sha256_digest', sha256)}${head}bytes\r\n--${BOUNDARY}--\r\n`)
}

const chart: Making = async () => ({
  at: { channel: 'stable' },
  ...(await formFile('chart', helmChart('web', '1.0.0'), 'web.tgz')),
})

const publishedChart: Making = async (place, caller) => {
  const { bytes: body = bytes, headers = {} } = await chart(place, caller)
  const as = place.people.get('administrator')?.token
  await place.asking.ask('POST', `${place.project}/packages/helm/api/stable/charts`, { as, bytes: body, headers })
  return { at: { channel: 'stable', file_name: 'web-1.0.0.tgz' } }
}

const nuget = async (bytes: Uint8Array) => formFile('package', bytes, 'package.nupkg')

const publishedNuget: Making = async (place) => {
  const as = place.people.get('administrator')?.token
  await place.asking.ask('PUT', `${place.project}/packages/nuget`, {
    as,
    ...(await nuget(nugetPackage('Tool', '1.0.0'))),
  })
  return { at: { package_name: 'tool', package_version: '1.0.0', package_filename: 'tool.1.0.0.nupkg' } }
}

/** How NuGet is asked in a project, or in a group. */
const nugetAt = (base: string): Requests =>
  Object.fromEntries(
    ['index', 'index.json', ':package_version'].map((name) => [
      `GET ${base}/nuget/metadata/:package_name/${name}`,
      publishedNuget,
    ]),
  )

const pypi = (place: Place) => ({
  bytes: wheel(`1.${place.next()}`),
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
})

const published: Making = async (place) => {
  const root = place.people.get('administrator')?.token
  const { bytes: body, headers } = { bytes: wheel('0.1'), headers: pypi(place).headers }
  await place.asking.ask('POST', `${place.project}/packages/pypi`, { as: root, bytes: body, headers })
  return { at: { package_name: 'wheel', sha256, file_name: 'wheel-0.1.tar.gz' } }
}

const MODULE = '/packages/terraform/modules/v1/:module_namespace/:module_name/:module_system'
const MODULE_FILE = `${AT}/terraform/modules/:module_name/:module_system/:module_version/file`

const moduleIn = ({ visibility, path }: Place) => ({
  module_namespace: path.split('/')[0] ?? '',
  module_name: `m-${visibility}`,
  module_system: 'aws',
})

const publishedModule: Making = async (place) => {
  const at = { ...moduleIn(place), module_version: '1.0.0' }
  const as = place.people.get('administrator')?.token
  const path = `${place.project}/packages/terraform/modules/${at.module_name}/aws/1.0.0/file`
  await place.asking.ask('PUT', path, { as, bytes })
  return { at }
}

const STATE = '/projects/:id/terraform/state/:name'

/** A state with one version, of serial 1. */
const spareState: Making = async (place) => {
  const name = `spare-${place.next()}`
  await place.asking.make('POST', `${place.project}/terraform/state/${name}`, { serial: 1 })
  return { at: { name, serial: 1 } }
}

const lockOf = (place: Place) => ({ at: { name: `locked-${place.next()}` }, json: { ID: 'mine' } })

const heldState: Making = async (place) => {
  const name = `held-${place.next()}`
  await place.asking.make('POST', `${place.project}/terraform/state/${name}/lock`, { ID: 'mine' })
  return { at: { name } }
}

export const packageRequests: Requests = {
  [`GET ${STATE}`]: spareState,
  [`GET ${STATE}/versions/:serial`]: spareState,
  [`POST ${STATE}`]: (place) => ({ at: { name: `made-${place.next()}` }, json: { serial: 1 } }),
  [`DELETE ${STATE}`]: spareState,
  [`POST ${STATE}/lock`]: lockOf,
  [`DELETE ${STATE}/lock`]: heldState,
  [`DELETE ${STATE}/versions/:serial`]: spareState,
  [`DELETE ${AT}/:package_id`]: spareGeneric,
  [`DELETE ${AT}/:package_id/package_files/:package_file_id`]: spareGeneric,
  [`PUT ${AT}/:package_type/:package_name/:package_version/:file_name`]: (place) => ({
    at: { package_version: `2.${place.next()}` },
    bytes,
  }),
  [`GET ${AT}/maven/*path/:file_name`]: () => ({ at: maven }),
  [`PUT ${AT}/maven/*path/:file_name`]: (place) => {
    const version = `2.${place.next()}`
    return { at: { path: `com/acme/app/${version}`, file_name: `app-${version}.jar` }, bytes }
  },
  [`GET ${AT}/npm/*package_name`]: ofNpm,
  [`GET ${AT}/npm/*package_name/-/:file_name`]: ofNpm,
  [`GET ${AT}/npm/-/package/*package_name/dist-tags`]: ofNpm,
  [`PUT ${AT}/npm/*package_name`]: (place) => ({
    at: { package_name: npmOf(place) },
    json: npmDocument(npmOf(place), `2.0.${place.next()}`),
  }),
  [`PUT ${AT}/npm/*package_name/-rev/:rev`]: (place) => ({
    at: { package_name: npmOf(place), rev: '1' },
    json: { versions: { '1.0.0': {} }, 'dist-tags': {} },
  }),
  [`PUT ${AT}/npm/-/package/*package_name/dist-tags/:tag`]: (place) => ({
    at: { package_name: npmOf(place), tag: 'next' },
    json: '"1.0.0"',
  }),
  [`DELETE ${AT}/npm/-/package/*package_name/dist-tags/:tag`]: tagged,
  [`DELETE ${AT}/npm/*package_name/-/:file_name/-rev/:rev`]: spareNpm,
  [`DELETE ${AT}/npm/*package_name/-rev/:rev`]: spareNpm,
  ...npmAt('/groups/:id/-/packages'),
  ...npmAt('/packages'),
  [`GET ${AT}/go/*module_name/@v/list`]: ofGo,
  [`GET ${AT}/go/*module_name/@v/:file_name`]: ofGo,
  ...composerAt('/group'),
  ...composerAt('/groups'),
  [`POST ${AT}/composer`]: async (place) => ({ json: (await ofComposer(place)).json }),
  [`GET ${AT}/composer/archives/*package_name`]: async (place) => {
    const { at = {}, query = '' } = await ofComposer(place)
    return { at: { package_name: `${at['package_name']}.zip` }, query }
  },
  'GET /groups/:id/-/packages/maven/*path/:file_name': ofOwnName,
  'GET /packages/maven/*path/:file_name': ofOwnName,
  'GET /groups/:id/-/packages/pypi/files/:sha256/:file_name': published,
  'GET /groups/:id/-/packages/pypi/simple': published,
  'GET /groups/:id/-/packages/pypi/simple/:package_name': published,
  [`POST ${AT}/helm/api/:channel/charts`]: chart,
  [`GET ${AT}/helm/:channel/index.yaml`]: () => ({ at: { channel: 'stable' } }),
  [`GET ${AT}/helm/:channel/charts/:file_name`]: publishedChart,
  ...nugetAt(AT),
  ...nugetAt('/groups/:id/-/packages'),
  [`GET ${AT}/nuget/download/:package_name/index`]: publishedNuget,
  [`GET ${AT}/nuget/download/:package_name/index.json`]: publishedNuget,
  [`GET ${AT}/nuget/download/:package_name/:package_version/:package_filename`]: publishedNuget,
  [`PUT ${AT}/nuget`]: (place) => nuget(nugetPackage('Tool', `2.0.${place.next()}`)),
  [`PUT ${AT}/nuget/symbolpackage`]: async (place, caller) => {
    await publishedNuget(place, caller)
    return nuget(nugetSymbols('Tool', '1.0.0'))
  },
  [`GET ${MODULE_FILE}`]: publishedModule,
  [`PUT ${MODULE_FILE}`]: (place) => ({ at: { ...moduleIn(place), module_version: `2.0.${place.next()}` }, bytes }),
  ...Object.fromEntries(
    ['versions', ':module_version', ':module_version/download', ':module_version/file'].map((name) => [
      `GET ${MODULE}/${name}`,
      publishedModule,
    ]),
  ),
  [`POST ${AT}/pypi`]: pypi,
  [`GET ${AT}/pypi/files/:sha256/:file_name`]: published,
  [`GET ${AT}/pypi/simple/:package_name`]: published,
}
