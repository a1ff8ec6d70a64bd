import { plainGit } from '../../git/index.js'
import { type Benchmark, median, type Rounds, timed } from '../benchmark.js'
import { openRequestWorld, type RequestWorld } from '../merge-requests/world.js'
import { type KeptOpen, keepOpen } from './kept-open.js'

const ROUNDS = 5
/** Commits that are read in one round, each for the first time. */
const COMMITS = 40
const FILES = 100
const PAGE = 20

const fileOf = (file: number): string => `src/part-${file % 10}/file-${file}.txt`

const textOf = (file: number, changed: number): string =>
  Array.from({ length: 40 }, (_, line) => `file ${file} line ${line}, changed ${line % 13 === 5 ? changed : 0}`).join(
    '\n',
  )

/** One kind of read: what is asked of the server and of git, of the commit and the one before it. */
interface Kind {
  readonly name: string
  readonly path: (sha: string, before: string) => string
  readonly holds: (json: unknown) => boolean
  readonly git: (
    open: { readonly objects: KeptOpen; readonly diffs: KeptOpen },
    sha: string,
    before: string,
  ) => Promise<Buffer>
}

const isListOf =
  (length: number) =>
  (json: unknown): boolean =>
    Array.isArray(json) && json.length === length

const KINDS: ReadonlyArray<Kind> = [
  {
    name: 'tree',
    path: (sha) => `/repository/tree?ref=${sha}&path=src/part-3`,
    holds: isListOf(FILES / 10),
    git: ({ objects }, sha) => objects.ask([`${sha}:src/part-3`]),
  },
  {
    name: 'file',
    path: (sha) => `/repository/files/${encodeURIComponent(fileOf(3))}?ref=${sha}`,
    holds: (json) => typeof (json as { readonly content?: unknown }).content === 'string',
    // Its mode is in the tree, and its last commit is known from the tree of the commit before.
    git: ({ objects }, sha) => objects.ask([sha, `${sha}:${fileOf(3)}`, `${sha}:src/part-3`, `${sha}~1:src/part-3`]),
  },
  {
    name: 'commits',
    path: (sha) => `/repository/commits?ref_name=${sha}&per_page=${PAGE}`,
    holds: isListOf(PAGE),
    git: ({ objects }, sha) => objects.ask(Array.from({ length: PAGE }, (_, back) => `${sha}~${back}`)),
  },
  {
    name: 'diff',
    path: (sha) => `/repository/commits/${sha}/diff`,
    holds: isListOf(FILES / 10),
    git: ({ diffs }, sha) => diffs.ask([sha]),
  },
  {
    name: 'compare',
    path: (sha, before) => `/repository/compare?from=${before}&to=${sha}`,
    holds: (json) => isListOf(FILES / 10)((json as { readonly diffs?: unknown }).diffs),
    git: async ({ objects, diffs }, sha, before) =>
      Buffer.concat([await objects.ask([before, sha]), await diffs.ask([`${sha} ${before}`])]),
  },
]

/** Shas of the default branch, the oldest first. */
const writeHistory = async (world: RequestWorld, commits: number): Promise<ReadonlyArray<string>> => {
  for (let n = 0; n < commits; n++) {
    const changed = Array.from({ length: n === 0 ? FILES : FILES / 10 }, (_, file) => (n === 0 ? file : file * 10 + 3))
    const actions = changed.map((file) => ({
      action: n === 0 ? 'create' : 'update',
      file_path: fileOf(file),
      content: textOf(file, n),
    }))
    await world.commit('main', actions)
  }
  return (await plainGit(world.repository, world.folder).run('rev-list', '--reverse', 'main')).split('\n')
}

const prepare = async (): Promise<Rounds> => {
  const world = await openRequestWorld()
  const shas = await writeHistory(world, PAGE + COMMITS * (ROUNDS + 1))
  const open = {
    objects: keepOpen(world.repository, ['cat-file', '--batch']),
    diffs: keepOpen(world.repository, ['diff-tree', '--stdin', '-r', '-p', '-M']),
  }
  const times = new Map(KINDS.map(({ name }) => [name, { git: [] as Array<number>, server: [] as Array<number> }]))
  /** Reads of a second, by the side that is asked; the commits of a round are new to it. */
  const rate = (side: 'git' | 'server', read: (kind: Kind, sha: string, before: string) => Promise<void>) => {
    let next = PAGE
    return async (): Promise<number> => {
      let elapsed = 0
      for (const kind of KINDS) {
        const took = await timed(async () => {
          for (let n = next; n < next + COMMITS; n++) await read(kind, shas[n] ?? '', shas[n - 1] ?? '')
        })
        times.get(kind.name)?.[side].push(took)
        elapsed += took
      }
      next += COMMITS
      return ((COMMITS * KINDS.length) / elapsed) * 1000
    }
  }
  return {
    unit: 'reads/s',
    rounds: ROUNDS,
    ceiling: rate('git', async (kind, sha, before) => {
      await kind.git(open, sha, before)
    }),
    product: rate('server', async (kind, sha, before) => {
      const { json } = await world.ask('GET', kind.path(sha, before))
      if (!kind.holds(json)) throw new Error(`${kind.path(sha, before)} answered ${JSON.stringify(json).slice(0, 300)}`)
    }),
    notes: () =>
      [...times].map(([name, { git, server }]) => {
        const each = (took: ReadonlyArray<number>): number => median(took) / COMMITS
        return `${name}: ${each(git).toFixed(2)} ms and ${each(server).toFixed(2)} ms, ratio ${(each(git) / each(server)).toFixed(2)}`
      }),
    finish: async () => {
      open.objects.close()
      open.diffs.close()
      await world.close()
    },
  }
}

/** R7: reads that git answers, each of a commit that was not read before, one after another. */
export const gitReads: Benchmark = {
  name: 'R7',
  work: 'a tree, a file, commits, a diff and a comparison, read for the first time',
  ceiling: '`git cat-file --batch` and `git diff-tree --stdin` kept open, asked for the same objects',
  goal: { atLeast: 0.8 },
  prepare,
}
