import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '@forgefold/adapters/clock'
import { openRepositoriesAt, type RefsAt } from '@forgefold/adapters/git'
import {
  discardForeignReadModel,
  makeReadModel,
  type ReadModelCopies,
  type RunningReadModel,
} from '@forgefold/adapters/read-model'
import type { AggregateRepository, Forge } from '@forgefold/core/app'
import { historyUntil } from '@forgefold/core/audit'
import type { SessionQueries } from '@forgefold/core/domains/identity/session'
import { type Instant, notAllowed, type Position, refuse } from '@forgefold/core/kernel'
import type { EventStore, ObjectId, ReadModel } from '@forgefold/core/ports'
import type { Moment, Place } from '../past/index.js'
import { composeBeside } from './container.js'
import { type Parts, TOKENS } from './injection-tokens.js'
import type { CompositionOptions } from './options.js'

const unwritten = async () => refuse(notAllowed)

const readOnly = ({ load }: AggregateRepository): AggregateRepository => ({
  execute: unwritten,
  reserve: unwritten,
  create: unwritten,
  load,
})

/** The same forge; whatever would change it is refused. */
export const unchanging = (forge: Forge): Forge => ({
  ...forge,
  aggregates: readOnly(forge.aggregates),
  numbers: { next: unwritten },
})

/** Sessions say who is signed in today, whatever the moment that is looked at. */
const sessionsOfToday = ({ read, clock }: Forge): SessionQueries => ({
  byDigest: (digest) => {
    const session = read.sessions.byDigest(digest)
    const now = clock.now()
    if (session === undefined || session.expiresAt <= now) return undefined
    return session.adminUntil !== null && session.adminUntil <= now ? { ...session, adminUntil: null } : session
  },
  ofUser: (userId) => read.sessions.ofUser(userId),
})

/** Where the refs of a project's repository pointed; undefined: there was no such project. */
const refsAt = (read: ReadModel, projectId: number): RefsAt | undefined => {
  const project = read.projects.byId(projectId)
  if (project === undefined) return undefined
  const refs = [...read.repositories.refs(projectId)]
  for (const { iid, head, mergeRef } of read.mergeRequests.heads(projectId)) {
    if (head !== null) refs.push({ name: `refs/merge-requests/${iid}/head`, target: head as ObjectId })
    if (mergeRef !== null) refs.push({ name: `refs/merge-requests/${iid}/merge`, target: mergeRef as ObjectId })
  }
  return { refs, head: project.defaultBranch ?? 'main' }
}

/** When the event happened with which the rows end. */
const timeOf = async (events: EventStore, readModel: RunningReadModel): Promise<Instant | undefined> => {
  const anchor = readModel.place()?.anchor
  if (anchor === undefined) return undefined
  const read = await events.readStream(anchor.stream, { from: anchor.revision, limit: 1 })
  return read.kind === 'Read' ? read.events[0]?.metadata.at : undefined
}

/** What opening moments stands on. */
export interface MomentSources {
  readonly scope: Parts
  readonly options: CompositionOptions
  /** The folder of the repositories; undefined where they lie in none: then their refs are those of today. */
  readonly repositories: string | undefined
  /** Where moments keep what is theirs while they are open; undefined: rows in memory, and a folder of the system's. */
  readonly folder: string | undefined
  readonly copies: ReadModelCopies | undefined
}

/** Puts the newest rows that fit where the moment's are to be; those of another history are thrown away. */
const restore = async ({ scope, copies }: MomentSources, position: Position, file: string) => {
  const found = await copies?.restore(position, file)
  if (found === undefined) return undefined
  const kept = await discardForeignReadModel(scope.resolve(TOKENS.events), file, pause)
  if (kept === 'kept') return found
  await copies?.forget(found)
  return undefined
}

/** The rows of a moment, begun with a copy; rows that still hold personal data which was erased since are made anew. */
const openRows = async (sources: MomentSources, position: Position, file: string) => {
  const { events, personalData, read } = sources.scope.resolve(TOKENS.forge)
  const store = historyUntil(events, position)
  const open = () => makeReadModel({ file, store, personalData, use: 'passing' })
  const copied = await restore(sources, position, file)
  const rows = open()
  if (copied === undefined || rows.read.users.erasures() === read.users.erasures()) return { store, readModel: rows }
  await rows.close()
  await rm(file, { force: true })
  await sources.copies?.forget(copied)
  return { store, readModel: open() }
}

let opened = 0

const placeFor = async (folder: string | undefined): Promise<string> => {
  if (folder === undefined) return mkdtemp(join(tmpdir(), 'forgefold-moment-'))
  const own = join(folder, String(opened++))
  await mkdir(own, { recursive: true, mode: 0o700 })
  return own
}

/**
 * The instance as it was at a place of its history: the forge of today over a read model that stopped there, with the clock and the refs of
 * then. It changes nothing; credentials and sessions are those of today.
 */
export const openMoment = async (sources: MomentSources, { position, at }: Place): Promise<Moment> => {
  const { scope, options, repositories } = sources
  const today = scope.resolve(TOKENS.forge)
  const own = await placeFor(sources.folder)
  const file = sources.folder === undefined ? ':memory:' : join(own, 'read-model.sqlite')
  const { store: events, readModel } = await openRows(sources, position, file)
  await readModel.projector.start()
  const { read } = readModel
  const now = at ?? events.last()?.metadata.at ?? (await timeOf(events, readModel)) ?? today.clock.now()
  const git =
    repositories === undefined
      ? undefined
      : await openRepositoriesAt({
          of: repositories,
          root: join(own, 'repositories'),
          refsOf: (id) => refsAt(read, id),
          sizeOf: (id) => today.git.of(id).size(),
        })
  const beside = composeBeside(scope, options, { events, readModel, clock: { now: () => now }, git: git ?? today.git })
  const whole = beside.resolve(TOKENS.forge)
  await whole.settings.fresh()
  beside.resolve(TOKENS.pictures).settle()
  const forge: Forge = {
    ...unchanging(whole),
    read: { ...read, sessions: sessionsOfToday(today) },
  }
  const close = async (): Promise<void> => {
    await readModel.close()
    await git?.close()
    await rm(own, { recursive: true, force: true })
  }
  return { forge, close }
}
