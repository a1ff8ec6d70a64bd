import { ask } from '../http/stage.js'
import { copies, FIRST_COPY, id, type Kind, made, WRITTEN } from './kind.js'

/** What the project of the stage has many of. */
export const kindsInProject: ReadonlyArray<Kind> = [
  {
    name: 'environment',
    make: made('/projects/1/environments', { name: 'review' }),
    copies: [copies('environments', { id, name: "'e-' || n", slug: "'e-' || n" })],
    list: '/projects/1/environments',
    one: '/projects/1/environments/1',
    write: { path: '/projects/1/environments', body: { name: `w${WRITTEN}` } },
  },
  {
    name: 'issue',
    make: made('/projects/1/issues', { title: 'first' }),
    copies: [copies('issues', { id, iid: id, title: "'issue ' || n" })],
    list: '/projects/1/issues',
    one: '/projects/1/issues/1',
    write: { path: '/projects/1/issues', body: { title: `w${WRITTEN}` } },
  },
  {
    name: 'note',
    make: made('/projects/1/issues/1/notes', { body: 'first' }),
    copies: [
      copies(
        'discussions',
        { id: "printf('%040x', n)", noteable_id: `${FIRST_COPY} + n / 50` },
        'id = (SELECT discussion_id FROM notes WHERE id = 1)',
      ),
      copies('notes', { id, discussion_id: "printf('%040x', n)", noteable_id: `${FIRST_COPY} + n / 50` }),
    ],
    list: `/projects/1/issues/${FIRST_COPY + 1}/notes`,
    one: '/projects/1/issues/1/notes/1',
    write: { path: '/projects/1/issues/1/notes', body: { body: `w${WRITTEN}` } },
  },
  {
    name: 'note of one issue',
    make: made('/projects/1/issues/1/notes', { body: 'second' }),
    copies: [
      copies('discussions', { id: "printf('c%039x', n)" }, 'id = (SELECT discussion_id FROM notes WHERE id = 2)'),
      copies('notes', { id: '10000000 + n', discussion_id: "printf('c%039x', n)" }, 'id = 2'),
    ],
    list: '/projects/1/issues/1/notes',
    one: '/projects/1/issues/1/notes/2',
  },
  {
    name: 'label',
    make: made('/projects/1/labels', { name: 'first', color: '#336699' }),
    copies: [copies('labels', { id, title: "'label ' || n", title_key: "'label ' || n" })],
    list: '/projects/1/labels',
    one: '/projects/1/labels/first',
    write: { path: '/projects/1/labels', body: { name: `w${WRITTEN}`, color: '#336699' } },
  },
  {
    name: 'milestone',
    make: made('/projects/1/milestones', { title: 'first' }),
    copies: [copies('milestones', { id, iid: id, title: "'milestone ' || n" })],
    list: '/projects/1/milestones',
    one: '/projects/1/milestones/1',
    write: { path: '/projects/1/milestones', body: { title: `w${WRITTEN}` } },
  },
  {
    name: 'merge request',
    make: async ({ url }) => {
      const actions = [{ action: 'create', file_path: 'b.txt', content: 'b' }]
      const commit = { branch: 'side', start_branch: 'main', commit_message: 'b', actions }
      await ask(url, '/projects/1/repository/commits', commit)
      await ask(url, '/projects/1/merge_requests', { source_branch: 'side', target_branch: 'main', title: 'first' })
    },
    copies: [
      copies('merge_requests', { id, iid: id, source_branch: "'branch-' || n", version_id: id, status: "'merged'" }),
      copies('merge_request_versions', { id, merge_request_id: id }),
    ],
    list: '/projects/1/merge_requests',
    one: '/projects/1/merge_requests/1',
    write: { path: '/projects/1/merge_requests/1', body: { description: `w${WRITTEN}` }, method: 'PUT' },
  },
  {
    name: 'pipeline',
    make: (product) => ask(product.url, `/projects/1/statuses/${product.sha}`, { state: 'success', name: 'first' }),
    copies: [copies('pipelines', { id, iid: id }), copies('jobs', { id, pipeline_id: id })],
    list: '/projects/1/pipelines',
    one: '/projects/1/pipelines/1',
  },
  {
    name: 'package',
    make: async ({ url, headers }) => {
      const path = `${url}/api/v4/projects/1/packages/generic/first/1.0.0/a.txt`
      const answer = await fetch(path, { method: 'PUT', headers, body: 'a' })
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    },
    copies: [copies('packages', { id, name: "'package-' || n / 50", version: "'2.0.' || n" })],
    list: '/projects/1/packages',
    one: '/projects/1/packages/1',
  },
]
