import type { Person } from '../people.js'
import type { Place } from '../place.js'
import { type Making, type Requests, type Sent, sends } from './sent.js'

const spareUser = (place: Place): Promise<number> => place.asking.person(`spare-${place.next()}`)

/** A user who was brought into a state before. */
const onUser =
  (before?: string): Making =>
  async (place) => {
    const id = await spareUser(place)
    if (before !== undefined) await place.asking.attempt('POST', `/users/${id}/${before}`)
    return { at: { id } }
  }

const token = async (place: Place, of: Person | undefined, kind = 'personal_access_tokens'): Promise<number> => {
  const { id } = of ?? (place.people.get('guest') as Person)
  return (await place.asking.make('POST', `/users/${id}/${kind}`, { name: 'spare', scopes: ['api'] })).id
}

const ownToken: Making = async (place, caller) => ({ at: { id: await token(place, caller) } })
const tokenOfOther: Making = async (place, caller) => {
  const other = place.people.get(caller?.username === 'guest' ? 'reporter' : 'guest')
  return { at: { id: await token(place, other) } }
}

const impersonation: Making = async (place) => {
  const guest = place.people.get('guest') as Person
  return { at: { user_id: guest.id, impersonation_token_id: await token(place, guest, 'impersonation_tokens') } }
}

const application: Making = async (place) => {
  const made = await place.asking.make('POST', '/applications', APPLICATION)
  return { at: { id: made.id } }
}

/** With a token of its own: this request ends it. */
const endingItself: Making = async (place, caller) => {
  if (caller === undefined) return {}
  const path = `/users/${caller.id}/personal_access_tokens`
  return { as: (await place.asking.make<{ token: string }>('POST', path, TOKEN)).token }
}

const APPLICATION = { name: 'made', redirect_uri: 'http://client.example/', scopes: 'api' }
const TOKEN = { name: 'made', scopes: ['api'] }
const someone: Making = ({ people }) => ({ at: { id: people.get('guest')?.id ?? 0 } })

const identity: Making = async (place) => {
  const id = await spareUser(place)
  await place.asking.make('PUT', `/users/${id}`, { provider: 'somewhere', extern_uid: `uid-${place.next()}` })
  return { at: { id, provider: 'somewhere' } }
}

const newTopic = async (place: Place): Promise<number> =>
  (await place.asking.make('POST', '/topics', { name: `topic-${place.next()}`, title: 'Topic' })).id

const topic =
  (more: Omit<Sent, 'at'> = {}): Making =>
  async (place) => ({ at: { id: await newTopic(place) }, ...more })

export const identityRequests: Requests = {
  'POST /topics': (place) => ({ json: { name: `topic-${place.next()}`, title: 'Topic' } }),
  'GET /topics/:id': topic(),
  'PUT /topics/:id': topic({ json: { title: 'Other' } }),
  'DELETE /topics/:id': topic(),
  'POST /topics/merge': async (place) => {
    const [source_topic_id, target_topic_id] = [await newTopic(place), await newTopic(place)]
    return { json: { source_topic_id, target_topic_id } }
  },
  'GET /templates/dockerfiles/:key': () => ({ at: { key: 'Node' } }),
  'GET /templates/gitignores/:key': () => ({ at: { key: 'Node' } }),
  'GET /templates/gitlab_ci_ymls/:key': () => ({ at: { key: 'Go' } }),
  'GET /templates/licenses/:key': () => ({ at: { key: 'mit' } }),
  'DELETE /users/:id/identities/:provider': identity,
  'GET /avatar': () => ({ query: 'email=nobody@example.com' }),
  'GET /users/:id/memberships': someone,
  'PATCH /users/:id/disable_two_factor': someone,
  'GET /users/:id': someone,
  'POST /users': (place) => {
    const username = `made-${place.visibility}-${place.next()}`
    return { json: { username, name: username, email: `${username}@example.com`, password: 'Correct-horse-9' } }
  },
  'PUT /users/:id': async (place) => ({ at: { id: await spareUser(place) }, json: { bio: 'changed' } }),
  'DELETE /users/:id': onUser(),
  'POST /users/:id/activate': onUser('deactivate'),
  'POST /users/:id/approve': onUser(),
  'POST /users/:id/ban': onUser(),
  'POST /users/:id/block': onUser(),
  'POST /users/:id/deactivate': onUser(),
  'POST /users/:id/reject': onUser(),
  'POST /users/:id/unban': onUser('ban'),
  'POST /users/:id/unblock': onUser('block'),
  'GET /users/:user_id/impersonation_tokens/:impersonation_token_id': impersonation,
  'POST /users/:user_id/impersonation_tokens': sends(TOKEN),
  'DELETE /users/:user_id/impersonation_tokens/:impersonation_token_id': impersonation,
  'POST /users/:user_id/personal_access_tokens': sends(TOKEN),
  'GET /personal_access_tokens/:id of the caller': ownToken,
  'GET /personal_access_tokens/:id of another user': tokenOfOther,
  'DELETE /personal_access_tokens/:id of the caller': ownToken,
  'DELETE /personal_access_tokens/:id of another user': tokenOfOther,
  'DELETE /personal_access_tokens/self': endingItself,
  'POST /applications': sends(APPLICATION),
  'DELETE /applications/:id': application,
  'PUT /application/settings': sends({ after_sign_up_text: 'welcome' }),
  'GET /forgefold/releases/diff': () => ({ query: 'from=14.0&to=15.0' }),
  'GET /forgefold/history/:event_id/explanation': () => ({ at: { event_id: 'user-1@0' } }),
  'GET /forgefold/blame': () => ({ query: 'thing=user:1&field=name' }),
  'GET /*document/blame': () => ({ at: { document: 'users/1' }, query: 'field=name' }),
  'GET /forgefold/documents': () => ({ query: 'thing=user:1' }),
  'GET /forgefold/differences': () => ({ query: 'thing=user:1' }),
  'GET /forgefold/what_if': () => ({ query: 'set=approvals_required=2' }),
}
