import type { Place, Request, Write } from '../write.js'
import { type Before, commitOf, NAMED, NUMBERS, ONE, post, put, remove, write } from './requests.js'

const variable = ({ project }: Place, key: string): Request =>
  post(`${project}/variables`, { key, value: 'a value of it' })
const release = ({ project }: Place, tag: string): Request =>
  post(`${project}/releases`, { tag_name: tag, ref: 'main', description: 'd' })
const link =
  (tag: string, n: number) =>
  ({ project }: Place): Request =>
    post(`${project}/releases/${tag}/assets/links`, { name: `l${n}`, url: `https://files.example/${n}` })

const BOUNDARY = 'round-trips'
const upload = ({ project }: Place): Request => ({
  method: 'POST',
  path: `${project}/uploads`,
  headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  bytes: Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\na\r\n--${BOUNDARY}--\r\n`,
  ),
})

const variableIn =
  (key: string): Before =>
  (place, n) => [() => variable(place, `${key}_${n}`)]
const releaseOf =
  (tag: string): Before =>
  (place, n) => [() => release(place, `${tag}-${n}`)]
const linkIn =
  (tag: string): Before =>
  (place, n) => [() => release(place, `${tag}-${n}`), () => link(`${tag}-${n}`, n)(place)]

/** CI/CD variables, integrations, releases and their links, uploads, commits made of others. */
export const publishingChanges: ReadonlyArray<Write> = [
  write('create a variable', 2, NAMED, (place, n) => variable(place, `MADE_${n}`), undefined, [
    'POST /groups/{id}/variables',
    'POST /admin/ci/variables',
  ]),
  write(
    'change a variable',
    1,
    ONE,
    ({ project }, n) => put(`${project}/variables/CHANGED_${n}`, { value: 'another value' }),
    variableIn('CHANGED'),
    ['PUT /groups/{id}/variables/{key}', 'PUT /admin/ci/variables/{key}'],
  ),
  write(
    'delete a variable',
    1,
    ONE,
    ({ project }, n) => remove(`${project}/variables/DELETED_${n}`),
    variableIn('DELETED'),
    ['DELETE /groups/{id}/variables/{key}', 'DELETE /admin/ci/variables/{key}'],
  ),
  write(
    'set up an issue tracker',
    1,
    ONE,
    ({ project }, n) =>
      put(`${project}/integrations/jira`, { url: `https://jira${n}.example`, username: 'u', password: 'p' }),
    undefined,
    ['PUT /projects/{id}/services/{slug}'],
  ),
  write(
    'remove an issue tracker',
    1,
    ONE,
    ({ project }) => remove(`${project}/integrations/redmine`),
    ({ project }, n) => [
      () =>
        put(`${project}/integrations/redmine`, {
          new_issue_url: `https://r${n}.example/new`,
          project_url: `https://r${n}.example`,
          issues_url: `https://r${n}.example/:id`,
        }),
    ],
    ['DELETE /projects/{id}/services/{slug}'],
  ),
  write(
    'create a release',
    2,
    NAMED,
    (place, n) => release(place, `released-${n}`),
    ({ project }, n) => [() => post(`${project}/repository/tags`, { tag_name: `released-${n}`, ref: 'main' })],
  ),
  write(
    'change a release',
    1,
    ONE,
    ({ project }, n) => put(`${project}/releases/changed-${n}`, { description: 'other' }),
    releaseOf('changed'),
  ),
  write(
    'delete a release',
    1,
    ONE,
    ({ project }, n) => remove(`${project}/releases/deleted-${n}`),
    releaseOf('deleted'),
  ),
  write(
    'collect an evidence of a release',
    1,
    ONE,
    ({ project }, n) => post(`${project}/releases/witnessed-${n}/evidence`),
    releaseOf('witnessed'),
  ),
  write('add a link to a release', 2, NUMBERS, (place, n) => link(`linked-${n}`, n)(place), releaseOf('linked')),
  write(
    'change a link of a release',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/releases/relinked-${n}/assets/links/${id}`, { name: 'other' }),
    linkIn('relinked'),
  ),
  write(
    'remove a link of a release',
    1,
    ONE,
    ({ project }, n, { id }) => remove(`${project}/releases/unlinked-${n}/assets/links/${id}`),
    linkIn('unlinked'),
  ),
  write('upload a file', 2, NUMBERS, upload),
  write(
    'cherry-pick a commit',
    1,
    'the ref move',
    ({ project }, n, { id }) => post(`${project}/repository/commits/${id}/cherry_pick`, { branch: `picks-${n}` }),
    ({ project }, n) => [
      () => post(`${project}/repository/branches`, { branch: `picks-${n}`, ref: 'main' }),
      () => post(`${project}/repository/commits`, commitOf(`picked${n}`)),
    ],
  ),
  write(
    'revert a commit',
    1,
    'the ref move',
    ({ project }, _, { id }) => post(`${project}/repository/commits/${id}/revert`, { branch: 'main' }),
    ({ project }, n) => [() => post(`${project}/repository/commits`, commitOf(`reverted${n}`))],
  ),
]
