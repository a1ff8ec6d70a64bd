import * as E from 'fp-ts/lib/Either.js'
import type { Caller } from '../../../../app/caller.js'
import { withNewCommandId } from '../../../../app/command-context.js'
import type { Forge } from '../../../../app/forge.js'
import { userCard } from '../../../identity/user/use-cases/read.js'
import type { IssuableRef } from '../../../issuable/issuable.js'
import type { MergeRequestThreads, OpenThreads } from '../../../planning/issue/followed-threads.js'
import type { NoteRow } from '../queries.js'
import { listDiscussionNotes, listDiscussions } from '../use-cases/read.js'
import { resolveDiscussion } from '../use-cases/resolving.js'
import { noteText } from './note-texts.js'

type Thread = ReadonlyArray<NoteRow>

/** The most open threads that are carried over to an issue. */
const MAX_THREADS = 100

/** Internal threads are left out, because not every reader of the issue may read them. */
const firstOpen = (notes: Thread): NoteRow | undefined =>
  notes.find(
    ({ discussion, system, internal, resolvedAt }) =>
      !discussion.individual && system === undefined && !internal && resolvedAt === null,
  )

const isOpen = (notes: Thread): boolean => firstOpen(notes) !== undefined

const threadsOf = (forge: Forge, caller: Caller, ref: IssuableRef, id: string | undefined): ReadonlyArray<Thread> => {
  if (id !== undefined) {
    const one = listDiscussionNotes(forge, caller, { ref, discussionId: id })
    return E.isRight(one) && isOpen(one.right) ? [one.right] : []
  }
  const open: Array<Thread> = []
  for (let page = 1; open.length < MAX_THREADS; page++) {
    const listed = listDiscussions(forge, caller, { ref, page: { page, perPage: MAX_THREADS } })
    if (E.isLeft(listed) || listed.right.rows.length === 0) break
    open.push(...listed.right.rows.filter(isOpen))
  }
  return open.slice(0, MAX_THREADS)
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  > ${line}`)
    .join('\n')

const itemOf = async (forge: Forge, notes: Thread, iid: number): Promise<string> => {
  const first = firstOpen(notes)
  if (first === undefined) return ''
  const author = userCard(forge, first.authorId).username
  return `- [ ] @${author}:\n\n${quoted(await noteText(forge, first, iid))}`
}

const describe = async (forge: Forge, threads: ReadonlyArray<Thread>, iid: number): Promise<string> => {
  const items = await Promise.all(threads.map((notes) => itemOf(forge, notes, iid)))
  return [`Open ${threads.length === 1 ? 'thread' : 'threads'} of !${iid}:`, ...items].join('\n\n')
}

/** A thread that cannot be resolved stays open; only an unavailable store is reported. */
const resolveAll = async (
  forge: Forge,
  caller: Caller,
  ref: IssuableRef,
  threads: ReadonlyArray<Thread>,
): ReturnType<OpenThreads['resolve']> => {
  for (const [first] of threads) {
    if (first === undefined) continue
    const own = { ...caller, context: withNewCommandId(forge, caller.context) }
    const done = await resolveDiscussion(forge, own, { ref, discussionId: first.discussion.id, resolved: true })
    if (E.isLeft(done) && done.left.kind === 'Unavailable') return done
  }
  return E.right(undefined)
}

/** Threads of merge requests, for issues created from them. */
export const mergeRequestThreads: MergeRequestThreads = {
  find: async (forge, caller, { project, mergeRequestIid: iid, discussionId }) => {
    const ref = { type: 'MergeRequest', project, iid } as const
    const threads = threadsOf(forge, caller, ref, discussionId)
    if (threads.length === 0) return undefined
    return {
      description: await describe(forge, threads, iid),
      resolve: () => resolveAll(forge, caller, ref, threads),
    }
  },
}
