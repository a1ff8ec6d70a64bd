import type { Making, Requests } from './sent.js'

const FLUSH = Buffer.from('0000')

const advertisement =
  (service: string): Making =>
  ({ path }) => ({ at: { project: path }, query: `service=${service}` })

const talk =
  (service: string): Making =>
  ({ path }) => ({
    at: { project: path },
    bytes: FLUSH,
    headers: { 'content-type': `application/x-${service}-request` },
  })

const pictureOf =
  (kind: string): Making =>
  ({ standing }) => ({ at: { picture: standing[`${kind}Picture`] ?? '' } })

export const gitRequests: Requests = {
  'GET /*project.git/info/refs for git-upload-pack': advertisement('git-upload-pack'),
  'GET /*project.git/info/refs for git-receive-pack': advertisement('git-receive-pack'),
  'POST /*project.git/git-upload-pack': talk('git-upload-pack'),
  'POST /*project.git/git-receive-pack': talk('git-receive-pack'),
  'GET /*project/-/raw/*file': ({ path }) => ({ at: { project: path, file: 'main/README.md' } }),
  'GET /*project/-/archive/*archive': ({ path }) => ({ at: { project: path, archive: 'main/app-main.tar.gz' } }),
  'GET /*project/-/*diff of a commit': ({ path, sha }) => ({ at: { project: path, diff: `commit/${sha}.diff` } }),
  'GET /*project/-/*diff of a merge request': ({ path, onMergeRequest }) => ({
    at: { project: path, diff: `merge_requests/${onMergeRequest['iid']}.diff` },
  }),
  'GET /*project/-/releases/*tag/downloads/*file': ({ path }) => ({
    at: { project: path, tag: 't1', file: 'notes' },
    letIn: [302],
  }),
  'GET /*project/uploads/*upload': ({ path, standing }) => ({
    at: { project: path, upload: standing['upload'] ?? '' },
  }),
  'GET /uploads/-/system/project/avatar/*picture': pictureOf('project'),
  'GET /uploads/-/system/group/avatar/*picture': pictureOf('group'),
  'GET /uploads/-/system/user/avatar/*picture': pictureOf('user'),
}
