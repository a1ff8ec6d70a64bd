import { createHash } from 'node:crypto'
import { npmDocument, type Place } from '../place.js'
import type { Making, Requests } from './sent.js'

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
  [`POST ${AT}/pypi`]: pypi,
  [`GET ${AT}/pypi/files/:sha256/:file_name`]: published,
  [`GET ${AT}/pypi/simple/:package_name`]: published,
}
