import type { Write } from '../write.js'
import { branchIn, byAuthor, ONE, post, put, remove, requestIn, write } from './requests.js'

/** Labels, milestones, branches, files, merge requests and their approvals. */
export const reviewChanges: ReadonlyArray<Write> = [
  write(
    'change a label',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/labels/${id}`, { description: `d${n}` }),
    ({ project }, n) => [() => post(`${project}/labels`, { name: `changed${n}`, color: '#fff000' })],
    [
      'PUT /groups/{id}/labels/{name}',
      'PUT /projects/{id}/labels',
      'PUT /groups/{id}/labels',
      'POST /groups/{id}/labels',
    ],
  ),
  write(
    'delete a label',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/labels/${id}`),
    ({ project }, n) => [() => post(`${project}/labels`, { name: `deleted${n}`, color: '#fff000' })],
    ['DELETE /groups/{id}/labels/{name}', 'DELETE /projects/{id}/labels', 'DELETE /groups/{id}/labels'],
  ),
  write(
    'subscribe to a label',
    1,
    ONE,
    ({ project }, _, { id }) => post(`${project}/labels/${id}/subscribe`),
    ({ project }, n) => [() => post(`${project}/labels`, { name: `followed${n}`, color: '#fff000' })],
    [
      'POST /groups/{id}/labels/{name}/subscribe',
      'POST /groups/{id}/labels/{name}/unsubscribe',
      'POST /projects/{id}/labels/{name}/unsubscribe',
    ],
  ),
  write(
    'change a comment on a commit',
    1,
    ONE,
    ({ project, sha }, n, { id, notes }) =>
      put(
        `${project}/repository/commits/${sha}/discussions/${id}/notes/${(notes as ReadonlyArray<{ id: number }> | undefined)?.[0]?.id}`,
        {
          body: `b${n}`,
        },
      ),
    ({ project, sha }) => [() => post(`${project}/repository/commits/${sha}/discussions`, { body: 'n' })],
    [
      'DELETE /projects/{id}/repository/commits/{sha}/discussions/{discussion_id}/notes/{note_id}',
      'POST /projects/{id}/repository/commits/{sha}/discussions/{discussion_id}/notes',
    ],
  ),
  write(
    'change a milestone',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/milestones/${id}`, { description: `d${n}` }),
    ({ project }, n) => [() => post(`${project}/milestones`, { title: `changed${n}` })],
    ['PUT /groups/{id}/milestones/{milestone_id}', 'POST /groups/{id}/milestones'],
  ),
  write(
    'delete a milestone',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/milestones/${id}`),
    ({ project }, n) => [() => post(`${project}/milestones`, { title: `deleted${n}` })],
    ['DELETE /groups/{id}/milestones/{milestone_id}'],
  ),
  write(
    'promote a label',
    2,
    'the name in the group, its events',
    (_, n) => put(`/projects/first%2Flabelled${n}/labels/promoted${n}/promote`),
    ({ group }, n) => [
      () => post('/projects', { name: `labelled${n}`, namespace_id: Number(group.split('/').at(-1)) }),
      ({ id }) => post(`/projects/${id}/labels`, { name: `promoted${n}`, color: '#fff000' }),
    ],
  ),
  write(
    'promote a milestone',
    2,
    'numbers and the title in the group, its events',
    (_, n, { id }) => post(`/projects/first%2Fplanned${n}/milestones/${id}/promote`),
    ({ group }, n) => [
      () => post('/projects', { name: `planned${n}`, namespace_id: Number(group.split('/').at(-1)) }),
      ({ id }) => post(`/projects/${id}/milestones`, { title: `promoted${n}` }),
    ],
  ),
  write(
    'change a protected branch',
    1,
    ONE,
    ({ project }, n) => ({
      method: 'PATCH',
      path: `${project}/protected_branches/changed-${n}`,
      json: { allow_force_push: true },
    }),
    ({ project }, n) => [() => post(`${project}/protected_branches`, { name: `changed-${n}` })],
    ['PUT /projects/{id}/repository/branches/{branch}/protect'],
  ),
  write(
    'unprotect a branch',
    1,
    ONE,
    ({ project }, n) => remove(`${project}/protected_branches/opened-${n}`),
    ({ project }, n) => [() => post(`${project}/protected_branches`, { name: `opened-${n}` })],
    ['PUT /projects/{id}/repository/branches/{branch}/unprotect'],
  ),
  write(
    'unprotect a tag',
    1,
    ONE,
    ({ project }, n) => remove(`${project}/protected_tags/opened-${n}`),
    ({ project }, n) => [() => post(`${project}/protected_tags`, { name: `opened-${n}` })],
  ),
  write(
    'delete a branch',
    1,
    'the ref move',
    ({ project }, n) => remove(`${project}/repository/branches/dropped${n}`),
    branchIn('dropped'),
    ['DELETE /projects/{id}/repository/merged_branches'],
  ),
  write(
    'delete a tag',
    1,
    'the ref move',
    ({ project }, n) => remove(`${project}/repository/tags/dropped${n}`),
    ({ project }, n) => [() => post(`${project}/repository/tags`, { tag_name: `dropped${n}`, ref: 'main' })],
  ),
  write(
    'write a file',
    1,
    'the ref move',
    ({ project }, n) =>
      post(`${project}/repository/files/w${n}`, { branch: 'main', commit_message: 'm', content: 'c' }),
    undefined,
    [
      'PUT /projects/{id}/repository/files/{file_path}',
      'DELETE /projects/{id}/repository/files/{file_path}',
      'PUT /projects/{id}/repository/submodules/{submodule}',
    ],
  ),
  write(
    'approve a merge request',
    1,
    ONE,
    ({ project }, _, { iid }) => post(`${project}/merge_requests/${iid}/approve`),
    byAuthor('approved'),
    [
      'POST /projects/{id}/merge_requests/{merge_request_iid}/unapprove',
      'POST /projects/{id}/merge_requests/{merge_request_iid}/approvals',
    ],
  ),
  write(
    'merge a merge request',
    3,
    'the start, the ref move, the end',
    ({ project }, _, { iid }) => put(`${project}/merge_requests/${iid}/merge`),
    requestIn('merged'),
    ['POST /projects/{id}/merge_requests/{merge_request_iid}/cancel_merge_when_pipeline_succeeds'],
  ),
  write(
    'rebase a merge request',
    1,
    ONE,
    ({ project }, _, { iid }) => put(`${project}/merge_requests/${iid}/rebase`),
    requestIn('rebased'),
  ),
  write(
    'delete a merge request',
    1,
    ONE,
    ({ project }, _, { iid }) => remove(`${project}/merge_requests/${iid}`),
    requestIn('deleted'),
  ),
  write('change the approvals of a project', 1, ONE, ({ project }, n) =>
    post(`${project}/approvals`, { approvals_before_merge: n }),
  ),
  write(
    'change an approval rule',
    1,
    ONE,
    ({ project }, n, { id }) => put(`${project}/approval_rules/${id}`, { name: `renamed${n}`, approvals_required: 0 }),
    ({ project }, n) => [
      () => post(`${project}/approval_rules`, { name: `changed${n}`, approvals_required: 0, user_ids: [1] }),
    ],
    [
      'PUT /projects/{id}/merge_requests/{merge_request_iid}/approval_rules/{approval_rule_id}',
      'POST /projects/{id}/merge_requests/{merge_request_iid}/approval_rules',
    ],
  ),
  write(
    'delete an approval rule',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/approval_rules/${id}`),
    ({ project }, n) => [
      () => post(`${project}/approval_rules`, { name: `deleted${n}`, approvals_required: 0, user_ids: [1] }),
    ],
    ['DELETE /projects/{id}/merge_requests/{merge_request_iid}/approval_rules/{approval_rule_id}'],
  ),
  write(
    'change an external status check',
    1,
    ONE,
    ({ project }, n, { id }) =>
      put(`${project}/external_status_checks/${id}`, { external_url: `https://new${n}.example` }),
    ({ project }, n) => [
      () => post(`${project}/external_status_checks`, { name: `changed${n}`, external_url: `https://old${n}.example` }),
    ],
  ),
  write(
    'delete an external status check',
    1,
    ONE,
    ({ project }, _, { id }) => remove(`${project}/external_status_checks/${id}`),
    ({ project }, n) => [
      () =>
        post(`${project}/external_status_checks`, { name: `deleted${n}`, external_url: `https://gone${n}.example` }),
    ],
  ),
]
