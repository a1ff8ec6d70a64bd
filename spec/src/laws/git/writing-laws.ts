import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { EMPTY_TREE, type ObjectId } from '@forgefold/core/ports'
import type { Law } from '../law.js'
import { person, writeHistory } from './history.js'
import type { GitWorld } from './world.js'

const MAIN = 'refs/heads/main'

/** Objects, refs, and what never gets lost. */
export const gitWritingLaws: ReadonlyArray<Law<GitWorld>> = [
  {
    name: 'every object is one that git itself would have written',
    holds: async ({ place, repository, random }) => {
      const { tips, commits } = await writeHistory(repository, random)
      const judge = await place.clone(1)
      await judge.run('fsck', '--strict', '--full')
      for (const [branch, head] of tips) {
        const tree = (await repository.commit(head))?.tree
        await judge.run('checkout', '-q', '-f', '--detach', `origin/${branch}`)
        equal(await judge.run('write-tree'), tree)
      }
      for (const id of commits) {
        const read = await repository.commit(id)
        if (read === undefined) throw new Error(`no commit ${id}`)
        equal(await repository.writeCommit(read), id)
      }
    },
  },
  {
    name: 'a repository that is missing or empty reads as nothing',
    fixed: true,
    holds: async ({ git, repository }) => {
      for (const one of [repository, git.of(99)]) {
        deepEqual(await one.refs('refs/heads/'), [])
        deepEqual(await one.log({ from: 'all' }), [])
        equal(await one.count({ from: 'all' }), 0)
        equal(await one.size(), 0)
        equal(await one.resolve('main'), undefined)
        equal(await one.ref(MAIN), undefined)
      }
      equal(await repository.head(), 'main')
      equal(await git.exists(1), true)
      equal(await git.exists(99), false)
    },
  },
  {
    name: 'refs move by compare and swap, all or none',
    holds: async ({ repository, random }) => {
      const { commits } = await writeHistory(repository, random)
      const [first, second] = commits as readonly [ObjectId, ObjectId]
      const side = { ref: 'refs/heads/side', from: null, to: first }
      equal((await repository.updateRefs([side])).kind, 'Moved')
      const wrong = { ref: MAIN, from: second, to: first }
      const main = await repository.ref(MAIN)
      notEqual(main, second)
      equal((await repository.updateRefs([{ ...side, from: first, to: second }, wrong])).kind, 'Stale')
      equal(await repository.ref('refs/heads/side'), first)
      equal((await repository.updateRefs([side])).kind, 'Stale')
      equal((await repository.updateRefs([{ ref: 'refs/heads/side/deeper', from: null, to: first }])).kind, 'Stale')
      equal((await repository.updateRefs([{ ...side, from: first, to: null }])).kind, 'Moved')
      equal(await repository.ref('refs/heads/side'), undefined)
    },
  },
  {
    name: 'a name makes room for a folder of that name, and the other way round',
    fixed: true,
    holds: async ({ git, repository, random }) => {
      const { commits } = await writeHistory(repository, random)
      const [to] = commits as readonly [ObjectId]
      const [name, below] = ['refs/heads/side', 'refs/heads/side/deeper']
      for (const packed of [false, true]) {
        for (const ref of [name, below, name]) {
          equal((await repository.updateRefs([{ ref, from: null, to }])).kind, 'Moved')
          if (packed) await git.maintain(1, 'incremental')
          const other = ref === name ? below : name
          equal((await repository.updateRefs([{ ref: other, from: null, to }])).kind, 'Stale')
          equal((await repository.updateRefs([{ ref, from: to, to: null }])).kind, 'Moved')
        }
      }
    },
  },
  {
    name: 'of many writers that start from the same place exactly one wins',
    holds: async ({ repository, random }) => {
      const { commits, tips } = await writeHistory(repository, random)
      const from = tips.get('main') as ObjectId
      const outcomes = await Promise.all(
        commits.filter((id) => id !== from).map((to) => repository.updateRefs([{ ref: MAIN, from, to }])),
      )
      equal(outcomes.filter(({ kind }) => kind === 'Moved').length, 1)
    },
  },
  {
    name: 'what was kept around outlives its refs and the packing',
    holds: async ({ git, repository, random }) => {
      const { commits, tips } = await writeHistory(repository, random)
      await repository.keepAround([...tips.values()])
      await repository.keepAround([...tips.values()])
      await repository.updateRefs([...tips].map(([branch, from]) => ({ ref: `refs/heads/${branch}`, from, to: null })))
      for (const how of ['incremental', 'full', 'gc', 'incremental'] as const) {
        await git.maintain(1, how)
        for (const id of commits) ok(await repository.commit(id))
      }
      deepEqual(await repository.refs('refs/heads/'), [])
    },
  },
  {
    name: 'an action that does not fit refuses all of them',
    holds: async ({ repository, random }) => {
      await writeHistory(repository, random)
      const base = await repository.editTree(EMPTY_TREE, [{ action: 'create', path: 'a/b', content: 'x' }])
      const tree = base.kind === 'Written' ? base.tree : EMPTY_TREE
      const tries = [
        [{ action: 'create', path: 'a/b', content: '' }, 'FileExists'],
        [{ action: 'create', path: 'a', content: '' }, 'DirectoryExists'],
        [{ action: 'create', path: 'a/b/c', content: '' }, 'FileExists'],
        [{ action: 'update', path: 'c', content: '' }, 'FileMissing'],
        [{ action: 'delete', path: 'a' }, 'FileMissing'],
        [{ action: 'move', path: 'd', previousPath: 'c' }, 'FileMissing'],
        [{ action: 'chmod', path: 'c', executable: true }, 'FileMissing'],
        [{ action: 'create', path: '/', content: '' }, 'PathEmpty'],
        [{ action: 'create', path: 'a/../b', content: '' }, 'PathInvalid'],
        [{ action: 'create', path: 'x/.GIT/config', content: '' }, 'PathInvalid'],
      ] as const
      for (const [action, kind] of tries) {
        const outcome = await repository.editTree(tree, [action])
        equal(outcome.kind === 'Refused' ? outcome.refusal.kind : 'Written', kind)
      }
      const emptied = await repository.editTree(tree, [{ action: 'delete', path: 'a/b' }])
      deepEqual(emptied, { kind: 'Written', tree: EMPTY_TREE })
    },
  },
  {
    name: 'a fork has the branches, tags and HEAD of its source, and a life of its own',
    holds: async ({ git, repository, random }) => {
      const { tips } = await writeHistory(repository, random)
      const target = tips.get('main') as ObjectId
      const tag = await repository.writeTag({ name: 'v1', target, tagger: person(1), message: 'One' })
      await repository.updateRefs([{ ref: 'refs/tags/v1', from: null, to: tag }])
      await repository.setHead('main')
      await git.fork(1, 2)
      const fork = git.of(2)
      deepEqual(await fork.refs('refs/'), await repository.refs('refs/heads/', 'refs/tags/'))
      equal(await fork.head(), 'main')
      equal(await fork.fetchFrom(1, [{ from: 'refs/heads/nope', to: 'refs/merge-requests/1/head' }]), false)
      equal(await fork.fetchFrom(1, [{ from: MAIN, to: 'refs/merge-requests/1/head' }]), true)
      equal(await fork.ref('refs/merge-requests/1/head'), target)
      await git.remove(1)
      equal(await git.exists(1), false)
      ok(await fork.commit(target))
    },
  },
  {
    name: 'a move that was begun and not finished is remembered through a restart',
    fixed: true,
    holds: async ({ place, git }) => {
      const id = await git.begin({ repository: 1, changes: [], begunAt: 5, note: { who: 'me' } })
      await git.finish(await git.begin({ repository: 1, changes: [], begunAt: 6, note: null }))
      const again = await place.reopen()
      deepEqual(await again.pending(), [{ id, repository: 1, changes: [], begunAt: 5, note: { who: 'me' } }])
    },
  },
]
