import { branch, mergeRequest, type Place } from '../place.js'
import { timeRequests } from './planning.js'
import { type Making, type Requests, sends } from './sent.js'

const ONE = '/projects/:id/merge_requests/:merge_request_iid'

const spare: Making = async (place) => {
  const made = await mergeRequest(place, `spare-${place.next()}`)
  return { at: { merge_request_iid: made.iid } }
}

const proposal: Making = async (place) => {
  const source_branch = `proposed-${place.next()}`
  await branch(place.asking, place.project, source_branch)
  return { json: { source_branch, target_branch: 'open', title: 'made' } }
}

/** For the caller's own approval, given or not. */
const approval =
  (first: 'approve' | 'unapprove'): Making =>
  async (place, caller) => {
    const path = `${place.project}/merge_requests/${place.onMergeRequest['iid']}/${first}`
    if (caller !== undefined) await place.asking.attempt('POST', path, {}, caller.username)
    return {}
  }

const rule = ({ people }: Place, name: string) => ({
  json: { name, approvals_required: 0, user_ids: [people.get('developer')?.id ?? 0] },
})

const spareRule =
  (ofRequest: boolean): Making =>
  async (place) => {
    const at = ofRequest ? `${place.project}/merge_requests/${place.onMergeRequest['iid']}` : place.project
    const made = await place.asking.make('POST', `${at}/approval_rules`, rule(place, `spare-${place.next()}`).json)
    return { at: { approval_rule_id: made.id } }
  }

const CHECKS = '/projects/:id/external_status_checks'

const newCheck = (place: Place) => {
  const name = `check-${place.next()}`
  return { name, external_url: `https://checks.example/${name}` }
}

/** A check of its own, which the request takes away or changes. */
const spareCheck =
  (json?: object): Making =>
  async (place) => {
    const made = await place.asking.make('POST', `${place.project}/external_status_checks`, newCheck(place))
    return { at: { check_id: made.id }, ...(json === undefined ? {} : { json }) }
  }

const response =
  (more: object, letIn?: ReadonlyArray<number>): Making =>
  async (place) => {
    const made = await place.asking.make('POST', `${place.project}/external_status_checks`, newCheck(place))
    const request = `${place.project}/merge_requests/${place.onMergeRequest['iid']}`
    const { sha } = await place.asking.make<{ readonly sha: string }>('GET', request)
    return {
      at: { external_status_check_id: made.id },
      json: { external_status_check_id: made.id, sha, ...more },
      ...(letIn === undefined ? {} : { letIn }),
    }
  }

export const reviewRequests: Requests = {
  ...timeRequests(ONE),
  'POST /projects/:id/merge_requests': proposal,
  [`PUT ${ONE}`]: sends({ description: 'changed' }),
  [`DELETE ${ONE}`]: spare,
  [`PUT ${ONE}/merge`]: async (place) => ({ ...(await spare(place, undefined)), letIn: [405] }),
  [`POST ${ONE}/cancel_merge_when_pipeline_succeeds`]: () => ({ letIn: [406] }),
  [`POST ${ONE}/approve`]: approval('unapprove'),
  [`POST ${ONE}/unapprove`]: approval('approve'),
  [`POST ${ONE}/pipelines`]: () => ({ refuses: [400] }),
  [`POST ${ONE}/approvals`]: sends({ approvals_required: 0 }),
  [`POST ${ONE}/approval_rules`]: (place) => rule(place, `made-${place.next()}`),
  [`PUT ${ONE}/approval_rules/:approval_rule_id`]: sends({ approvals_required: 0 }),
  [`DELETE ${ONE}/approval_rules/:approval_rule_id`]: spareRule(true),
  [`POST ${ONE}/status_check_responses`]: response({ status: 'passed' }),
  [`POST ${ONE}/status_checks/:external_status_check_id/retry`]: response({}, [422]),
  [`POST ${CHECKS}`]: (place) => ({ json: newCheck(place) }),
  [`PUT ${CHECKS}/:check_id`]: spareCheck({ name: 'changed' }),
  [`DELETE ${CHECKS}/:check_id`]: spareCheck(),
  'POST /projects/:id/approvals': sends({ approvals_before_merge: 0 }),
  'POST /projects/:id/approval_rules': (place) => rule(place, `made-${place.next()}`),
  'PUT /projects/:id/approval_rules/:approval_rule_id': sends({ approvals_required: 0 }),
  'DELETE /projects/:id/approval_rules/:approval_rule_id': spareRule(false),
}
