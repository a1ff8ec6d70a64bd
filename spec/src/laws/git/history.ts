import { EMPTY_TREE, type FileAction, type ObjectId, type Repository, type Signature } from '@forgefold/core/ports'
import type { Random } from '../random.js'

export const person = (n: number): Signature => ({
  name: `Persön ${n}`,
  email: `p${n}@example.com`,
  seconds: 1_600_000_000 + n * 60,
  offset: (n % 5) * 60 - 120,
})

/** The files of a branch as text lines, or as bytes. */
type Files = ReadonlyMap<string, ReadonlyArray<string> | Uint8Array>

interface Tip {
  readonly commit: ObjectId
  readonly files: Files
}

const FOLDERS = ['', 'src/', 'src/deep/', 'döcs/', 'z/'] as const
const contentOf = (file: ReadonlyArray<string> | Uint8Array): string | Uint8Array =>
  file instanceof Uint8Array ? file : `${file.join('\n')}\n`

const newLines = (random: Random, n: number): ReadonlyArray<string> =>
  Array.from({ length: 3 + random.below(25) }, (_, line) => `file ${n} line ${line} ${random.below(4)}`)

const edited = (random: Random, file: ReadonlyArray<string> | Uint8Array): ReadonlyArray<string> | Uint8Array => {
  if (file instanceof Uint8Array) return Uint8Array.from([0, random.below(255), random.below(255)])
  const lines = [...file]
  const at = random.below(lines.length + 1)
  if (random.chance(0.3)) lines.splice(at, 1 + random.below(3))
  else if (random.chance(0.5)) lines.splice(at, 0, `inserted ${random.below(1000)}`)
  else if (at < lines.length) lines[at] = `changed ${random.below(1000)}`
  return lines.length === 0 ? ['left'] : lines
}

/** One action that fits the files, and the files after it. */
const step = (random: Random, files: Map<string, ReadonlyArray<string> | Uint8Array>, n: number): FileAction => {
  const paths = [...files.keys()]
  const [first, ...others] = paths
  const kind = random.below(10)
  if (first === undefined || kind < 3) {
    const path = `${random.pick(FOLDERS)}f${n}.txt`
    const content = random.chance(0.15) ? Uint8Array.from([0, 1, 2, n % 256]) : newLines(random, n)
    files.set(path, content)
    return { action: 'create', path, content: contentOf(content), executable: random.chance(0.2) }
  }
  const path = random.pick([first, ...others])
  const file = files.get(path) ?? []
  if (kind < 7) {
    const content = edited(random, file)
    files.set(path, content)
    return { action: 'update', path, content: contentOf(content) }
  }
  files.delete(path)
  if (kind === 7) return { action: 'delete', path }
  const target = `${random.pick(FOLDERS)}m${n}.txt`
  const content = kind === 8 ? file : edited(random, file)
  files.set(target, content)
  return { action: 'move', path: target, previousPath: path, content: contentOf(content) }
}

/** A history with three branches that go apart, and one merge where it goes without conflict. */
export interface History {
  readonly tips: ReadonlyMap<string, ObjectId>
  /** Every commit that was made. */
  readonly commits: ReadonlyArray<ObjectId>
}

/** Writes a random history: text edits, renames, deletions, binary files, modes, names beyond ASCII. */
export const writeHistory = async (git: Repository, random: Random, length = 14): Promise<History> => {
  const tips = new Map<string, Tip>()
  const commits: Array<ObjectId> = []
  for (let n = 1; n <= length; n++) {
    const branch = n < 4 ? 'main' : random.pick(['main', 'left', 'right'])
    const from = tips.get(branch) ?? tips.get('main')
    const files = new Map(from?.files ?? [])
    const actions: Array<FileAction> = []
    for (let count = 1 + random.below(n === 1 ? 6 : 3); count > 0; count--)
      actions.push(step(random, files, n * 10 + count))
    const written = await git.editTree(from?.commit ?? EMPTY_TREE, actions)
    if (written.kind !== 'Written') throw new Error(`${written.refusal.kind}: ${JSON.stringify(actions)}`)
    const commit = await git.writeCommit({
      tree: written.tree,
      parents: from === undefined ? [] : [from.commit],
      author: person(n),
      committer: person(n + 100),
      message: `Cömmit ${n}\n\nWith a body.\n`,
    })
    commits.push(commit)
    tips.set(branch, { commit, files })
  }
  const heads = new Map([...tips].map(([branch, { commit }]) => [branch, commit]))
  const changes = [...heads].map(([branch, to]) => ({ ref: `refs/heads/${branch}`, from: null, to }))
  const moved = await git.updateRefs(changes)
  if (moved.kind !== 'Moved') throw new Error(moved.detail)
  return { tips: heads, commits }
}
