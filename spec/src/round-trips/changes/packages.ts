import type { Place, Request, Write } from '../write.js'
import { last, NAMED, NUMBERS, newest, npm, ONE, packageFile, remove, write } from './requests.js'

const state = ({ project }: Place, name: string): Request => ({
  method: 'POST',
  path: `${project}/terraform/state/${name}`,
  json: { serial: 1 },
})
const lock = ({ project }: Place, name: string): Request => ({
  method: 'POST',
  path: `${project}/terraform/state/${name}/lock`,
  json: { ID: 'mine' },
})

const CONAN = ['/projects/{id}/packages/conan/v1', '/packages/conan/v1']
const RECIPE = '{package_name}/{package_version}/{package_username}/{package_channel}'

/** Packages, distribution tags and Terraform states. */
export const packagesChanges: ReadonlyArray<Write> = [
  write(
    'publish a package',
    2,
    'numbers and name, its events',
    (place, n) => packageFile(place, `published-${n}`),
    undefined,
    [
      'PUT /projects/{id}/packages/maven/{path}/{file_name}',
      'POST /projects/{id}/packages/helm/api/{channel}/charts',
      'POST /projects/{id}/packages/pypi',
      'PUT /projects/{id}/packages/nuget',
      ...CONAN.map((base) => `PUT ${base}/files/${RECIPE}/{recipe_revision}/export/{file_name}`),
      ...CONAN.map(
        (base) =>
          `PUT ${base}/files/${RECIPE}/{recipe_revision}/package/{conan_package_reference}/{package_revision}/{file_name}`,
      ),
      'PUT /projects/{id}/packages/terraform/modules/{module_name}/{module_system}/{module_version}/file',
      'PUT /projects/{id}/packages/nuget/symbolpackage',
      'POST /projects/{id}/packages/composer',
    ],
  ),
  write(
    'publish an npm package',
    2,
    'numbers and names, its events and its tag',
    (place, n) => npm(place, `n-${n}`),
    undefined,
    ['PUT /projects/{id}/packages/npm/{package_name}/-rev/{rev}'],
  ),
  write(
    'set a distribution tag',
    2,
    NUMBERS,
    ({ project }, n) => ({
      method: 'PUT',
      path: `${project}/packages/npm/-/package/t-${n}/dist-tags/next`,
      json: '1.0.0',
    }),
    (place, n) => [() => npm(place, `t-${n}`)],
    [
      'DELETE /projects/{id}/packages/npm/-/package/{package_name}/dist-tags/{tag}',
      'PUT /groups/{id}/-/packages/npm/-/package/{package_name}/dist-tags/{tag}',
      'DELETE /groups/{id}/-/packages/npm/-/package/{package_name}/dist-tags/{tag}',
      'PUT /packages/npm/-/package/{package_name}/dist-tags/{tag}',
      'DELETE /packages/npm/-/package/{package_name}/dist-tags/{tag}',
    ],
  ),
  write(
    'delete a package',
    1,
    ONE,
    ({ project }, _, made) => remove(`${project}/packages/${last(made).id}`),
    newest('deleted'),
    [
      ...CONAN.map((base) => `DELETE ${base}/conans/${RECIPE}`),
      'DELETE /projects/{id}/packages/npm/{package_name}/-rev/{rev}',
      'DELETE /projects/{id}/packages/npm/{package_name}/-/{file_name}/-rev/{rev}',
      'DELETE /projects/{id}/packages/{package_id}/package_files/{package_file_id}',
    ],
  ),
  write('create a Terraform state', 2, NAMED, (place, n) => state(place, `begun-${n}`)),
  write(
    'lock a Terraform state',
    1,
    ONE,
    (place, n) => lock(place, `locked-${n}`),
    (place, n) => [() => state(place, `locked-${n}`)],
  ),
  write(
    'unlock a Terraform state',
    1,
    ONE,
    ({ project }, n) => remove(`${project}/terraform/state/unlocked-${n}/lock`),
    (place, n) => [() => lock(place, `unlocked-${n}`)],
    ['DELETE /projects/{id}/terraform/state/{name}/versions/{serial}'],
  ),
  write(
    'delete a Terraform state',
    1,
    ONE,
    ({ project }, n) => remove(`${project}/terraform/state/deleted-${n}`),
    (place, n) => [() => state(place, `deleted-${n}`)],
  ),
]
