import type { HttpRequest } from '../http/message.js'
import { decodePath } from '../http/request-path.js'

/** A request of a Git LFS client: an endpoint of the batch or locks API, or the bytes of an object. */
export type LfsAction =
  | { readonly kind: 'batch' | 'verify' | 'locks' | 'verify-locks' }
  | { readonly kind: 'unlock'; readonly id: number }
  | { readonly kind: 'object'; readonly oid: string; readonly size: number | undefined }

export interface LfsTarget {
  /** The project's full path, decoded. */
  readonly projectPath: string
  readonly action: LfsAction
}

const PATH = /^\/(?!api\/|-\/|oauth\/)(.+?)(?:\.git)?\/(info\/lfs|gitlab-lfs)\/(.+)$/s
const UNLOCK = /^locks\/(\d{1,15})\/unlock$/
const OBJECT = /^objects\/([0-9a-f]{64})(?:\/(\d{1,15}))?$/

/** The path prefixes of the Git LFS API and its storage, below every project's path. */
export const LFS_PREFIXES = ['info/lfs', 'gitlab-lfs'] as const
export type LfsPrefix = (typeof LFS_PREFIXES)[number]

/** Whether the path belongs to Git LFS, under that prefix. */
export const isLfsRequest = (place: LfsPrefix, { path }: Pick<HttpRequest, 'path'>): boolean =>
  PATH.exec(path)?.[2] === place

const apiAction = (rest: string): LfsAction | undefined => {
  if (rest === 'objects/batch') return { kind: 'batch' }
  if (rest === 'objects/verify') return { kind: 'verify' }
  if (rest === 'locks') return { kind: 'locks' }
  if (rest === 'locks/verify') return { kind: 'verify-locks' }
  const unlock = UNLOCK.exec(rest)
  return unlock === null ? undefined : { kind: 'unlock', id: Number(unlock[1]) }
}

const storeAction = (rest: string): LfsAction | undefined => {
  const object = OBJECT.exec(rest)
  if (object === null) return undefined
  return { kind: 'object', oid: object[1] as string, size: object[2] === undefined ? undefined : Number(object[2]) }
}

/** Parses `/group/project.git/info/lfs/objects/batch` and the like; undefined for other paths. */
export const lfsTargetOf = ({ path }: Pick<HttpRequest, 'path'>): LfsTarget | undefined => {
  const found = PATH.exec(path)
  if (found === null) return undefined
  const projectPath = decodePath(found[1] as string)
  const rest = found[3] as string
  const action = found[2] === 'info/lfs' ? apiAction(rest) : storeAction(rest)
  return projectPath === undefined || action === undefined ? undefined : { projectPath, action }
}
