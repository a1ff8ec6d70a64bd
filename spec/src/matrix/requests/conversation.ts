import type { Made } from '../asking.js'
import { type Place, withDeveloperRole } from '../place.js'
import { type Making, type Requests, type Sent, sends } from './sent.js'

const thingOf = (place: Place, kind: 'issues' | 'merge_requests'): string => {
  const things = kind === 'issues' ? place.onIssue : place.onMergeRequest
  return `${place.project}/${kind}/${things['iid']}`
}

/** Something the author said, to be taken away. */
const spare =
  (kind: 'issues' | 'merge_requests', say: (place: Place, thing: string) => Promise<Made>, name: string): Making =>
  async (place) => {
    const made = await withDeveloperRole(place, () => say(place, thingOf(place, kind)))
    return { at: { [name]: made.id } }
  }

const note = (place: Place, thing: string): Promise<Made> =>
  place.asking.make('POST', `${thing}/notes`, { body: 'spare' }, 'author')

const reply =
  (kind: 'issues' | 'merge_requests') =>
  (place: Place, thing: string): Promise<Made> => {
    const { discussion_id } = kind === 'issues' ? place.onIssue : place.onMergeRequest
    return place.asking.make('POST', `${thing}/discussions/${discussion_id}/notes`, { body: 'spare' }, 'author')
  }

const award = async (place: Place, thing: string): Promise<Made> => {
  const at = `${thing}/award_emoji`
  await place.asking.attempt('POST', at, { name: 'heart' }, 'author')
  const given = await place.asking.make<ReadonlyArray<Made>>('GET', `${at}?per_page=100`)
  return given.find(({ name }) => name === 'heart') as Made
}

const noteAward = (place: Place, thing: string): Promise<Made> => {
  const on = thing.includes('/issues/') ? place.onIssue : place.onMergeRequest
  return award(place, `${thing}/notes/${on['note']}`)
}

/** Taken back first, so that it is not given twice. */
const give =
  (below: string): Making =>
  async (place, caller) => {
    const kind = below.startsWith('/projects/:id/issues') ? 'issues' : 'merge_requests'
    const on = kind === 'issues' ? place.onIssue : place.onMergeRequest
    const at = `${thingOf(place, kind)}${below.includes('/notes/') ? `/notes/${on['note']}` : ''}/award_emoji`
    const given = await place.asking.make<ReadonlyArray<Made & { user: Made }>>('GET', `${at}?per_page=100`)
    const mine = given.find(({ name, user }) => name === 'thumbsup' && user.id === caller?.id)
    if (mine !== undefined) await place.asking.attempt('DELETE', `${at}/${mine.id}`)
    return { json: { name: 'thumbsup' } }
  }

const ofKind = (kind: 'issues' | 'merge_requests'): Requests => {
  const one = `/projects/:id/${kind}/:noteable_iid`
  const said = sends({ body: 'said' })
  return {
    [`POST ${one}/notes`]: said,
    [`POST ${one}/discussions`]: said,
    [`POST ${one}/discussions/:discussion_id/notes`]: said,
    [`PUT ${one}/notes/:note_id`]: said,
    [`PUT ${one}/discussions/:discussion_id/notes/:note_id`]: said,
    [`PUT ${one}/discussions/:discussion_id`]: sends({ resolved: true }),
    [`DELETE ${one}/notes/:note_id`]: spare(kind, note, 'note_id'),
    [`DELETE ${one}/discussions/:discussion_id/notes/:note_id`]: spare(kind, reply(kind), 'note_id'),
    [`POST ${one}/award_emoji`]: give(`${one}/award_emoji`),
    [`POST ${one}/notes/:note_id/award_emoji`]: give(`${one}/notes/:note_id/award_emoji`),
    [`DELETE ${one}/award_emoji/:award_id`]: spare(kind, award, 'award_id'),
    [`DELETE ${one}/notes/:note_id/award_emoji/:award_id`]: spare(kind, noteAward, 'award_id'),
  }
}

/** A draft of the caller's own, where they may write one: drafts are visible to their authors only. */
const ownDraft =
  (json?: unknown): Making =>
  async (place, caller) => {
    const at = `${thingOf(place, 'merge_requests')}/draft_notes`
    if (caller === undefined) return {}
    await place.asking.attempt('POST', at, { note: 'draft' }, caller.username)
    const { json: found } = await place.asking.ask('GET', at, { as: caller.token })
    const mine = Array.isArray(found) ? (found as ReadonlyArray<Made>) : []
    // Auditors read everywhere and write nowhere: they have no draft that they could read.
    const letIn = caller.username === 'auditor' && json === undefined ? { letIn: [404] } : {}
    return { at: { draft_note_id: mine.at(-1)?.id ?? 0 }, ...letIn, ...(json === undefined ? {} : { json }) }
  }

const DRAFTS = '/projects/:id/merge_requests/:merge_request_iid/draft_notes'

const drafts: Requests = {
  [`POST ${DRAFTS}`]: sends({ note: 'draft' }),
  [`GET ${DRAFTS}/:draft_note_id`]: ownDraft(),
  [`PUT ${DRAFTS}/:draft_note_id`]: ownDraft({ note: 'changed' }),
  [`DELETE ${DRAFTS}/:draft_note_id`]: ownDraft(),
  [`PUT ${DRAFTS}/:draft_note_id/publish`]: ownDraft(),
}

/** A suggestion on the standing merge request; once it is applied, further ones say what is there already. */
const suggestion =
  (say: (id: number) => Sent): Making =>
  async (place) => {
    const thing = thingOf(place, 'merge_requests')
    const { diff_refs } = await place.asking.make<Made & { diff_refs: object }>('GET', thing)
    const file = { old_path: 'standing.txt', new_path: 'standing.txt', new_line: 1 }
    const said = { body: '```suggestion\nstanding\n```', position: { position_type: 'text', ...diff_refs, ...file } }
    const talk = await place.asking.make<{ notes: ReadonlyArray<{ suggestions: ReadonlyArray<Made> }> }>(
      'POST',
      `${thing}/discussions`,
      said,
    )
    return say(talk.notes[0]?.suggestions[0]?.id ?? 0)
  }

export const conversationRequests: Requests = {
  'PUT /suggestions/:id/apply': suggestion((id) => ({ at: { id } })),
  'PUT /suggestions/batch_apply': suggestion((id) => ({ json: { ids: [id] } })),
  ...drafts,
  'GET /search': () => ({ query: 'scope=issues&search=x' }),
  'POST /markdown': sends({ text: 'x' }),
  ...ofKind('issues'),
  ...ofKind('merge_requests'),
  'GET /projects/:id/issues/:noteable_iid/notes/:note_id of an internal note': ({ onIssue }) => ({
    at: { note_id: onIssue['internal'] ?? 0 },
  }),
  'POST /todos/:todo_id/mark_as_done of the caller': async (place, caller) => {
    const as = caller?.username ?? 'root'
    await place.asking.attempt('POST', `${thingOf(place, 'issues')}/todo`, {}, as)
    const found = await place.asking.ask('GET', '/todos', {
      as: place.people.get('administrator')?.token,
      headers: { Sudo: as },
    })
    return { at: { todo_id: (found.json as ReadonlyArray<Made>)[0]?.id ?? 0 } }
  },
}
