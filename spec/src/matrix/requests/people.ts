import { randomBytes } from 'node:crypto'
import type { Person } from '../people.js'
import type { Place } from '../place.js'
import { type Making, type Requests, sends } from './sent.js'

const TOKEN = { name: 'made', scopes: ['api'], access_level: 10 }

/** A token of the place's own group or project. */
const resourceToken =
  (where: 'group' | 'project'): Making =>
  async (place) => {
    const made = await place.asking.make('POST', `${place[where]}/access_tokens`, TOKEN)
    return { at: { token_id: made.id } }
  }

const tokenOf = async (place: Place, { id }: Person): Promise<{ readonly at: { readonly id: number } }> => {
  const made = await place.asking.make('POST', `/users/${id}/personal_access_tokens`, { name: 't', scopes: ['api'] })
  return { at: { id: made.id } }
}

const guest = (place: Place): Person => place.people.get('guest') as Person

const tokensOf = (where: 'group' | 'project'): Requests => ({
  [`POST /${where}s/:id/access_tokens`]: sends(TOKEN),
  [`GET /${where}s/:id/access_tokens/:token_id`]: resourceToken(where),
  [`DELETE /${where}s/:id/access_tokens/:token_id`]: resourceToken(where),
  [`POST /${where}s/:id/access_tokens/:token_id/rotate`]: resourceToken(where),
})

/** A new public key: well formed, of random bytes. */
const newSshKey = (): string => {
  const field = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes])
  const body = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(randomBytes(32))])
  return `ssh-ed25519 ${body.toString('base64')}`
}

/** The same of OpenPGP: a packet of a public key, which is all that is read. */
const newGpgKey = (): string => {
  const body = Buffer.concat([Buffer.from([0x98, 40, 4]), randomBytes(39)]).toString('base64')
  return `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${body}\n-----END PGP PUBLIC KEY BLOCK-----`
}

const FOLDERS = { keys: () => ({ title: 'key', key: newSshKey() }), gpg_keys: () => ({ key: newGpgKey() }) } as const

const keysIn = (folder: keyof typeof FOLDERS): Requests => {
  const wanted = FOLDERS[folder]
  const of = async (place: Place, { id }: Person): Promise<number> =>
    (await place.asking.make('POST', `/users/${id}/${folder}`, wanted())).id
  const own: Making = async (place, caller) => ({ at: { key_id: await of(place, caller ?? guest(place)) } })
  const another: Making = async (place) => ({ at: { user_id: guest(place).id, key_id: await of(place, guest(place)) } })
  return {
    [`POST /user/${folder}`]: () => ({ json: wanted() }),
    [`GET /user/${folder}/:key_id`]: own,
    [`DELETE /user/${folder}/:key_id`]: own,
    [`POST /user/${folder}/:key_id/revoke`]: own,
    [`POST /users/:user_id/${folder}`]: () => ({ json: wanted() }),
    [`GET /users/:user_id/${folder}/:key_id`]: another,
    [`DELETE /users/:user_id/${folder}/:key_id`]: another,
    [`POST /users/:user_id/${folder}/:key_id/revoke`]: another,
  }
}

const deployKey: Making = async (place) => {
  const made = await place.asking.make('POST', `${place.project}/deploy_keys`, FOLDERS.keys())
  return { at: { key_id: made.id }, json: { title: 'renamed' } }
}

const email = (place: Place) => ({ email: `more-${place.visibility}-${place.next()}@example.com` })

const emailOf =
  (other: boolean): Making =>
  async (place, caller) => {
    const { id } = other ? guest(place) : (caller ?? guest(place))
    const made = await place.asking.make('POST', `/users/${id}/emails`, email(place))
    return { at: { user_id: id, email_id: made.id } }
  }

const broadcast: Making = async (place) => {
  const made = await place.asking.make('POST', '/broadcast_messages', { message: 'Hear' })
  return { at: { id: made.id }, json: { message: 'Hear again' } }
}

const feature: Making = async ({ asking }) => {
  await asking.make('POST', '/features/made', { value: 'true' })
  return { at: { name: 'made' } }
}

