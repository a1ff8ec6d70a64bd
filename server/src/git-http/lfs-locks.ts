import type { Caller, Forge } from '@forgefold/core/app'
import { userById } from '@forgefold/core/domains/identity/user'
import {
  findLfsLock,
  type LfsLockRow,
  listLfsLocks,
  releaseLfsLock,
  takeLfsLock,
} from '@forgefold/core/domains/packages/lfs-lock'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpResponse } from '../http/message.js'
import { lfsJson, lfsRefusal, lfsRejected } from './lfs-answers.js'

type Given = Readonly<Record<string, unknown>>

const presentLock = (forge: Forge, { id, path, lockedAt, userId }: LfsLockRow) => ({
  id: String(id),
  path,
  locked_at: lockedAt,
  owner: { name: userById(forge, userId)?.name ?? '' },
})

const MAX_LOCKS = 100

const wholeNumber = (given: unknown): number | undefined => {
  const text = typeof given === 'number' ? String(given) : given
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

interface Listed {
  readonly rows: ReadonlyArray<LfsLockRow>
  readonly next_cursor?: string
}

const page = (forge: Forge, caller: Caller, project: number, given: Given): E.Either<HttpResponse, Listed> => {
  const { path, id, cursor, limit } = given
  const most = Math.min(Math.max(wholeNumber(limit) ?? MAX_LOCKS, 1), MAX_LOCKS)
  const found = listLfsLocks(forge, caller, {
    project,
    ...(typeof path === 'string' && path !== '' ? { path } : {}),
    ...(id === undefined || id === '' ? {} : { id: wholeNumber(id) ?? 0 }),
    from: wholeNumber(cursor) ?? 0,
    most: most + 1,
  })
  if (E.isLeft(found)) return E.left(lfsRejected(found.left))
  const next = found.right[most]
  return E.right({ rows: found.right.slice(0, most), ...(next === undefined ? {} : { next_cursor: String(next.id) }) })
}

/** `GET locks`: locks by id, by path, or page by page. */
export const listedLocks = (forge: Forge, caller: Caller, project: number, given: Given): HttpResponse => {
  const listed = page(forge, caller, project, given)
  if (E.isLeft(listed)) return listed.left
  const { rows, ...rest } = listed.right
  return lfsJson(200, { locks: rows.map((row) => presentLock(forge, row)), ...rest })
}

/** `POST locks/verify`: the locks of the caller and those of others, for a client that is about to push. */
export const verifiedLocks = (forge: Forge, caller: Caller, project: number, given: Given): HttpResponse => {
  const listed = page(forge, caller, project, given)
  if (E.isLeft(listed)) return listed.left
  const { rows, ...rest } = listed.right
  const { principal } = caller
  const isOwn = ({ userId }: LfsLockRow): boolean => principal.kind === 'user' && principal.userId === userId
  const shown = (own: boolean) => rows.filter((row) => isOwn(row) === own).map((row) => presentLock(forge, row))
  return lfsJson(200, { ours: shown(true), theirs: shown(false), ...rest })
}

/** `POST locks`: locks a path; 409 with the lock that is on it. */
export const takenLock = async (forge: Forge, caller: Caller, project: number, given: Given): Promise<HttpResponse> => {
  const { path } = given
  if (typeof path !== 'string') return lfsRefusal(400, 'path is missing')
  const taken = await takeLfsLock(forge, caller, { project, path })
  if (E.isRight(taken)) return lfsJson(201, { lock: presentLock(forge, taken.right) })
  if (taken.left.kind !== 'Conflict') return lfsRejected(taken.left)
  const held = findLfsLock(forge, caller, { project, path })
  return lfsJson(409, {
    ...(E.isRight(held) ? { lock: presentLock(forge, held.right) } : {}),
    message: 'already locked',
  })
}

/** `POST locks/:id/unlock`; `force` releases another user's lock. */
export const releasedLock = async (
  forge: Forge,
  caller: Caller,
  project: number,
  id: number,
  given: Given,
): Promise<HttpResponse> => {
  const released = await releaseLfsLock(forge, caller, { project, id, force: given['force'] === true })
  return E.isLeft(released) ? lfsRejected(released.left) : lfsJson(200, { lock: presentLock(forge, released.right) })
}
