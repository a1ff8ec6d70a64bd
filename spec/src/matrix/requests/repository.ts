import { branch, type Place } from '../place.js'
import type { Making, Requests } from './sent.js'

const file = (place: Place, action: string) => ({
  branch: 'topic',
  commit_message: action,
  actions: [{ action, file_path: `file-${place.next()}`, content: 'text' }],
})

const spareFile: Making = async (place) => {
  const made = file(place, 'create')
  await place.asking.make('POST', `${place.project}/repository/commits`, made)
  const file_path = made.actions[0]?.file_path ?? ''
  return { at: { file_path }, json: { branch: 'topic', commit_message: 'file', content: 'changed' } }
}

const text = { content: 'text', branch: 'topic', commit_message: 'file' }

/** In a discussion of the newest commit that an administrator began. */
const discussed =
  (json?: object): Making =>
  async (place) => {
    const path = `${place.project}/repository/commits/main/discussions`
    const made = await place.asking.make<{ id: string; notes: ReadonlyArray<{ id: number }> }>('POST', path, {
      body: 'said',
    })
    const at = { sha: 'main', discussion_id: made.id, note_id: made.notes[0]?.id ?? 0 }
    return json === undefined ? { at } : { at, json }
  }

export const repositoryRequests: Requests = {
  'GET /projects/:id/repository/compare': () => ({ query: 'from=main&to=topic' }),
  'GET /projects/:id/repository/merge_base': () => ({ query: 'refs[]=main&refs[]=topic' }),
  'GET /projects/:id/repository/files/:file_path': () => ({ query: 'ref=main' }),
  'GET /projects/:id/repository/files/:file_path/blame': () => ({ query: 'ref=main' }),
  'GET /projects/:id/repository/files/:file_path/raw': () => ({ query: 'ref=main' }),
  'GET /projects/:id/repository/commits/:sha/signature': () => ({ allowedText: '404 Signature Not Found' }),
  'GET /projects/:id/repository/tags/:tag_name/signature': () => ({ allowedText: '404 Signature Not Found' }),
  'PUT /projects/:id/repository/submodules/:submodule': () => ({
    at: { submodule: 'vendored' },
    json: { branch: 'topic', commit_sha: 'c'.repeat(40) },
    allowedText: 'Invalid submodule path',
  }),
  'POST /projects/:id/repository/branches': (place) => ({ json: { branch: `b-${place.next()}`, ref: 'main' } }),
  'DELETE /projects/:id/repository/branches/:branch': async (place) => {
    const name = `spare-${place.next()}`
    await branch(place.asking, place.project, name)
    return { at: { branch: name } }
  },
  'POST /projects/:id/repository/commits': (place) => ({ json: file(place, 'create') }),
  'POST /projects/:id/repository/commits/:sha/cherry_pick': async (place) => {
    const name = `spare-${place.next()}`
    return { at: { sha: await branch(place.asking, place.project, name) }, json: { branch: 'topic', dry_run: true } }
  },
  'POST /projects/:id/repository/commits/:sha/revert': () => ({ json: { branch: 'topic', dry_run: true } }),
  'POST /projects/:id/repository/files/:file_path': (place) => ({
    at: { file_path: `file-${place.next()}` },
    json: text,
  }),
  'PUT /projects/:id/repository/files/:file_path': spareFile,
  'DELETE /projects/:id/repository/files/:file_path': spareFile,
  'POST /projects/:id/repository/tags': (place) => ({ json: { tag_name: `t-${place.next()}`, ref: 'main' } }),
  'DELETE /projects/:id/repository/tags/:tag_name': async (place) => {
    const tag_name = `spare-${place.next()}`
    await place.asking.make('POST', `${place.project}/repository/tags`, { tag_name, ref: 'main' })
    return { at: { tag_name } }
  },
  'GET /projects/:id/repository/changelog': () => ({ query: 'version=1.0.0&from=main' }),
  'POST /projects/:id/repository/changelog': (place) => ({
    json: { version: '1.0.0', from: 'main', branch: 'topic', file: `changes-${place.next()}.md` },
  }),
  'GET /projects/:id/repository/commits/:sha/discussions/:discussion_id': discussed(),
  'GET /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes': discussed(),
  'GET /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes/:note_id': discussed(),
  'POST /projects/:id/repository/commits/:sha/discussions': () => ({ json: { body: 'comment' } }),
  'POST /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes': discussed({ body: 'answer' }),
  'PUT /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes/:note_id': discussed({ body: 'edited' }),
  'DELETE /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes/:note_id': discussed(),
  'POST /projects/:id/repository/commits/:sha/comments': () => ({ json: { note: 'comment' } }),
  'POST /projects/:id/statuses/:sha': () => ({ json: { state: 'success', name: 'checked' } }),
}
