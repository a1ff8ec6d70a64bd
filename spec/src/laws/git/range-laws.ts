import { deepEqual, equal } from 'node:assert/strict'
import { EMPTY_TREE, type FileAction, type ObjectId, type Repository } from '@forgefold/core/ports'
import type { Law } from '../law.js'
import type { Random } from '../random.js'
import { person } from './history.js'
import type { GitWorld } from './world.js'

const lines = (text: string): Array<string> => text.split('\n').filter(Boolean)

const some = (random: Random, ids: ReadonlyArray<ObjectId>, most: number): ReadonlyArray<ObjectId> =>
  Array.from({ length: random.below(most + 1) }, () => ids[random.below(ids.length)] as ObjectId)

/** Empty commits with up to three parents among the last ones; several have the same date, none is older than its parents. */
const writeKnots = async (git: Repository, random: Random, length: number): Promise<ReadonlyArray<ObjectId>> => {
  const commits: Array<ObjectId> = []
  for (let n = 0; n < length; n++) {
    const recent = commits.slice(-6)
    const parents = recent.length === 0 ? [] : [...new Set([recent[0] as ObjectId, ...some(random, recent, 2)])]
    const when = person(Math.floor(n / 3))
    const message = `Knot ${n}`
    commits.push(await git.writeCommit({ tree: EMPTY_TREE, parents, author: when, committer: when, message }))
  }
  await git.updateRefs(commits.map((to, n) => ({ ref: `refs/heads/knot-${n}`, from: null, to })))
  return commits
}

const PATHS = ['f', 'a/f', 'a/g', 'a/b/f', 'ä b:c/f'] as const

/** One that fits the file, which may have been put there, changed, made a program or taken away. */
const editOf = (random: Random, path: string, isThere: boolean): FileAction => {
  if (!isThere) return { action: 'create', path, content: String(random.below(3)) }
  if (random.chance(0.2)) return { action: 'delete', path }
  if (random.chance(0.3)) return { action: 'chmod', path, executable: random.chance(0.5) }
  return { action: 'update', path, content: String(random.below(3)) }
}

/** Commits with up to two parents: most change one file of the first, some take over what the other has. */
const writeEdits = async (git: Repository, random: Random, length: number): Promise<ReadonlyArray<ObjectId>> => {
  const made: Array<{ readonly id: ObjectId; readonly tree: ObjectId }> = []
  for (let n = 0; n < length; n++) {
    const recent = made.slice(-4)
    const chosen = recent.length === 0 ? [] : [random.pick([recent[0] as (typeof made)[0], ...recent])]
    if (random.chance(0.3)) chosen.push(...recent.filter(({ id }) => id !== chosen[0]?.id).slice(-1))
    const base = random.pick([chosen[0]?.tree ?? EMPTY_TREE, ...chosen.map(({ tree }) => tree)])
    const path = random.pick(PATHS)
    const isThere = (await git.file(base, path)) !== undefined
    const edited = random.chance(0.3) ? undefined : await git.editTree(base, [editOf(random, path, isThere)])
    const tree = edited?.kind === 'Written' ? edited.tree : base
    const when = person(n)
    const parents = chosen.map(({ id }) => id)
    made.push({
      id: await git.writeCommit({ tree, parents, author: when, committer: when, message: `Edit ${n}` }),
      tree,
    })
  }
  await git.updateRefs(made.map(({ id: to }, n) => ({ ref: `refs/heads/edit-${n}`, from: null, to })))
  return made.map(({ id }) => id)
}

/** Parts of a history agree with what the plain program says, however they are found. */
export const gitRangeLaws: ReadonlyArray<Law<GitWorld>> = [
  {
    name: 'ranges of a knotted history come in the order of git rev-list',
    holds: async ({ place, repository, random }) => {
      const commits = await writeKnots(repository, random, 40)
      const judge = await place.clone(1)
      for (let tries = 0; tries < 12; tries++) {
        const from = [commits[20 + random.below(20)] as ObjectId, ...some(random, commits, 2)]
        const not = some(random, commits, 3)
        const ids = lines(await judge.run('rev-list', ...from, ...not.map((id) => `^${id}`)))
        const walked: Array<ObjectId> = []
        for await (const id of repository.walk({ from, not })) walked.push(id)
        deepEqual(walked, ids)
        equal(await repository.count({ from, not }), ids.length)
        const skip = random.below(5)
        const page = await repository.log({ from, not, skip, limit: 4 })
        deepEqual(
          page.map(({ id }) => id),
          ids.slice(skip, skip + 4),
        )
      }
    },
  },
  {
    name: 'ranges that reach far agree with git rev-list',
    fixed: true,
    holds: async ({ place, random }) => {
      const commits = await writeKnots(place.git.of(1), random, 300)
      const repository = (await place.reopen()).of(1)
      const judge = await place.clone(1)
      for (const [top, bottom] of [
        [299, 0],
        [299, 290],
        [120, 119],
        [60, 10],
        [10, 200],
      ] as const) {
        const from = [commits[top] as ObjectId]
        const not = [commits[bottom] as ObjectId]
        const ids = lines(await judge.run('rev-list', ...from, `^${not[0]}`))
        equal(await repository.count({ from, not }), ids.length)
        const { code } = await judge.attempt('merge-base', '--is-ancestor', String(not[0]), String(from[0]))
        equal(await repository.isAncestor(not[0] as ObjectId, from[0] as ObjectId), code === 0)
        deepEqual(
          (await repository.log({ from, not, limit: 7 })).map(({ id }) => id),
          ids.slice(0, 7),
        )
      }
    },
  },
  {
    name: 'the last change of a path is the one of git rev-list',
    holds: async ({ place, repository, random }) => {
      const commits = await writeEdits(repository, random, 50)
      const judge = await place.clone(1)
      for (let tries = 0; tries < 30; tries++) {
        const from = commits[random.below(50)] as ObjectId
        const path = random.pick([...PATHS, 'a', 'a/b', 'ä b:c', 'nowhere', 'a/nowhere'])
        const expected = lines(await judge.run('--literal-pathspecs', 'rev-list', '--max-count=1', from, '--', path))
        const found = await repository.log({ from: [from], path, limit: 1 })
        deepEqual(
          found.map(({ id }) => id),
          expected,
        )
      }
    },
  },
  {
    name: 'the base of two commits is one of git merge-base',
    holds: async ({ place, repository, random }) => {
      const commits = await writeKnots(repository, random, 40)
      const judge = await place.clone(1)
      for (let tries = 0; tries < 20; tries++) {
        const [left, right] = [commits[random.below(40)] as ObjectId, commits[random.below(40)] as ObjectId]
        const bases = lines(await judge.run('merge-base', '--all', left, right))
        const base = await repository.mergeBase(left, right)
        equal(base !== undefined && bases.includes(base), true)
      }
    },
  },
]
