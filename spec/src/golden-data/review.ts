import type { Answer, Client } from './client.js'
import type { People } from './identity.js'
import type { Places } from './projects.js'

type Files = Readonly<Record<string, string>>

interface Desk {
  readonly commit: (branch: string, files: Files, from?: string, action?: string) => Promise<string>
  readonly open: (branch: string, more?: object) => Promise<number>
  readonly at: (method: string, path: string, json?: object, as?: string) => Promise<Answer>
  /** Waits until the request can be merged, or cannot. */
  readonly checked: (iid: number) => Promise<Answer>
}

const deskOf = ({ must, until }: Client, { ann }: People, { projectId }: Places): Desk => {
  const place = `/projects/${projectId}`
  const at: Desk['at'] = (method, path, json, as = ann.token) => must(method, place + path, { as, json })
  return {
    at,
    commit: async (branch, files, from, action = 'create') => {
      const actions = Object.entries(files).map(([file_path, content]) => ({ action, file_path, content }))
      const json = { branch, commit_message: `On ${branch}`, actions, ...(from ? { start_branch: from } : {}) }
      return `${(await at('POST', '/repository/commits', json)).json.id}`
    },
    open: async (branch, more = {}) => {
      const json = { source_branch: branch, target_branch: 'main', title: `Merge ${branch}`, ...more }
      return (await at('POST', '/merge_requests', json)).json.iid
    },
    checked: (iid) =>
      until(
        `${place}/merge_requests/${iid}`,
        ({ json }) => ['can_be_merged', 'cannot_be_merged'].includes(`${json['merge_status']}`),
        ann.token,
      ),
  }
}

/** Rules of who has to approve, of the project and of one request. */
const makeRules = async ({ at }: Desk, { bob, gus }: People, iid: number): Promise<void> => {
  const rule = { name: 'Two eyes', approvals_required: 1, user_ids: [bob.id] }
  const made = await at('POST', '/approval_rules', rule)
  await at('PUT', `/approval_rules/${made.json.id}`, { name: 'Four eyes', approvals_required: 1 })
  const gone = await at('POST', '/approval_rules', { ...rule, name: 'Passing' })
  await at('DELETE', `/approval_rules/${gone.json.id}`)
  await at('POST', `/merge_requests/${iid}/approval_rules`, {
    name: 'Own',
    approvals_required: 0,
    user_ids: [gus.id],
  })
  await at('POST', '/approvals', { reset_approvals_on_push: true, merge_requests_author_approval: true })
}

/** A request that is talked about, approved, pushed to and merged. */
const discuss = async (client: Client, desk: Desk, people: People, iid: number): Promise<void> => {
  const { at, commit, checked } = desk
  const { ann, bob, cid, gus } = people
  const path = `/merge_requests/${iid}`
  const shown = await checked(iid)
  const refs = shown.json['diff_refs'] as unknown as Record<string, string>
  const position = { ...refs, position_type: 'text', old_path: 'talk.txt', new_path: 'talk.txt', new_line: 2 }
  const talk = await at('POST', `${path}/discussions`, { body: 'Why two?', position }, bob.token)
  const at2 = `${path}/discussions/${talk.json.id}`
  const reply = await at('POST', `${at2}/notes`, { body: 'Because of @gus' })
  await at('PUT', `${at2}/notes/${reply.json.id}`, { body: 'Because of @gus, mostly' })
  await at('PUT', `${at2}?resolved=true`)
  await at('PUT', `${at2}?resolved=false`)
  await at('PUT', `${at2}/notes/${reply.json.id}`, { resolved: true })
  await at('PUT', `${at2}/notes/${reply.json.id}`, { resolved: false })
  const note = await at('POST', `${path}/notes`, { body: 'To be deleted' })
  await at('DELETE', `${path}/notes/${note.json.id}`)
  await at('POST', `${path}/notes`, { body: 'Long. '.repeat(11_000) })
  await at('POST', `${path}/award_emoji`, { name: 'eyes' }, gus.token)
  await at('POST', `${path}/approve`, {}, bob.token)
  await at('POST', `${path}/unapprove`, {}, bob.token)
  await at('POST', `${path}/approve`, {}, bob.token)
  await at('PUT', path, { reviewer_ids: [bob.id, gus.id], assignee_ids: [ann.id], add_labels: 'bug' })
  await at('POST', `${path}/notes`, { body: '/submit_review' }, bob.token)
  await commit('talk', { 'talk.txt': 'zero\none\ntwo\nthree\n' }, undefined, 'update')
  await client.until(`/projects/top%2Fapp${path}/versions`, ({ rows }) => rows.length > 1, ann.token)
  await at('POST', `${path}/subscribe`, undefined, cid.token)
  await at('POST', `${path}/unsubscribe`, undefined, cid.token)
  await at('POST', `${path}/time_estimate`, { duration: '3h' })
  await at('POST', `${path}/add_spent_time`, { duration: '1h' })
  await at('POST', `${path}/reset_spent_time`)
  await at('POST', `${path}/todo`, undefined, gus.token)
  await at('PUT', path, { title: 'Draft: Talk', description: 'Closes #3' })
  await at('PUT', path, { description: 'Closes nothing' })
  await at('PUT', path, { title: 'Talk', description: 'Closes #3' })
}

const merged = async (client: Client, { at, checked }: Desk, iid: number, json: object = {}): Promise<void> => {
  await checked(iid)
  await at('PUT', `/merge_requests/${iid}/merge`, json)
  await client.until(`/projects/top%2Fapp/merge_requests/${iid}`, ({ json }) => json['state'] === 'merged')
}

