import * as E from 'fp-ts/lib/Either.js'
import { type Category, categoryOf, idOf, type StreamName, streamName } from '../kernel/envelope.js'
import { badRequest, missing, type Rejection } from '../kernel/rejection.js'
import { firstEventOf } from '../ports/event-look-up.js'
import { eachEvent, type History } from './each-event.js'
import type { HistoricalPaths } from './historical-paths.js'

/** The subject of a question about the history. */
export interface AuditTarget {
  readonly kind: Category
  readonly id: string
  /** Its own stream first, then further streams that belong to it. */
  readonly streams: ReadonlyArray<StreamName>
  /** For the settings: which setting is meant. */
  readonly setting?: string
}

/** The name that a user gives for the subject, before it is resolved. */
type Named =
  | { readonly by: 'path'; readonly kinds: ReadonlyArray<'user' | 'group' | 'project'>; readonly path: string }
  | { readonly by: 'iid'; readonly kind: 'merge_request' | 'issue'; readonly project: string; readonly iid: number }
  | { readonly by: 'name'; readonly kind: 'environment' | 'package'; readonly path: string }
  | { readonly by: 'stream'; readonly kind: Category; readonly id: string }

/** Categories by the words that users have for them; each category is also a word of its own. */
const WORDS: Readonly<Record<string, Category>> = {
  token: 'personal_access_token',
  application: 'oauth_application',
  variable: 'ci_variable',
  emoji: 'award_emoji',
}

/**
 * The kind that a word means: `token` is a personal access token.
 *
 * @example
 * assert.equal(kindNamed('protected-branch'), 'protected_branch')
 */
export const kindNamed = (word: string): Category => WORDS[word] ?? word.replaceAll('-', '_')

const PATHS = ['user', 'group', 'project'] as const

const KIND = /^[a-z][a-z_-]*$/

const namedWithKind = (word: string, rest: string): Named => {
  const kind = kindNamed(word)
  if (kind === 'setting') return { by: 'stream', kind, id: rest }
  if (/^\d+$/.test(rest)) return { by: 'stream', kind, id: rest }
  const holder = PATHS.find((one) => one === kind)
  if (holder !== undefined) return { by: 'path', kinds: [holder], path: rest.replace(/^@/, '') }
  if (kind === 'environment' || kind === 'package') return { by: 'name', kind, path: rest }
  return { by: 'stream', kind, id: rest }
}

