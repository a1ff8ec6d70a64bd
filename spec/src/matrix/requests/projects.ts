import type { Person } from '../people.js'
import type { Place } from '../place.js'
import { type Making, type Requests, type Sent, sends } from './sent.js'

const project = async (place: Place): Promise<number> => {
  const name = `spare-${place.next()}`
  const wanted = { name, path: name, namespace_id: place.groupId, visibility: place.visibility }
  return (await place.asking.make('POST', '/projects', wanted)).id
}

const group = async (place: Place): Promise<number> => {
  const name = `spare-${place.next()}`
  const wanted = { name, path: name, parent_id: place.groupId, visibility: place.visibility }
  return (await place.asking.make('POST', '/groups', wanted)).id
}

const onSpareProject =
  (more: Omit<Sent, 'at'> = {}, before?: (place: Place, id: number) => Promise<unknown>): Making =>
  async (place) => {
    const id = await project(place)
    await before?.(place, id)
    return { at: { id }, ...more }
  }

const onSpareGroup =
  (
    more: (place: Place) => Omit<Sent, 'at'> = () => ({}),
    before?: (place: Place, id: number) => Promise<unknown>,
  ): Making =>
  async (place) => {
    const id = await group(place)
    await before?.(place, id)
    return { at: { id }, ...more(place) }
  }

const newcomer = ({ people }: Place): number => people.get('newcomer')?.id ?? 0

/** A token of the place's own group or project to be taken away. */
const deployToken =
  (where: 'group' | 'project'): Making =>
  async (place) => {
    const wanted = { name: 'spare', scopes: ['read_repository'] }
    const made = await place.asking.make('POST', `${place[where]}/deploy_tokens`, wanted)
    return { at: { token_id: made.id } }
  }

const protectedRef =
  (kind: 'branch' | 'tag'): Making =>
  async (place) => {
    const name = `spare-${place.next()}`
    await place.asking.make('POST', `${place.project}/protected_${kind === 'tag' ? 'tags' : 'branches'}`, { name })
    return { at: { name } }
  }

/** In a group and a project of its own, so that the others stay without a role. */
const member =
  (where: 'groups' | 'projects', sent: (place: Place) => Omit<Sent, 'at'>, user: boolean): Making =>
  async (place) => {
    const id = where === 'groups' ? await group(place) : await project(place)
    const user_id = newcomer(place)
    if (user) await place.asking.make('POST', `/${where}/${id}/members`, { user_id, access_level: 20 })
    return { at: { id, ...(user ? { user_id } : {}) }, ...sent(place) }
  }

const joins = (place: Place) => ({ json: { user_id: newcomer(place), access_level: 20 } })
const rises = () => ({ json: { access_level: 30 } })
const nothing = () => ({})

const namespaceOf = async ({ asking }: Place, caller: Person | undefined): Promise<number> => {
  const found = await asking.make<ReadonlyArray<{ id: number; kind: string; path: string }>>('GET', '/namespaces')
  const mine = found.find(({ kind, path }) => kind === 'user' && path === (caller?.username ?? 'root'))
  return mine?.id ?? 0
}

const JIRA = { url: 'https://jira.example' }

const tracker: Making = async (place) => {
  await place.asking.make('PUT', `${place.project}/integrations/jira`, JIRA)
  return { at: { slug: 'jira' } }
}

const TOKEN = { name: 'made', scopes: ['read_repository'] }

const BADGE = { link_url: 'https://badge.example', image_url: 'https://badge.example/b.svg' }
const RENDERED = 'link_url=https://badge.example&image_url=https://badge.example/b.svg'

/** A group that everybody sees. */
const openGroup = async ({ asking, next, visibility }: Place): Promise<number> => {
  const name = `guests-${visibility}-${next()}`
  return (await asking.make('POST', '/groups', { name, path: name, visibility: 'public' })).id
}