/** Merged by commit, squashed, by a push; closed; retargeted; rebased; in conflict; armed and disarmed; deleted. */
const endings = async (client: Client, desk: Desk, { ann, bob }: People, { forkId }: Places): Promise<void> => {
  const { at, commit, open, checked } = desk
  const opened = async (branch: string, more: object = {}): Promise<number> => {
    await commit(branch, { [`${branch}.txt`]: `${branch}\n` }, 'main')
    return open(branch, more)
  }
  await merged(client, desk, await opened('squashed'), { squash: true, should_remove_source_branch: true })
  const closed = await opened('closed')
  for (const state_event of ['close', 'reopen', 'close']) await at('PUT', `/merge_requests/${closed}`, { state_event })
  const other = await opened('other-target')
  await at('POST', '/repository/branches', { branch: 'stable', ref: 'main' })
  await at('PUT', `/merge_requests/${other}`, { target_branch: 'stable' })
  const gone = await opened('deleted')
  await at('DELETE', `/merge_requests/${gone}`)
  await commit('conflict', { 'clash.txt': 'mine\n' }, 'main')
  await commit('behind', { 'behind.txt': 'b\n' }, 'main')
  const conflict = await open('conflict')
  const behind = await open('behind')
  await commit('main', { 'clash.txt': 'theirs\n' })
  for (const iid of [conflict, behind]) {
    await at('PUT', `/merge_requests/${iid}/rebase`)
    await client.until(
      `/projects/top%2Fapp/merge_requests/${iid}?include_rebase_in_progress=true`,
      ({ json }) => json['rebase_in_progress'] === false,
      ann.token,
    )
  }
  const armed = await opened('armed')
  const sha = `${(await checked(armed)).json['sha']}`
  await at('POST', `/statuses/${sha}`, { state: 'running', name: 'gate', ref: 'armed' })
  await client.until(
    `/projects/top%2Fapp/merge_requests/${armed}`,
    ({ json }) => json['head_pipeline'] !== null,
    ann.token,
  )
  await at('PUT', `/merge_requests/${armed}/merge`, { merge_when_pipeline_succeeds: true })
  await at('POST', `/merge_requests/${armed}/cancel_merge_when_pipeline_succeeds`)
  await at('PUT', `/merge_requests/${armed}/merge`, { merge_when_pipeline_succeeds: true })
  await at('POST', `/statuses/${sha}`, { state: 'success', name: 'gate', ref: 'armed' })
  await client.until(`/projects/top%2Fapp/merge_requests/${armed}`, ({ json }) => json['state'] === 'merged')
  await fromFork(client, desk, bob.token, forkId)
}

/** Auto-merge set by a user who may not merge any more when the pipeline succeeds. */
const armedInVain = async (
  client: Client,
  { at, commit, open, checked }: Desk,
  { ann, gus }: People,
): Promise<void> => {
  await at('POST', '/members', { user_id: gus.id, access_level: 30 })
  await commit('in-vain', { 'in-vain.txt': 'v\n' }, 'main')
  const iid = await open('in-vain')
  const sha = `${(await checked(iid)).json['sha']}`
  await at('POST', `/statuses/${sha}`, { state: 'running', name: 'gate', ref: 'in-vain' })
  const request = `/projects/top%2Fapp/merge_requests/${iid}`
  await client.until(request, ({ json }) => json['head_pipeline'] !== null, ann.token)
  await at('PUT', `/merge_requests/${iid}/merge`, { merge_when_pipeline_succeeds: true }, gus.token)
  await at('DELETE', `/members/${gus.id}`)
  await at('POST', `/statuses/${sha}`, { state: 'success', name: 'gate', ref: 'in-vain' })
  await client.until(request, ({ json }) => json['merge_error'] !== null, ann.token)
}

const fromFork = async ({ must }: Client, { at, checked }: Desk, as: string, forkId: number): Promise<void> => {
  const actions = [{ action: 'create', file_path: 'fork.txt', content: 'f\n' }]
  const json = { branch: 'from-fork', start_branch: 'main', commit_message: 'In the fork', actions }
  await must('POST', `/projects/${forkId}/repository/commits`, { as, json })
  const target = (await at('GET', '')).json.id
  const wanted = { source_branch: 'from-fork', target_branch: 'main', target_project_id: target, title: 'From a fork' }
  const made = await must('POST', `/projects/${forkId}/merge_requests`, { as, json: wanted })
  await checked(made.json.iid)
}

/** Comments on a commit, as a whole and on a line. */
const comment = async ({ at }: Desk): Promise<void> => {
  const first = await at('GET', '/repository/commits/main')
  const path = `/repository/commits/${first.json.id}/comments`
  await at('POST', path, { note: 'Good' })
  await at('POST', path, { note: 'This line', path: 'clash.txt', line: 1, line_type: 'new' })
}

export const review = async (client: Client, people: People, places: Places): Promise<void> => {
  const desk = deskOf(client, people, places)
  await desk.commit('talk', { 'talk.txt': 'one\ntwo\nthree\n' }, 'main')
  const iid = await desk.open('talk', { labels: 'request', assignee_ids: [people.bob.id] })
  await makeRules(desk, people, iid)
  await discuss(client, desk, people, iid)
  await desk.at('POST', `/merge_requests/${iid}/approve`, {}, people.bob.token)
  const rules = (await desk.at('GET', '/approval_rules')).rows
  for (const { id } of rules)
    await desk.at('PUT', `/approval_rules/${id}`, { name: 'Four eyes', approvals_required: 0 })
  await merged(client, desk, iid)
  await endings(client, desk, people, places)
  await armedInVain(client, desk, people)
  await comment(desk)
}
