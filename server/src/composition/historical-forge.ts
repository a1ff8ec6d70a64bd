import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pause } from '@forgefold/adapters/clock'
import { makeFolder } from '@forgefold/adapters/folders'
import { openRepositoriesAt, type RefsAt } from '@forgefold/adapters/git'
import {
  discardForeignReadModel,
  makeReadModel,
  type ReadModelCopies,
  type RunningReadModel,
} from '@forgefold/adapters/read-model'
import { historyUntil, type PointInTime } from '@forgefold/core/audit'
import type { Instant, Position } from '@forgefold/core/kernel'
import { type EventStore, eventAt, type ObjectId, type ReadModel } from '@forgefold/core/ports'
import * as E from 'fp-ts/lib/Either.js'
import type { HistoricalForge } from '../as-of/index.js'
import type { CompositionOptions } from './composition-options.js'
import { forgeWithOverrides } from './forge-on-history.js'
import { type Resolver, TOKENS } from './injection-tokens.js'

/** The refs of a project's repository at that point; undefined: the project did not exist. */
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

/** The time of the last event in the read model. */
const timeOf = async (events: EventStore, readModel: RunningReadModel): Promise<Instant | undefined> => {
  const anchor = readModel.place()?.anchor
  if (anchor === undefined) return undefined
  const event = await eventAt(events, anchor.stream, anchor.revision)
  return E.isRight(event) ? event.right?.metadata.at : undefined
}

/** The sources of a historical forge. */
export interface HistoricalForgeSources {
  readonly scope: Resolver
  readonly options: CompositionOptions
  /** The folder of the repositories; undefined for those in memory, whose refs are the present ones. */
  readonly repositories: string | undefined
  /** The folder of open forges' files; undefined: rows in memory, and a temporary folder. */
  readonly folder: string | undefined
  readonly copies: Pick<ReadModelCopies, 'restore' | 'discard'> | undefined
  /** How many persons have been erased until now: copies with fewer erasures are not used. */
  readonly erasures: () => number
}

/** Copies the newest copy that is not past the position to `file`; a copy of another history is discarded. */
const restore = async ({ scope, copies }: HistoricalForgeSources, position: Position, file: string) => {
  const found = await copies?.restore(position, file)
  if (found === undefined) return undefined
  const kept = await discardForeignReadModel(scope.resolve(TOKENS.events), file, pause)
  if (kept === 'kept') return found
  await copies?.discard(found)
  return undefined
}

/** A read model that stops at the position, starting from a copy; copies with erased personal data are discarded. */
const openRows = async (sources: HistoricalForgeSources, position: Position, file: string) => {
  const { events, personalData } = sources.scope.resolve(TOKENS.forge)
  const store = historyUntil(events, position)
  const open = () => makeReadModel({ file, store, personalData, durability: 'temporary' })
  const copied = await restore(sources, position, file)
  const rows = open()
  if (copied === undefined || rows.read.users.erasures() === sources.erasures()) return { store, readModel: rows }
  await rows.close()
  await rm(file, { force: true })
  await sources.copies?.discard(copied)
  return { store, readModel: open() }
}

let opened = 0

const folderFor = async (folder: string | undefined): Promise<string> => {
  if (folder === undefined) return mkdtemp(join(tmpdir(), 'forgefold-moment-'))
  const own = join(folder, String(opened++))
  makeFolder(own, 0o700)
  return own
}

/**
 * The instance as of a point in its history: the present forge over a read model that stops there, with the clock and the refs of that point.
 * Read-only; credentials and sessions are the present ones.
 */
export const openHistoricalForge = async (
  sources: HistoricalForgeSources,
  { position, at }: PointInTime,
): Promise<HistoricalForge> => {
  const { scope, options, repositories } = sources
  const today = scope.resolve(TOKENS.forge)
  const ownFolder = await folderFor(sources.folder)
  const file = sources.folder === undefined ? ':memory:' : join(ownFolder, 'read-model.sqlite')
  const { store: events, readModel } = await openRows(sources, position, file)
  await readModel.projector.start()
  const { read } = readModel
  const now = at ?? events.last()?.metadata.at ?? (await timeOf(events, readModel)) ?? today.clock.now()
  const git =
    repositories === undefined
      ? undefined
      : await openRepositoriesAt({
          of: repositories,
          root: join(ownFolder, 'repositories'),
          refsOf: (id) => refsAt(read, id),
          sizeOf: (id) => today.git.of(id).size(),
        })
  const own = { events, readModel, clock: { now: () => now }, git: git ?? today.git }
  const forge = await forgeWithOverrides(scope, options, own)
  const close = async (): Promise<void> => {
    await readModel.close()
    await git?.close()
    await rm(ownFolder, { recursive: true, force: true })
  }
  return { forge, close }
}