/** Shares of a project or of a group. */
const shares = (path: string, owner: (place: Place) => string): Requests => ({
  [`POST ${path}/share`]: async (place) => ({ json: { group_id: await openGroup(place), group_access: 10 } }),
  [`DELETE ${path}/share/:group_id`]: async (place) => {
    const group_id = await openGroup(place)
    await place.asking.make('POST', `${owner(place)}/share`, { group_id, group_access: 10 })
    return { at: { group_id } }
  },
})

/** Badges of a project or of a group. */
const badges = (path: string, owner: (place: Place) => string): Requests => {
  const spare =
    (more: Omit<Sent, 'at'> = {}): Making =>
    async (place) => {
      const made = await place.asking.make('POST', `${owner(place)}/badges`, BADGE)
      return { at: { badge_id: made.id }, ...more }
    }
  return {
    [`POST ${path}`]: sends(BADGE),
    [`GET ${path}/render`]: () => ({ query: RENDERED }),
    [`GET ${path}/:badge_id`]: spare(),
    [`PUT ${path}/:badge_id`]: spare({ json: { name: 'other' } }),
    [`DELETE ${path}/:badge_id`]: spare(),
  }
}

/** There is no access request: the message distinguishes those who may answer one from those who are refused. */
const nobodyRequested: Making = (place) => ({ at: { user_id: newcomer(place) }, allowedText: '"404 Not Found"' })

const accessRequests = (path: string): Requests => ({
  [`PUT ${path}/:user_id/approve`]: nobodyRequested,
  [`DELETE ${path}/:user_id`]: nobodyRequested,
})

const invitations = (path: string, owner: (place: Place) => string): Requests => {
  const address = (place: Place): string => `invited-${place.visibility}-${place.next()}@example.com`
  const spare =
    (more: Omit<Sent, 'at'> = {}): Making =>
    async (place) => {
      const email = address(place)
      await place.asking.make('POST', `${owner(place)}/invitations`, { email, access_level: 20 })
      return { at: { email }, ...more }
    }
  return {
    [`POST ${path}`]: (place) => ({ json: { email: address(place), access_level: 20 } }),
    [`PUT ${path}/:email`]: spare({ json: { access_level: 30 } }),
    [`DELETE ${path}/:email`]: spare(),
  }
}

/** Another project that the one who asks may see. */
const allowable = async ({ asking, next, visibility }: Place): Promise<number> =>
  (await asking.make('POST', '/projects', { name: `allowed-${visibility}-${next()}`, visibility: 'public' })).id

