import type { TestInstance } from '@forgefold/spec/instance'
import { PUBLIC_KEYS } from '@forgefold/spec/testing'
import { expect } from 'vitest'
import type { Asking } from './history-asking.js'

interface Person {
  readonly id: number
  readonly token: string
}

/** Where it all happens, and who is there. */
export interface Setting {
  readonly group: number
  readonly project: number
  /** The path of the project. */
  readonly at: string
  readonly ann: Person
  readonly ben: Person
  readonly keeper: Person
}

/** All that is read of one: a packet of a public key. */
const OTHER_PGP_KEY = `-----BEGIN PGP PUBLIC KEY BLOCK-----

${Buffer.from([0x98, 4, 4, 1, 2, 3]).toString('base64')}
-----END PGP PUBLIC KEY BLOCK-----`

const BOUNDARY = 'a-picture'
const PICTURE = Buffer.concat([
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="avatar"; filename="g.png"\r\ncontent-type: image/png\r\n\r\n`,
  ),
  Buffer.from('89504e470d0a1a0a0000000d', 'hex'),
  Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
])

const writePicture = async (instance: TestInstance, group: number): Promise<void> => {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const path = `/api/v4/groups/${group}`
  expect((await instance.ask('PUT', path, { as: instance.root, bytes: PICTURE, headers })).status).toBe(200)
}

/** Requests for access, one denied; what they are for is open only as long as it is asked for. */
const writeAccessRequests = async (
  { instance, must }: Pick<Asking, 'instance' | 'must'>,
  places: ReadonlyArray<string>,
): Promise<void> => {
  const asking = [await instance.person('asker'), await instance.person('denied')]
  for (const place of places) {
    await must('PUT', place, { visibility: 'internal' })
    for (const { id, token: as } of asking) {
      expect((await instance.ask('POST', `/api/v4${place}/access_requests`, { as })).status).toBe(201)
      if (id === asking[1]?.id) await must('DELETE', `${place}/access_requests/${id}`)
    }
  }
  for (const place of places.toReversed()) await must('PUT', place, { visibility: 'private' })
}

/** A group, a project, its members, their tokens, and what is planned with. */
export const writePeople = async ({ instance, must, make }: Asking): Promise<Setting> => {
  const group = await make('/groups', { name: 'G', path: 'g' })
  await make('/groups', { name: 'Sub', path: 'sub', parent_id: group })
  const project = await make('/projects', {
    name: 'p',
    path: 'p',
    namespace_id: group,
    initialize_with_readme: true,
    visibility: 'private',
  })
  const at = `/projects/${project}`
  const ann = await instance.person('ann')
  const ben = await instance.person('ben')
  const guests = await make('/groups', { name: 'Guests', path: 'guests' })
  for (const place of [at, `/groups/${group}`])
    await must('POST', `${place}/share`, { group_id: guests, group_access: 20 })
  const keeper = await instance.person('keeper')
  await must('POST', `${at}/members`, { user_id: keeper.id, access_level: 40 })
  for (const user_id of [ann.id, ben.id]) await must('POST', `${at}/members`, { user_id, access_level: 30 })
  await must('POST', `/groups/${group}/members`, { user_id: ann.id, access_level: 20 })
  await make(`/users/${ann.id}/personal_access_tokens`, { name: 't', scopes: ['api'] })
  await make(`/users/${ann.id}/impersonation_tokens`, { name: 'i', scopes: ['api'] })
  await make('/applications', { name: 'a', redirect_uri: 'https://client.example/back', scopes: 'api' })
  for (const place of [at, `/groups/${group}`]) {
    await make(`${place}/deploy_tokens`, { name: 'd', scopes: ['read_repository'] })
    await make(`${place}/access_tokens`, { name: 'b', scopes: ['api'], access_level: 10 })
    await make(`${place}/labels`, { name: `of ${place.slice(1, 3)}`, color: '#eeeeee' })
    await make(`${place}/milestones`, { title: 'm', due_date: '2022-12-24' })
  }
  for (const place of [at, `/groups/${group}`, ''])
    await make(`${place}/hooks`, { url: 'https://hooks.example/', push_events: false })
  await make('/user/emails', { email: 'root-too@example.com' })
  await make(`/users/${ann.id}/emails`, { email: 'ann-too@example.com', skip_confirmation: true })
  await must('PUT', `/users/${ben.id}`, { auditor: true })
  await must('PUT', `/users/${ben.id}`, { auditor: false })
  await must('PUT', '/user/status', { emoji: 'tada', message: 'here' })
  await must('PUT', '/user/preferences', { view_diffs_file_by_file: true })
  await must('PUT', '/application/appearance', { title: 'Forge' })
  await must('PUT', '/application/plan_limits', { plan_name: 'default', ci_active_jobs: 500 })
  await make('/broadcast_messages', { message: 'Hear' })
  await must('POST', '/features/made', { value: 'true' })
  for (const place of [at, `/groups/${group}`, `/users/${ann.id}`])
    await must('PUT', `${place}/custom_attributes/made`, { value: 'x' })
  for (const place of [at, `/groups/${group}`, ''])
    await must('PUT', `${place}/notification_settings`, { level: 'custom', new_note: true })
  await make(`/users/${ann.id}/keys`, { title: 'laptop', key: PUBLIC_KEYS.rsa.text })
  await make('/user/keys', { title: 'desk', key: PUBLIC_KEYS.ecdsa.text })
  for (const folder of ['/user/gpg_keys', `/users/${ann.id}/gpg_keys`])
    await make(folder, { key: folder === '/user/gpg_keys' ? PUBLIC_KEYS.pgp.text : OTHER_PGP_KEY })
  await make(`${at}/deploy_keys`, { title: 'machine', key: PUBLIC_KEYS.ed25519.text, can_push: true })
  const lent = await make('/projects', { name: 'lent', path: 'lent' })
  await must('POST', `/projects/${lent}/share`, { group_id: group, group_access: 10 })
  await must('POST', `/projects/${lent}/fork/${project}`)
  for (const place of [at, `/groups/${group}`]) {
    const invited = 'waiting@example.com,gone@example.com'
    await must('POST', `${place}/invitations`, { email: invited, access_level: 20 })
    await must('PUT', `${place}/invitations/waiting@example.com`, { access_level: 30 })
    await must('DELETE', `${place}/invitations/gone@example.com`)
  }
  await writeAccessRequests({ instance, must }, [`/groups/${group}`, at])
  await writePicture(instance, group)
  return { group, project, at, ann, ben, keeper }
}