const namedBy = (reference: string): Named | undefined => {
  const [, word, project, sign, iid] = /^(?:([a-z_-]+):)?([^:]+)([!#])(\d+)$/.exec(reference) ?? []
  if (project !== undefined) {
    const kind = sign === '!' ? 'merge_request' : 'issue'
    return word === undefined || kindNamed(word) === kind ? { by: 'iid', kind, project, iid: Number(iid) } : undefined
  }
  const colon = reference.indexOf(':')
  if (colon > 0 && KIND.test(reference.slice(0, colon)) && colon < reference.length - 1)
    return namedWithKind(reference.slice(0, colon), reference.slice(colon + 1))
  if (reference === '' || colon >= 0) return undefined
  return { by: 'path', kinds: PATHS, path: reference.replace(/^@/, '') }
}

/** Streams that hold a part of the state, besides its own stream. */
const siblingStreams = (kind: Category, id: string): ReadonlyArray<StreamName> => {
  if (kind === 'merge_request') return [streamName('approval_rules', `request.${id}`)]
  if (kind !== 'project') return []
  return [streamName('repository', id), streamName('protected_tags', id), streamName('approval_rules', `project.${id}`)]
}

/** The subject whose history a stream holds. */
const targetOf = (kind: Category, id: string): AuditTarget =>
  kind === 'setting'
    ? { kind, id, streams: [streamName('settings', 'instance')], setting: id }
    : { kind, id, streams: [streamName(kind, id), ...siblingStreams(kind, id)] }

type Data = Readonly<Record<string, unknown>>

/** The newest stream whose first event has this type and satisfies the condition. */
const newestStreamWith = async (
  history: History,
  type: string,
  isMeant: (data: Data) => boolean,
): Promise<E.Either<Rejection, AuditTarget | undefined>> => {
  let found: StreamName | undefined
  const walk = { direction: 'backwards', filter: { types: [type] } } as const
  const walked = await eachEvent(history, walk, ({ stream, data }) => {
    if (!isMeant(data as Data)) return undefined
    found = stream
    return 'stop'
  })
  if (E.isLeft(walked)) return walked
  return E.right(found === undefined ? undefined : targetOf(categoryOf(found), idOf(found)))
}

const ofIid = async (history: History, paths: HistoricalPaths, named: Extract<Named, { by: 'iid' }>) => {
  const id = paths.find(named.project, ['project'])?.id
  if (id === undefined) return E.right(undefined)
  return named.kind === 'issue'
    ? newestStreamWith(history, 'IssueCreated', ({ projectId, iid }) => projectId === id && iid === named.iid)
    : newestStreamWith(
        history,
        'MergeRequestCreated',
        ({ targetProjectId, iid }) => targetProjectId === id && iid === named.iid,
      )
}

/** `group/app/production`: the path of a project, which ends at one of the slashes, and a name in it. */
const ofName = async (history: History, paths: HistoricalPaths, { kind, path }: Extract<Named, { by: 'name' }>) => {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    const project = paths.find(path.slice(0, end), ['project'])
    if (project === undefined) continue
    const [name, version] = path.slice(end + 1).split(/@(?=[^@/]*$)(?!$)/)
    const found =
      kind === 'environment'
        ? await newestStreamWith(
            history,
            'EnvironmentCreated',
            (data) => data['projectId'] === project.id && data['name'] === path.slice(end + 1),
          )
        : await newestStreamWith(
            history,
            'PackagePublished',
            (data) =>
              data['projectId'] === project.id &&
              data['name'] === name &&
              (version === undefined || data['version'] === version),
          )
    if (E.isLeft(found) || found.right !== undefined) return found
  }
  return E.right(undefined)
}

/** The paths at the end of the history; read where the name needs them. */
type ReadPaths = () => Promise<E.Either<Rejection, HistoricalPaths>>

const found = async (
  history: History,
  readPaths: ReadPaths,
  named: Named,
): Promise<E.Either<Rejection, AuditTarget | undefined>> => {
  if (named.by === 'stream') return E.right(targetOf(named.kind, named.id))
  const paths = await readPaths()
  if (E.isLeft(paths)) return paths
  switch (named.by) {
    case 'path': {
      const holder = paths.right.find(named.path, named.kinds)
      return E.right(holder && targetOf(holder.kind, String(holder.id)))
    }
    case 'iid':
      return ofIid(history, paths.right, named)
    case 'name':
      return ofName(history, paths.right, named)
  }
}

/**
 * Resolves the name that a user gives (docs/reference/audit.md#names-of-things): `group/app!12`, `group/app#3`, `user:jane`, `deployment:7`,
 * `environment:group/app/production`. The paths are read only for names that have one. Rejections: `BadRequest` for a malformed name; `Missing`;
 * `Unavailable`.
 *
 * @example
 * import { pause } from '@forgefold/adapters/clock'
 * import { fixedHistory, readHistoricalPaths } from '@forgefold/core/audit'
 * const event = { id: 'one', stream: 'label-1', revision: 0, position: 1, type: 'LabelDeleted', version: 1, metadata: {}, data: {} }
 * const history = { events: fixedHistory([event]), pause }
 * const readPaths = () => readHistoricalPaths(history, () => undefined)
 * const target = await findAuditTarget(history, readPaths, 'label:1')
 * assert.deepEqual(target.right.streams, ['label-1'])
 */
export const findAuditTarget = async (
  history: History,
  readPaths: ReadPaths,
  reference: string,
): Promise<E.Either<Rejection, AuditTarget>> => {
  const named = namedBy(reference)
  if (named === undefined) return E.left(badRequest(`${reference} does not name a thing`))
  const target = await found(history, readPaths, named)
  if (E.isLeft(target)) return target
  const nothing = E.left(missing(`the history has no ${reference}${history.upTo === undefined ? '' : ' up to then'}`))
  if (target.right === undefined) return nothing
  const [own] = target.right.streams
  const read = await firstEventOf(history.events, own as StreamName)
  if (E.isLeft(read)) return read
  const first = read.right
  const isThere = first !== undefined && (history.upTo === undefined || first.position <= history.upTo)
  return isThere ? E.right(target.right) : nothing
}
