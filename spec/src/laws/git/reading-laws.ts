import { deepEqual, equal } from 'node:assert/strict'
import type { FilePatch, ObjectId } from '@forgefold/core/ports'
import type { Law } from '../law.js'
import { person, writeHistory } from './history.js'
import type { GitWorld } from './world.js'

const lines = (text: string): Array<string> => text.split('\n').filter(Boolean)

/** The text of a patch as the judge prints it: all from its first hunk on, or what is said of binary files. */
const judged = (text: string): string => {
  const start = /^(@@|Binary files )/m.exec(text)
  return start === null ? '' : text.slice(start.index)
}

const pick = ({ random }: GitWorld, ids: ReadonlyArray<ObjectId>): ObjectId => ids[random.below(ids.length)] as ObjectId

/** What is read agrees with what the plain program says of the same repository. */
export const gitReadingLaws: ReadonlyArray<Law<GitWorld>> = [
  {
    name: 'histories agree with git log',
    holds: async (world) => {
      const { place, repository } = world
      const { tips } = await writeHistory(repository, world.random)
      const judge = await place.clone(1)
      const heads = [...tips.values()]
      for (let tries = 0; tries < 6; tries++) {
        const from = [pick(world, heads)]
        const not = world.random.chance(0.5) ? [pick(world, heads)] : []
        const range = [...from, ...not.map((id) => `^${id}`)]
        const ids = (await repository.log({ from, not })).map(({ id }) => id)
        deepEqual(ids, lines(await judge.run('rev-list', ...range)))
        equal(await repository.count({ from, not }), ids.length)
        const page = await repository.log({ from, not, skip: 1, limit: 2 })
        deepEqual(
          page.map(({ id }) => id),
          ids.slice(1, 3),
        )
      }
      const stats = await repository.stats(await repository.log({ from: 'all' }))
      equal(stats.length, await repository.count({ from: 'all' }))
    },
  },
  {
    name: 'ancestry agrees with git merge-base',
    holds: async (world) => {
      const { place, repository } = world
      const { commits, tips } = await writeHistory(repository, world.random)
      const judge = await place.clone(1)
      const reachable = new Set(lines(await judge.run('rev-list', ...tips.values())))
      const known = commits.filter((id) => reachable.has(id))
      for (let tries = 0; tries < 6; tries++) {
        const [a, b] = [pick(world, known), pick(world, known)]
        equal(await repository.mergeBase(a, b), await judge.run('merge-base', a, b))
        const { code } = await judge.attempt('merge-base', '--is-ancestor', a, b)
        equal(await repository.isAncestor(a, b), code === 0)
        const counted = await judge.run('rev-list', '--left-right', '--count', `${a}...${b}`)
        const { left, right } = await repository.divergence(a, b)
        equal(`${left}\t${right}`, counted)
      }
    },
  },
  {
    name: 'diffs agree with git diff, in the order of display',
    holds: async (world) => {
      const { place, repository } = world
      const { tips } = await writeHistory(repository, world.random)
      const judge = await place.clone(1)
      const heads = [...tips.values()]
      const [from, to] = [pick(world, heads), pick(world, heads)]
      const patches: Array<FilePatch> = []
      for await (const patch of repository.patches({ from, to })) patches.push(patch)
      const changes = await repository.changes({ from, to })
      deepEqual(
        patches.map(({ oldPath, newPath }) => [oldPath, newPath]),
        changes.map(({ oldPath, newPath }) => [oldPath, newPath]),
      )
      const few: Array<string> = []
      for await (const { newPath } of repository.patches({ from, to, maxFiles: 3 })) few.push(newPath)
      deepEqual(
        few,
        changes.slice(0, 3).map(({ newPath }) => newPath),
      )
      const raw = lines(await judge.run('diff', '--raw', '--abbrev=40', '-M30%', from, to)).sort()
      const letters = { added: 'A', deleted: 'D', modified: 'M', renamed: 'R' } as const
      const shown = changes.map((change) => {
        const paths = change.kind === 'renamed' ? [change.oldPath, change.newPath] : [change.newPath]
        return [
          `:${change.oldMode} ${change.newMode} ${change.oldId} ${change.newId} ${letters[change.kind]}`,
          ...paths,
        ].join('\t')
      })
      deepEqual(
        shown.sort(),
        raw.map((line) => line.replace(/ R\d+\t/, ' R\t')),
      )
      for (const patch of patches) {
        const said = await judge.run(
          'diff',
          '-M30%',
          '--full-index',
          from,
          to,
          '--',
          ...new Set([patch.oldPath, patch.newPath]),
        )
        equal(patch.text, said === '' || judged(said) === '' ? '' : `${judged(said)}\n`)
        equal(patch.bytes, Buffer.byteLength(patch.text))
      }
    },
  },
  {
    name: 'a merge comes out as git merge makes it',
    holds: async (world) => {
      const { place, repository } = world
      const { tips } = await writeHistory(repository, world.random)
      const judge = await place.clone(1)
      for (const [a, b] of [
        ['main', 'left'],
        ['left', 'right'],
        ['main', 'right'],
      ] as const) {
        const [ours, theirs] = [tips.get(a), tips.get(b)]
        if (ours === undefined || theirs === undefined) continue
        await judge.run('checkout', '-q', '-f', '--detach', ours)
        const merged = await judge.attempt('merge', '-q', '--no-ff', '--no-commit', theirs)
        const outcome = await repository.merge(ours, theirs)
        equal(outcome.kind, merged.code === 0 ? 'Merged' : 'Conflicts')
        if (outcome.kind === 'Merged') equal(outcome.tree, await judge.run('write-tree'))
        if (outcome.kind === 'Conflicts') {
          const unmerged = lines(await judge.run('ls-files', '-u')).map((line) => line.slice(line.indexOf('\t') + 1))
          deepEqual([...outcome.files].sort(), [...new Set(unmerged)].sort())
        }
        await judge.attempt('merge', '--abort')
        await judge.run('reset', '-q', '--hard')
      }
    },
  },
  {
    name: 'a rebase comes out as git rebase makes it: trees, authors, messages',
    holds: async (world) => {
      const { place, repository } = world
      const { tips } = await writeHistory(repository, world.random)
      const judge = await place.clone(1)
      const onto = tips.get('main') as ObjectId
      for (const branch of ['left', 'right']) {
        const source = tips.get(branch)
        if (source === undefined) continue
        await judge.run('checkout', '-q', '-f', '--detach', source)
        const rebased = await judge.attempt('rebase', '-q', '--empty=drop', onto)
        const outcome = await repository.rebase({ source, onto, committer: person(500) })
        equal(outcome.kind, rebased.code === 0 ? 'Rebased' : 'Conflicts')
        if (outcome.kind === 'Rebased') {
          const ours = (await repository.log({ from: [outcome.head], not: [onto] })).map(({ tree, author, message }) =>
            [tree, author.name, author.seconds, message.trim()].join('|'),
          )
          const format = '--format=%T|%an|%at|%B%x00'
          const theirs = (await judge.run('log', format, `${onto}..HEAD`)).split('\0').map((text) => text.trim())
          deepEqual(ours, theirs.filter(Boolean))
        }
        await judge.attempt('rebase', '--abort')
      }
    },
  },
]