const attribute =
  (kind: 'user' | 'group' | 'project'): Making =>
  async (place) => {
    const id = { user: guest(place).id, group: place.groupId, project: place.projectId }[kind]
    await place.asking.make('PUT', `/${kind}s/${id}/custom_attributes/made`, { value: 'x' })
    return { at: { id, key: 'made' }, json: { value: 'y' } }
  }

const attributesOf = (kind: 'user' | 'group' | 'project'): Requests => {
  const path = `/${kind}s/:id/custom_attributes`
  return Object.fromEntries(
    [`GET ${path}`, `GET ${path}/:key`, `PUT ${path}/:key`, `DELETE ${path}/:key`].map((name) => [
      name,
      attribute(kind),
    ]),
  )
}

const HEARS = sends({ level: 'watch' })

export const peopleRequests: Requests = {
  'POST /user/emails': (place) => ({ json: email(place) }),
  'GET /user/emails/:email_id': emailOf(false),
  'DELETE /user/emails/:email_id': emailOf(false),
  'POST /users/:user_id/emails': (place) => ({ json: email(place) }),
  'GET /users/:user_id/emails/:email_id': emailOf(true),
  'DELETE /users/:user_id/emails/:email_id': emailOf(true),
  'PUT /user/status': sends({ message: 'here' }),
  'PATCH /user/status': sends({ message: 'here' }),
  'PUT /user/preferences': sends({ view_diffs_file_by_file: true }),
  'PUT /application/appearance': sends({ title: 'Forge' }),
  'PUT /application/plan_limits': sends({ plan_name: 'default', ci_active_jobs: 12_000 }),
  'GET /broadcast_messages/:id': broadcast,
  'POST /broadcast_messages': sends({ message: 'Hear' }),
  'PUT /broadcast_messages/:id': broadcast,
  'DELETE /broadcast_messages/:id': broadcast,
  'POST /features/:name': () => ({ at: { name: 'made' }, json: { value: 'true' } }),
  'DELETE /features/:name': feature,
  'DELETE /admin/sidekiq/queues/:queue_name': () => ({ at: { queue_name: 'todos' }, query: 'user=root' }),
  ...attributesOf('user'),
  ...attributesOf('group'),
  ...attributesOf('project'),
  'PUT /notification_settings': HEARS,
  'PUT /groups/:id/notification_settings': HEARS,
  'PUT /projects/:id/notification_settings': HEARS,
  'GET /users/:id/project_deploy_keys': (place) => ({
    at: { id: guest(place).id },
    allowedText: 'No common authorized project found',
  }),
  'GET /users/:id/associations_count of the caller': (place, caller) => ({ at: { id: (caller ?? guest(place)).id } }),
  'GET /users/:id/associations_count of another user': (place, caller) => ({
    at: { id: (caller?.username === 'guest' ? (place.people.get('reporter') as Person) : guest(place)).id },
  }),
  ...keysIn('keys'),
  ...keysIn('gpg_keys'),
  'POST /projects/:id/deploy_keys': () => ({ json: FOLDERS.keys() }),
  'GET /projects/:id/deploy_keys/:key_id': deployKey,
  'PUT /projects/:id/deploy_keys/:key_id': deployKey,
  'DELETE /projects/:id/deploy_keys/:key_id': deployKey,
  'POST /projects/:id/deploy_keys/:key_id/enable': deployKey,
  'GET /keys': () => ({ query: 'fingerprint=SHA256:none', allowedText: '404 Key Not Found' }),
  'GET /keys/:id': async (place) => {
    const made = await place.asking.make('POST', `/users/${guest(place).id}/keys`, FOLDERS.keys())
    return { at: { id: made.id } }
  },
  ...tokensOf('project'),
  ...tokensOf('group'),
  'POST /personal_access_tokens/:id/rotate of the caller': (place, caller) => tokenOf(place, caller ?? guest(place)),
  'POST /personal_access_tokens/:id/rotate of another user': (place, caller) =>
    tokenOf(place, caller?.username === 'guest' ? (place.people.get('reporter') as Person) : guest(place)),
}
