import { createHash } from 'node:crypto'
import type { Place } from '../place.js'
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

const CONTENT = Buffer.from('large')
const oid = createHash('sha256').update(CONTENT).digest('hex')
const object = { oid, size: CONTENT.length }

const atLfs =
  (json?: unknown): Making =>
  ({ path }) => ({ at: { project: path, ...object }, ...(json === undefined ? {} : { json }) })

const asRoot = (place: Place) => {
  const token = place.people.get('administrator')?.token ?? ''
  return { authorization: `Basic ${Buffer.from(`git:${token}`).toString('base64')}` }
}

/** An object that is there. */
const keptObject: Making = async (place) => {
  const to = `/${place.path}.git/gitlab-lfs/objects/${oid}/${CONTENT.length}`
  await place.asking.askOutside('PUT', to, { bytes: CONTENT, headers: asRoot(place) })
  return { at: { project: place.path, oid }, json: object }
}

const takenLock: Making = async (place) => {
  const to = `/${place.path}.git/info/lfs/locks`
  const made = await place.asking.askOutside('POST', to, {
    json: { path: `spare-${place.next()}.bin` },
    headers: asRoot(place),
  })
  const { lock } = made.json as { readonly lock: { readonly id: string } }
  return { at: { project: place.path, id: lock.id }, json: { force: true }, allowedText: 'maintainer access' }
}

export const gitRequests: Requests = {
  'POST /*project.git/info/lfs/objects/batch for downloads': atLfs({ operation: 'download', objects: [object] }),
  'POST /*project.git/info/lfs/objects/batch for uploads': atLfs({ operation: 'upload', objects: [object] }),
  'GET /*project.git/gitlab-lfs/objects/:oid': keptObject,
  'PUT /*project.git/gitlab-lfs/objects/:oid/:size': ({ path }) => ({
    at: { project: path, ...object },
    bytes: CONTENT,
    headers: { 'content-type': 'application/octet-stream' },
  }),
  'POST /*project.git/info/lfs/objects/verify': keptObject,
  'GET /*project.git/info/lfs/locks': atLfs(),
  'POST /*project.git/info/lfs/locks': ({ path, next }) => ({
    at: { project: path },
    json: { path: `made-${next()}.bin` },
  }),
  'POST /*project.git/info/lfs/locks/verify': atLfs({}),
  'POST /*project.git/info/lfs/locks/:id/unlock': takenLock,
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
  'GET /*project/-/releases/*tag/evidences/*evidence': ({ path }) => ({
    at: { project: path, tag: 't1', evidence: '1.json' },
  }),
  'GET /*project/-/releases/permalink/latest': ({ path }) => ({ at: { project: path }, letIn: [302] }),
  'GET /*project/uploads/*upload': ({ path, standing }) => ({
    at: { project: path, upload: standing['upload'] ?? '' },
  }),
  'GET /uploads/-/system/project/avatar/*picture': pictureOf('project'),
  'GET /uploads/-/system/group/avatar/*picture': pictureOf('group'),
  'GET /uploads/-/system/user/avatar/*picture': pictureOf('user'),
}
