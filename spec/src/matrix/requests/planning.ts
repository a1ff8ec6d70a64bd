import type { Place } from '../place.js'
import { type Making, type Requests, sends } from './sent.js'

const spareLabel =
  (where: 'group' | 'project'): Making =>
  async (place) => {
    const name = `spare-${place.next()}`
    await place.asking.make('POST', `${place[where]}/labels`, { name, color: '#123456' })
    return { at: { name }, json: { description: 'changed' } }
  }

const spareMilestone =
  (where: 'group' | 'project'): Making =>
  async (place) => {
    const made = await place.asking.make('POST', `${place[where]}/milestones`, { title: `spare-${place.next()}` })
    return { at: { milestone_id: made.id } }
  }

const label: Making = (place) => ({ json: { name: `made-${place.next()}`, color: '#123456' } })
const milestone: Making = (place) => ({ json: { title: `made-${place.next()}` } })

const spareIssue = async (place: Place) => {
  const made = await place.asking.make('POST', `${place.project}/issues`, { title: 'spare' }, 'author')
  return { at: { issue_iid: made.iid } }
}

const issueByNumber: Making = async (place) => {
  const made = await place.asking.make('POST', `${place.project}/issues`, { title: 'spare' }, 'author')
  return { at: { id: made.id } }
}

/** Of issues and merge requests. */
export const timeRequests = (thing: string): Requests => ({
  [`POST ${thing}/time_estimate`]: sends({ duration: '1h' }),
  [`POST ${thing}/add_spent_time`]: sends({ duration: '1h' }),
})

/** The label is named in the body. */
const namedLabel =
  (where: 'group' | 'project'): Making =>
  async (place, caller) => {
    const { at } = await spareLabel(where)(place, caller)
    return { json: { name: at?.['name'], description: 'changed' } }
  }

const namedForDeletion =
  (where: 'group' | 'project'): Making =>
  async (place, caller) => {
    const { at } = await spareLabel(where)(place, caller)
    return { json: { name: at?.['name'] } }
  }
const newIssue = async ({ asking, project }: Place): Promise<number> =>
  (await asking.make('POST', `${project}/issues`, { title: 'Other' })).iid

const linked: Making = async (place) => {
  const { asking, project, projectId, onIssue } = place
  const wanted = { target_project_id: projectId, target_issue_iid: await newIssue(place) }
  const made = await asking.make('POST', `${project}/issues/${onIssue['iid']}/links`, wanted)
  return { at: { issue_link_id: made.id } }
}

const transferred: Making = async (place) => {
  const other = await place.asking.make('POST', '/projects', {
    name: `beside-${place.visibility}-${place.next()}`,
    namespace_id: place.groupId,
    visibility: place.visibility,
  })
  return { ...(await spareIssue(place)), json: { to_project_id: other.id }, refuses: [400] }
}

const reordered: Making = async ({ asking, project, onIssue }) => {
  const { id } = await asking.make('GET', `${project}/issues/${onIssue['iid']}`)
  return { json: { move_after_id: id } }
}

export const planningRequests: Requests = {
  'POST /projects/:id/issues/:issue_iid/move': transferred,
  'POST /projects/:id/issues/:issue_iid/clone': transferred,
  'PUT /projects/:id/issues/:issue_iid/reorder': reordered,
  'POST /projects/:id/issues/:issue_iid/links': async (place) => ({
    json: { target_project_id: place.projectId, target_issue_iid: await newIssue(place) },
  }),
  'GET /projects/:id/issues/:issue_iid/links/:issue_link_id': linked,
  'DELETE /projects/:id/issues/:issue_iid/links/:issue_link_id': linked,
  'GET /issues/:id': issueByNumber,
  ...timeRequests('/projects/:id/issues/:issue_iid'),
  'POST /projects/:id/issues': sends({ title: 'made' }),
  'PUT /projects/:id/issues/:issue_iid': sends({ description: 'changed' }),
  'DELETE /projects/:id/issues/:issue_iid': spareIssue,
  'GET /projects/:id/issues/:issue_iid of a confidential issue': ({ onIssue }) => ({
    at: { issue_iid: onIssue['confidential'] ?? 0 },
  }),
  'POST /projects/:id/labels': label,
  'PUT /projects/:id/labels': namedLabel('project'),
  'DELETE /projects/:id/labels': namedForDeletion('project'),
  'PUT /projects/:id/labels/:name': spareLabel('project'),
  'DELETE /projects/:id/labels/:name': spareLabel('project'),
  'PUT /projects/:id/labels/:name/promote': spareLabel('project'),
  'POST /projects/:id/milestones/:milestone_id/promote': spareMilestone('project'),
  'POST /projects/:id/milestones': milestone,
  'PUT /projects/:id/milestones/:milestone_id': sends({ description: 'changed' }),
  'DELETE /projects/:id/milestones/:milestone_id': spareMilestone('project'),
  'POST /groups/:id/labels': label,
  'PUT /groups/:id/labels': namedLabel('group'),
  'DELETE /groups/:id/labels': namedForDeletion('group'),
  'PUT /groups/:id/labels/:name': spareLabel('group'),
  'DELETE /groups/:id/labels/:name': spareLabel('group'),
  'POST /groups/:id/milestones': milestone,
  'PUT /groups/:id/milestones/:milestone_id': sends({ description: 'changed' }),
  'DELETE /groups/:id/milestones/:milestone_id': spareMilestone('group'),
}
