import type { Client, Row } from './client.js'
import type { People } from './identity.js'
import type { Places } from './projects.js'

/** Labels and milestones of a project and of a group: changed, subscribed, ended. */
const makeLists = async ({ must }: Client, { ann }: People, place: string): Promise<void> => {
  const asked = { as: ann.token }
  for (const name of ['bug', 'feature', 'passing'])
    await must('POST', `${place}/labels`, { ...asked, json: { name, color: '#dc143c', description: name } })
  await must('PUT', `${place}/labels/feature`, { ...asked, json: { new_name: 'request', color: '#009966' } })
  await must('POST', `${place}/labels/bug/subscribe`, asked)
  await must('POST', `${place}/labels/request/subscribe`, asked)
  await must('POST', `${place}/labels/request/unsubscribe`, asked)
  await must('DELETE', `${place}/labels/passing`, asked)
  const milestone = async (title: string): Promise<number> =>
    (await must('POST', `${place}/milestones`, { ...asked, json: { title, due_date: '2030-01-01' } })).json.id
  const first = await milestone('First')
  const second = await milestone('Second')
  await must('DELETE', `${place}/milestones/${await milestone('Passing')}`, asked)
  await must('PUT', `${place}/milestones/${first}`, { ...asked, json: { description: 'The first one' } })
  for (const state_event of ['close', 'activate', 'close'])
    await must('PUT', `${place}/milestones/${second}`, { ...asked, json: { state_event } })
}

/** Issues in every state, with notes that do things by quick actions. */
const makeIssues = async ({ must }: Client, { ann, bob, cid, gus }: People, projectId: number): Promise<void> => {
  const at = `/projects/${projectId}/issues`
  const asked = { as: ann.token }
  const open = async (title: string, more: object = {}): Promise<Row> =>
    (await must('POST', at, { ...asked, json: { title, ...more } })).json
  const milestones = (await must('GET', `/projects/${projectId}/milestones`, asked)).rows
  const planned = { milestone_id: milestones[0]?.id, due_date: '2030-02-03', labels: 'bug', assignee_ids: [bob.id] }
  await open('Planned', { ...planned, description: 'As @bob said in #2.\n\n- [ ] one\n- [x] two' })
  await open('Secret', { confidential: true })
  await open('Closed by a merge')
  await open('Duplicate')
  const gone = await open('Gone')
  const put = (iid: number, json: object) => must('PUT', `${at}/${iid}`, { ...asked, json })
  const post = (iid: number, what: string, json?: object) => must('POST', `${at}/${iid}/${what}`, { ...asked, json })
  await put(1, { title: 'Well planned', add_labels: 'request', assignee_ids: [bob.id, gus.id] })
  for (const state_event of ['close', 'reopen', 'close']) await put(2, { state_event })
  await post(4, 'notes', { body: '/duplicate #1' })
  await post(1, 'time_estimate', { duration: '1d' })
  await post(1, 'add_spent_time', { duration: '2h', summary: 'reading' })
  await post(1, 'add_spent_time', { duration: '-30m' })
  await must('POST', `${at}/1/subscribe`, { as: cid.token })
  await must('POST', `${at}/1/unsubscribe`, { as: cid.token })
  await must('POST', `${at}/1/todo`, { as: gus.token })
  const note = await post(1, 'notes', { body: 'Some **words**, @ann; see top/app#2 :tada:' })
  await put(1, { discussion_locked: true })
  await must('POST', `${at}/1/award_emoji`, { as: bob.token, json: { name: 'thumbsup' } })
  const award = await must('POST', `${at}/1/award_emoji`, { as: bob.token, json: { name: 'heart' } })
  await must('DELETE', `${at}/1/award_emoji/${award.json.id}`, { as: bob.token })
  await must('POST', `${at}/1/notes/${note.json.id}/award_emoji`, { as: bob.token, json: { name: 'rocket' } })
  await post(1, 'notes', { body: 'Between us', internal: true })
  await must('DELETE', `${at}/${gone.iid}`, asked)
}

export const plan = async (client: Client, people: People, { groupId, projectId }: Places): Promise<void> => {
  const { must } = client
  const { ann, gus } = people
  await makeLists(client, people, `/projects/${projectId}`)
  await makeLists(client, people, `/groups/${groupId}`)
  await makeIssues(client, people, projectId)
  const todos = (await must('GET', '/todos', { as: ann.token })).rows
  const first = (await must('GET', '/todos', { as: gus.token })).rows[0]
  await must('POST', `/todos/${first?.id}/mark_as_done`, { as: gus.token })
  await must('POST', `/projects/${projectId}/issues/1/todo`, { as: gus.token })
  if (todos[0] !== undefined) await must('POST', '/todos/mark_as_done', { as: ann.token })
}
