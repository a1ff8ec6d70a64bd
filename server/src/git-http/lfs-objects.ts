import type { Caller, Forge } from '@forgefold/core/app'
import {
  findLfsObjects,
  keepLfsObject,
  type LfsObjectStatus,
  type LfsOperation,
  type LfsPointer,
  openLfsObject,
} from '@forgefold/core/domains/packages/lfs-object'
import * as E from 'fp-ts/lib/Either.js'
import type { HttpRequest, HttpResponse } from '../http/message.js'
import { lfsJson, lfsRefusal, lfsRejected } from './lfs-answers.js'

type Given = Readonly<Record<string, unknown>>

/** A request about the large files of a project, by an authenticated caller. */
export interface LfsRequest {
  readonly forge: Forge
  readonly caller: Caller
  readonly request: HttpRequest
  readonly project: number
  /** The URL of the project's repository, as the client requested it. */
  readonly base: string
}

const pointersIn = ({ objects }: Given): ReadonlyArray<LfsPointer> | undefined => {
  if (!Array.isArray(objects)) return undefined
  return (objects as ReadonlyArray<unknown>).map((object) => {
    const { oid, size } = typeof object === 'object' && object !== null ? (object as Given) : {}
    return { oid: typeof oid === 'string' ? oid : '', size: typeof size === 'number' ? size : -1 }
  })
}

/** Clients ask for a hundred, unless they are told otherwise: each is looked up and told of, with the credentials of the request. */
const MAX_OBJECTS = 1000

const MISSING = "Object does not exist on the server or you don't have permissions to access it"

/** Actions repeat the client's credentials, because the client does not send them to other URLs by itself. */
const actionsOf = ({ request, base }: LfsRequest, operation: LfsOperation, { oid, size }: LfsPointer) => {
  const authorization = request.headers.get('authorization')
  const header = authorization === undefined ? {} : { Authorization: authorization }
  const href = `${base}/gitlab-lfs/objects/${oid}`
  if (operation === 'download') return { download: { href, header } }
  return {
    upload: { href: `${href}/${size}`, header: { ...header, 'Content-Type': 'application/octet-stream' } },
    verify: { href: `${base}/info/lfs/objects/verify`, header },
  }
}

const presentObject = (
  asking: LfsRequest,
  operation: LfsOperation,
  { standing, ...object }: LfsPointer & { readonly standing: LfsObjectStatus },
) => {
  if (standing === 'malformed') return { ...object, error: { code: 422, message: 'The oid or size is invalid' } }
  const isWanted = (standing === 'present') === (operation === 'download')
  if (isWanted) return { ...object, authenticated: true, actions: actionsOf(asking, operation, object) }
  return operation === 'upload' ? object : { ...object, error: { code: 404, message: MISSING } }
}

/** `POST objects/batch`: the URLs for the download or upload of each object, of at most a thousand. */
export const batch = (asking: LfsRequest, operation: LfsOperation, given: Given): HttpResponse => {
  const { forge, caller, project } = asking
  const { hash_algo: hash = 'sha256' } = given
  if (hash !== 'sha256') return lfsRefusal(409, 'Objects are named by their SHA-256')
  const objects = pointersIn(given)
  if (objects === undefined) return lfsRefusal(422, 'objects is missing')
  if (objects.length > MAX_OBJECTS) return lfsRefusal(413, `A batch has at most ${MAX_OBJECTS} objects`)
  const found = findLfsObjects(forge, caller, { project, operation, objects })
  if (E.isLeft(found)) return lfsRejected(found.left)
  const shown = found.right.map((object) => presentObject(asking, operation, object))
  return lfsJson(200, { transfer: 'basic', objects: shown, hash_algo: 'sha256' })
}

/** `POST objects/verify`: whether an uploaded object has arrived. */
export const verified = ({ forge, caller, project }: LfsRequest, given: Given): HttpResponse => {
  const objects = pointersIn({ objects: [given] }) ?? []
  const found = findLfsObjects(forge, caller, { project, operation: 'upload', objects })
  if (E.isLeft(found)) return lfsRejected(found.left)
  const [object] = found.right
  const isThere = object?.standing === 'present' && object.size === objects[0]?.size
  return isThere ? lfsJson(200, {}) : lfsRefusal(404, MISSING)
}

/** Streams an object. */
export const downloaded = async ({ forge, caller, project }: LfsRequest, oid: string): Promise<HttpResponse> => {
  const opened = await openLfsObject(forge, caller, { project, oid })
  if (E.isLeft(opened)) return lfsRejected(opened.left)
  return {
    status: 200,
    headers: [
      ['Content-Type', 'application/octet-stream'],
      ['Content-Disposition', 'attachment'],
      ['Cache-Control', 'private, max-age=0, must-revalidate'],
    ],
    body: opened.right.content,
    length: opened.right.size,
  }
}

/** Stores an object while it arrives. */
export const uploaded = async (
  { forge, caller, project, request }: LfsRequest,
  oid: string,
  size: number,
): Promise<HttpResponse> => {
  const kept = await keepLfsObject(forge, caller, { project, oid, size, content: request.body.stream() })
  return E.isLeft(kept) ? lfsRejected(kept.left) : lfsJson(200, {})
}
