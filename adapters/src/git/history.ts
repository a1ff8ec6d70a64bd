import type { Commit, LineStats, LogQuery, ObjectId, Repository } from '@forgefold/core/ports'
import { EMPTY_TREE } from '@forgefold/core/ports'
import { decodeCommit, decodeCommitSignature, decodeTag } from '../git-objects/commit.js'
import { forEachInTurns } from '../git-objects/in-turns.js'
import { NEWLINE, pieces } from './lines.js'
import { lastChange } from './path-history.js'
import type { RepositoryContext } from './repository-context.js'
import { isNearAncestor, isNearFirstParent, shortRevList } from './short-rev-list.js'

const selection = (query: LogQuery): ReadonlyArray<string> => [
  ...(query.firstParent === true ? ['--first-parent'] : []),
  ...(query.noMerges === true ? ['--no-merges'] : []),
  ...(query.order === 'topo' ? ['--topo-order'] : []),
  ...(query.reverse === true ? ['--reverse'] : []),
  ...(query.since === undefined ? [] : [`--since=${query.since}`]),
  ...(query.until === undefined ? [] : [`--until=${query.until}`]),
  ...(query.author === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case', `--author=${query.author}`]),
  ...(query.message === undefined ? [] : ['--fixed-strings', '--regexp-ignore-case', `--grep=${query.message}`]),
  ...(query.skip === undefined ? [] : [`--skip=${query.skip}`]),
  ...(query.limit === undefined ? [] : [`--max-count=${query.limit}`]),
  ...(query.from === 'all' ? ['--branches', '--tags'] : query.from),
  ...(query.not ?? []).map((id) => `^${id}`),
  '--',
  ...(query.path === undefined || query.path === '' ? [] : [query.path]),
]

/** No tree contains such a path, and git refuses it. */
const isOutside = (path: string): boolean => path.startsWith('/') || path.split('/').includes('..')

/** Bytes: longer than any path, and than an argument of a program may be. */
const MAX_PATH_LENGTH = 64 * 1024
/** Bytes: longer than any name, address or message that git matches. */
const MAX_PATTERN_LENGTH = 1024

const nothing = ({ from, path = '', author = '', message = '' }: LogQuery): boolean =>
  (from !== 'all' && from.length === 0) ||
  isOutside(path) ||
  Buffer.byteLength(path) > MAX_PATH_LENGTH ||
  Buffer.byteLength(author) > MAX_PATTERN_LENGTH ||
  Buffer.byteLength(message) > MAX_PATTERN_LENGTH

async function* walk(context: RepositoryContext, query: LogQuery): AsyncGenerator<ObjectId> {
  if (nothing(query) || !(await context.present())) return
  const near = await shortRevList(context, query)
  if (near !== undefined) {
    yield* near
    return
  }
  for await (const line of pieces(context.stream(['rev-list', ...selection(query)]), NEWLINE))
    yield line.toString('latin1') as ObjectId
}

const readCommit = async (context: RepositoryContext, id: ObjectId): Promise<Commit | undefined> => {
  const object = await context.reader().contents(id)
  return object?.kind === 'commit' ? decodeCommit(object.id, object.bytes) : undefined
}

const readCommits = async (
  context: RepositoryContext,
  ids: ReadonlyArray<ObjectId>,
): Promise<ReadonlyArray<Commit>> => {
  const read = await Promise.all(ids.map((id) => readCommit(context, id)))
  return read.filter((commit) => commit !== undefined)
}

const listed = async (context: RepositoryContext, query: LogQuery): Promise<ReadonlyArray<ObjectId>> => {
  const { output } = await context.run(['rev-list', ...selection(query)])
  return output.toString('latin1').split('\n').filter(Boolean) as ReadonlyArray<string> as ReadonlyArray<ObjectId>
}

const log = async (context: RepositoryContext, query: LogQuery): Promise<ReadonlyArray<Commit>> => {
  if (nothing(query) || !(await context.present())) return []
  const near = (await shortRevList(context, query)) ?? (await lastChange(context, query))
  return readCommits(context, near ?? (await listed(context, query)))
}

const PAIR = /^[0-9a-f]{40} [0-9a-f]{40}$/
const NUMBERS = /^(\d+|-)\t(\d+|-)\t/

const stats = async (context: RepositoryContext, commits: ReadonlyArray<Commit>): Promise<ReadonlyArray<LineStats>> => {
  if (commits.length === 0) return []
  const parents = new Map<ObjectId, ObjectId>()
  for (const parent of await readCommits(
    context,
    commits.flatMap(({ parents: [first] }) => first ?? []),
  ))
    parents.set(parent.id, parent.tree)
  const pairs = commits.map(({ tree, parents: [first] }) => {
    const before = first === undefined ? EMPTY_TREE : (parents.get(first) ?? EMPTY_TREE)
    return `${before} ${tree}\n`
  })
  const args = ['diff-tree', '--stdin', '-r', '-M', '--numstat', '--no-ext-diff', '--no-textconv']
  const { output } = await context.run(args, { input: pairs.join('') })
  const found: Array<{ additions: number; deletions: number }> = []
  await forEachInTurns(output.toString('utf8').split('\n'), (line) => {
    if (PAIR.test(line)) found.push({ additions: 0, deletions: 0 })
    const numbers = NUMBERS.exec(line)
    const last = found.at(-1)
    if (numbers === null || last === undefined) return
    last.additions += Number(numbers[1]) || 0
    last.deletions += Number(numbers[2]) || 0
  })
  return found
}

type HistoryMethods = Pick<
  Repository,
  | 'commit'
  | 'commits'
  | 'commitSignature'
  | 'log'
  | 'walk'
  | 'count'
  | 'tagObject'
  | 'mergeBase'
  | 'isAncestor'
  | 'divergence'
  | 'stats'
>

/** Reads commits and their ancestry. */
export const historyMethods = (context: RepositoryContext): HistoryMethods => ({
  commit: async (id) => ((await context.present()) ? readCommit(context, id) : undefined),
  commits: async (ids) => ((await context.present()) ? readCommits(context, ids) : []),
  log: (query) => log(context, query),
  walk: (query) => walk(context, query),
  count: async (query) => {
    if (nothing(query) || !(await context.present())) return 0
    const near = await shortRevList(context, query)
    if (near !== undefined) return near.length
    const { output } = await context.run(['rev-list', '--count', ...selection(query)])
    return Number(output.toString('latin1').trim())
  },
  commitSignature: async (id) => {
    if (!(await context.present())) return undefined
    const object = await context.reader().contents(id)
    return object?.kind === 'commit' ? decodeCommitSignature(object.bytes) : undefined
  },
  tagObject: async (id) => {
    if (!(await context.present())) return undefined
    const object = await context.reader().contents(id)
    return object?.kind === 'tag' ? decodeTag(object.id, object.bytes) : undefined
  },
  mergeBase: async (...ids) => {
    if (ids.length === 0 || !(await context.present())) return undefined
    const [left, right, ...others] = ids
    if (left !== undefined && right !== undefined && others.length === 0) {
      if (await isNearFirstParent(context, left, right)) return left
      if (await isNearFirstParent(context, right, left)) return right
    }
    const many = ids.length > 2 ? ['--octopus'] : []
    const pair = ids.length === 1 ? [...ids, ...ids] : ids
    const { output } = await context.run(['merge-base', ...many, ...pair], { accept: [0, 1] })
    const [first] = output.toString('latin1').split('\n')
    return first === undefined || first === '' ? undefined : (first as ObjectId)
  },
  isAncestor: async (ancestor, descendant) => {
    if (ancestor === descendant) return true
    const near = await isNearAncestor(context, ancestor, descendant)
    if (near !== undefined) return near
    const { code } = await context.run(['merge-base', '--is-ancestor', ancestor, descendant], { accept: [0, 1] })
    return code === 0
  },
  divergence: async (left, right) => {
    const { output } = await context.run(['rev-list', '--left-right', '--count', `${left}...${right}`])
    const [l = 0, r = 0] = output.toString('latin1').trim().split(/\s+/).map(Number)
    return { left: l, right: r }
  },
  stats: (commits) => stats(context, commits),
})
