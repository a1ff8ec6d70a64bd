import type { Write } from '../write.js'
import { type Before, NAMED, NUMBERS, ONE, post, put, remove, userOf, write } from './requests.js'

const TOKEN = { name: 'robot', scopes: ['api'], access_level: 30 }
const tokenIn: Before = ({ project }) => [() => post(`${project}/access_tokens`, TOKEN)]

/** An Ed25519 key that differs by a number; it need not have a private half. */
const sshKey = (n: number): { readonly title: string; readonly key: string } => {
  const field = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const body = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(Buffer.from(`${n}`.padStart(32, 'k')))])
  return { title: `key ${n}`, key: `ssh-ed25519 ${body.toString('base64')}` }
}
const deployKeyIn: Before = ({ project }, n) => [() => post(`${project}/deploy_keys`, sshKey(n))]

/** Tokens of projects and groups, keys. */
export const peopleChanges: ReadonlyArray<Write> = [
  write(
    'create an access token of a project',
    2,
    'numbers and names of the bot user; the user, the token and the membership',
    ({ project }) => post(`${project}/access_tokens`, TOKEN),
    undefined,
    ['POST /groups/{id}/access_tokens'],
  ),
  write(
    'revoke an access token of a project',
    2,
    'the token, the user',
    ({ project }, _, { id }) => remove(`${project}/access_tokens/${id}`),
    tokenIn,
    ['DELETE /groups/{id}/access_tokens/{token_id}'],
  ),
  write('add an SSH key', 2, NAMED, (_, n, { id }) => post(`/users/${id}/keys`, sshKey(1000 + n)), userOf('holder'), [
    'POST /user/keys',
    'POST /user/gpg_keys',
    'POST /users/{user_id}/gpg_keys',
  ]),
  write(
    'remove an SSH key',
    1,
    ONE,
    (_, __, { id }) => remove(`/user/keys/${id}`),
    (_, n) => [() => post('/user/keys', sshKey(2000 + n))],
    [
      'DELETE /users/{user_id}/keys/{key_id}',
      'DELETE /user/gpg_keys/{key_id}',
      'DELETE /users/{user_id}/gpg_keys/{key_id}',
      'POST /user/gpg_keys/{key_id}/revoke',
      'POST /users/{user_id}/gpg_keys/{key_id}/revoke',
    ],
  ),
  write('add an email address', 2, NAMED, (_, n) => post('/user/emails', { email: `more-${n}@c.example` }), undefined, [
    'POST /users/{user_id}/emails',
  ]),
  write(
    'delete an email address',
    1,
    ONE,
    (_, __, { id }) => remove(`/user/emails/${id}`),
    (_, n) => [() => post('/user/emails', { email: `away-${n}@c.example` })],
    ['DELETE /users/{user_id}/emails/{email_id}'],
  ),
  write('set a user status', 1, ONE, (_, n) => put('/user/status', { message: `at work ${n}` }), undefined, [
    'PATCH /user/status',
    'PUT /user/preferences',
  ]),
  write('change the appearance', 1, ONE, (_, n) => put('/application/appearance', { title: `Forge ${n}` })),
  write('change plan limits', 1, ONE, (_, n) =>
    put('/application/plan_limits', { plan_name: 'default', ci_active_jobs: n + 12_000 }),
  ),
  write('create a broadcast message', 2, NUMBERS, (_, n) => post('/broadcast_messages', { message: `Hear ${n}` })),
  write(
    'change a broadcast message',
    1,
    ONE,
    (_, n, { id }) => put(`/broadcast_messages/${id}`, { message: `Hear again ${n}` }),
    (_, n) => [() => post('/broadcast_messages', { message: `First ${n}` })],
    ['DELETE /broadcast_messages/{id}'],
  ),
  write('set a feature', 1, ONE, (_, n) => post(`/features/feature-${n}`, { value: 'true' }), undefined, [
    'DELETE /features/{name}',
  ]),
  write(
    'set a custom attribute',
    1,
    ONE,
    ({ project }, n) => put(`${project}/custom_attributes/key-${n}`, { value: 'v' }),
    undefined,
    ['user', 'group', 'project'].flatMap((kind) => [
      `PUT /${kind}s/{id}/custom_attributes/{key}`,
      `DELETE /${kind}s/{id}/custom_attributes/{key}`,
    ]),
  ),
  write(
    'change notification settings',
    1,
    ONE,
    ({ project }, n) => put(`${project}/notification_settings`, { level: n % 2 === 0 ? 'watch' : 'mention' }),
    undefined,
    ['PUT /notification_settings', 'PUT /groups/{id}/notification_settings'],
  ),
  write('add a deploy key', 2, NAMED, ({ project }, n) => post(`${project}/deploy_keys`, sshKey(3000 + n))),
  write(
    'change a deploy key',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/deploy_keys/${id}`, { title: `changed ${n}` }),
    (place, n) => deployKeyIn(place, 4000 + n),
    ['POST /projects/{id}/deploy_keys/{key_id}/enable'],
  ),
  write(
    'remove a deploy key',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/deploy_keys/${id}`),
    (place, n) => deployKeyIn(place, 5000 + n),
  ),
]
