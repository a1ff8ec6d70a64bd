import type { Asking } from './history-asking.js'
import type { Setting } from './history-people.js'

/** What people planned and said: the notes on the first issue and the first merge request. */
export interface Planned {
  readonly notes: Readonly<Record<'issues' | 'merge_requests', number>>
}

/** Reacts, speaks and estimates. The number of the note. */
const talkAbout = async ({ must, make }: Asking, thing: string): Promise<number> => {
  await must('POST', `${thing}/award_emoji`, { name: 'thumbsup' })
  const note = await make(`${thing}/notes`, { body: 'Said' })
  await must('POST', `${thing}/notes/${note}/award_emoji`, { name: 'tada' })
  await must('POST', `${thing}/discussions`, { body: 'Discussed' })
  await must('POST', `${thing}/time_estimate`, { duration: '3h' })
  return note
}

/** Changes a thing, one change after the other, so that each leaves an event of its own. */
/** Drafts are served from 15.9 on. */
const draftNotes = async ({ answer, must }: Asking, request: string): Promise<void> => {
  if ((await answer('GET', `${request}/draft_notes`)).status === 404) return
  await must('POST', `${request}/draft_notes`, { note: 'Not said yet' })
  const { id } = await must('POST', `${request}/draft_notes`, { note: 'Almost said' })
  await must('PUT', `${request}/draft_notes/${id}`, { note: 'Said after all' })
  await must('PUT', `${request}/draft_notes/${id}/publish`)
}

const changeOften = async ({ must }: Asking, thing: string, milestone: unknown): Promise<void> => {
  for (const change of [
    { milestone_id: 0 },
    { milestone_id: milestone },
    { add_labels: 'later' },
    { state_event: 'close' },
    { state_event: 'reopen' },
  ])
    await must('PUT', thing, change)
}

/** Two issues and three merge requests: one is talked about and approved, one is merged, one is ready. */
export const writePlanning = async (asking: Asking, { at, group, ann, ben }: Setting): Promise<Planned> => {
  const { must, list } = asking
  const [milestone] = await list(`${at}/milestones`)
  const [wide] = await list(`/groups/${group}/milestones`)
  await must('POST', `${at}/issues`, {
    title: 'Issue',
    assignee_ids: [ann.id],
    milestone_id: milestone?.['id'],
    weight: 3,
  })
  const issue = `${at}/issues/1`
  await must('POST', `${at}/issues`, { title: 'For root', assignee_ids: [1], milestone_id: wide?.['id'] }, ann.token)
  const projectId = at.split('/').at(-1)
  await must('POST', `${issue}/links`, { target_project_id: projectId, target_issue_iid: 2 })
  const elsewhere = await must('POST', '/projects', { name: 'elsewhere' })
  const { iid: wanderer } = await must('POST', `${at}/issues`, { title: 'Wanders' })
  await must('POST', `${at}/issues/${wanderer}/notes`, { body: 'Goes along' })
  await must('PUT', `${at}/issues/${wanderer}/reorder`, { move_before_id: 1 })
  await must('POST', `${at}/issues/${wanderer}/clone`, { to_project_id: elsewhere['id'], with_notes: true })
  await must('POST', `${at}/issues/${wanderer}/move`, { to_project_id: elsewhere['id'] })
  const badge = { link_url: 'https://badge.example', image_url: 'https://badge.example/%{default_branch}.svg' }
  for (const place of [at, `/groups/${group}`]) await must('POST', `${place}/badges`, badge)
  await must('POST', `${at}/star`)
  await must('POST', `/users/${ann.id}/follow`)
  await must('POST', '/users/1/follow', undefined, ann.token)
  await must('POST', `${at}/star`, undefined, ann.token)
  await must('POST', '/topics', { name: 'first', title: 'First' })
  const named = `passed-on-${Number(projectId)}`
  await must('POST', `${at}/labels`, { name: named, color: '#123456' })
  await must('POST', `/groups/${group}/labels`, { name: named, color: '#654321' })
  await must('PUT', `${at}/labels/${named}/promote`)
  const passedOn = await must('POST', `${at}/milestones`, { title: named })
  await must('POST', `/groups/${group}/milestones`, { title: named })
  await must('POST', `${at}/milestones/${passedOn['id']}/promote`)
  await must('POST', `${at}/approval_rules`, { name: 'Two', approvals_required: 1, user_ids: [ben.id] })
  const propose = (source_branch: string, wanted: object) =>
    must('POST', `${at}/merge_requests`, { source_branch, target_branch: 'main', ...wanted })
  const opened = await propose('feature', {
    title: 'Draft: new',
    description: 'Closes #1',
    assignee_id: ann.id,
    reviewer_ids: [ann.id],
    labels: 'made by being named',
    milestone_id: milestone?.['id'],
  })
  const request = `${at}/merge_requests/${opened['iid']}`
  await draftNotes(asking, request)
  const merge_requests = await talkAbout(asking, request)
  const issues = await talkAbout(asking, issue)
  for (const thing of [request, issue]) await changeOften(asking, thing, milestone?.['id'])
  await must('POST', `${request}/approve`, undefined, ben.token)
  await must('POST', `${request}/approval_rules`, { name: 'Own', approvals_required: 0 })
  const other = await propose('merged', { title: 'Done' })
  await must('POST', `${at}/external_status_checks`, { name: 'compliance', external_url: 'https://checks.example' })
  await must('POST', `${at}/merge_requests/${other['iid']}/approve`, undefined, ben.token)
  await must('PUT', `${at}/merge_requests/${other['iid']}/merge`)
  await propose('ready', { title: 'Ready', milestone_id: wide?.['id'] })
  return { notes: { issues, merge_requests } }
}