export const projectRequests: Requests = {
  'PATCH /projects/:id/job_token_scope': sends({ enabled: false }),
  'POST /projects/:id/job_token_scope/allowlist': async (place) => ({
    json: { target_project_id: await allowable(place) },
  }),
  'DELETE /projects/:id/job_token_scope/allowlist/:target_project_id': async (place) => {
    const target_project_id = await allowable(place)
    await place.asking.make('POST', `${place.project}/job_token_scope/allowlist`, { target_project_id })
    return { at: { target_project_id } }
  },
  ...invitations('/projects/:id/invitations', ({ project: at }) => at),
  ...invitations('/groups/:id/invitations', ({ group: at }) => at),
  ...accessRequests('/projects/:id/access_requests'),
  ...accessRequests('/groups/:id/access_requests'),
  'POST /projects/:id/unstar': () => ({ letIn: [304] }),
  ...shares('/projects/:id', ({ project: at }) => at),
  ...shares('/groups/:id', ({ group: at }) => at),
  ...badges('/projects/:id/badges', ({ project: at }) => at),
  ...badges('/groups/:id/badges', ({ group: at }) => at),
  'GET /projects/:id/-/search': () => ({ query: 'scope=issues&search=x' }),
  'GET /projects/:id/search': () => ({ query: 'scope=issues&search=x' }),
  'GET /groups/:id/-/search': () => ({ query: 'scope=issues&search=x' }),
  'GET /groups/:id/search': () => ({ query: 'scope=issues&search=x' }),
  'GET /projects/:id/templates/:type': () => ({ at: { type: 'gitignores' } }),
  'GET /projects/:id/templates/:type/:key': () => ({ at: { type: 'gitignores', key: 'Node' } }),
  'GET /groups/:id/avatar': () => ({ allowedText: '404 Avatar Not Found' }),
  'POST /projects/:id/uploads': () => ({
    bytes: Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\na\r\n--b--\r\n'),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  }),
  'POST /projects': (place) => ({ json: { name: `own-${place.next()}` } }),
  'PUT /projects/:id': sends({ description: 'changed' }),
  'DELETE /projects/:id': onSpareProject(),
  'POST /projects/:id/archive': onSpareProject(),
  'POST /projects/:id/unarchive': onSpareProject({}, ({ asking }, id) =>
    asking.make('POST', `/projects/${id}/archive`),
  ),
  'POST /projects/:id/restore': onSpareProject({}, ({ asking }, id) => asking.make('DELETE', `/projects/${id}`)),
  'POST /projects/user/:user_id': (place) => ({
    at: { user_id: newcomer(place) },
    json: { name: `for-${place.visibility}-${place.next()}` },
  }),
  'POST /groups/:id/projects/:project_id': async (place) => ({
    at: { id: await group(place), project_id: await project(place) },
  }),
  'POST /projects/:id/fork/:forked_from_id': async (place) => ({
    at: { id: await project(place), forked_from_id: place.projectId },
  }),
  'POST /projects/:id/import_project_members/:project_id': (place) => ({ at: { project_id: place.projectId } }),
  'PUT /projects/:id/transfer': async (place) => ({
    at: { id: await project(place) },
    json: { namespace: await group(place) },
  }),
  'POST /projects/:id/fork': (place) => ({ json: { path: `fork-${place.next()}`, name: `fork-${place.next()}` } }),
  'POST /projects/:id/members': member('projects', joins, false),
  'PUT /projects/:id/members/:user_id': member('projects', rises, true),
  'DELETE /projects/:id/members/:user_id': member('projects', nothing, true),
  'POST /projects/:id/deploy_tokens': sends(TOKEN),
  'DELETE /projects/:id/deploy_tokens/:token_id': deployToken('project'),
  'POST /projects/:id/protected_branches': (place) => ({ json: { name: `spare-${place.next()}` } }),
  'PATCH /projects/:id/protected_branches/:name': sends({ allow_force_push: false }),
  'DELETE /projects/:id/protected_branches/:name': protectedRef('branch'),
  'POST /projects/:id/protected_tags': (place) => ({ json: { name: `spare-${place.next()}` } }),
  'DELETE /projects/:id/protected_tags/:name': protectedRef('tag'),
  'GET /projects/:id/integrations/:slug': tracker,
  'PUT /projects/:id/integrations/:slug': () => ({ at: { slug: 'jira' }, json: JIRA }),
  'DELETE /projects/:id/integrations/:slug': tracker,
  'GET /projects/:id/services/:slug': tracker,
  'PUT /projects/:id/services/:slug': () => ({ at: { slug: 'jira' }, json: JIRA }),
  'DELETE /projects/:id/services/:slug': tracker,
  'POST /groups': (place) => {
    const name = `${place.visibility}-own-${place.next()}`
    return { json: { name, path: name } }
  },
  'PUT /groups/:id': sends({ description: 'changed' }),
  'DELETE /groups/:id': onSpareGroup(),
  'POST /groups/:id/restore': onSpareGroup(
    () => ({}),
    ({ asking }, id) => asking.make('DELETE', `/groups/${id}`),
  ),
  'POST /groups/:id/transfer': async (place) => ({
    at: { id: await group(place) },
    json: { group_id: await group(place) },
  }),
  'POST /groups/:id/members': member('groups', joins, false),
  'PUT /groups/:id/members/:user_id': member('groups', rises, true),
  'DELETE /groups/:id/members/:user_id': member('groups', nothing, true),
  'POST /groups/:id/deploy_tokens': sends(TOKEN),
  'DELETE /groups/:id/deploy_tokens/:token_id': deployToken('group'),
  'GET /namespaces/:id of the caller': async (place, caller) => ({ at: { id: await namespaceOf(place, caller) } }),
  'GET /namespaces/:id/exists': () => ({ at: { id: 'something' } }),
}
