import { deepEqual, equal } from 'node:assert/strict'
import type { ObjectId } from '@forgefold/core/ports'
import type { Law } from '../law.js'
import { person, writeHistory } from './history.js'
import type { GitWorld } from './world.js'

const records = (text: string, end: string): ReadonlyArray<string> => text.split(end).filter((part) => part !== '')

const HEADED = /^([0-9a-f]{40}) /

/** Who wrote what, and taking it back. */
export const gitLineLaws: ReadonlyArray<Law<GitWorld>> = [
  {
    name: 'every line is blamed on the commit that git names',
    holds: async ({ place, repository, random }) => {
      const { tips } = await writeHistory(repository, random)
      const head = tips.get('main') as ObjectId
      const judge = await place.clone(1)
      const sizes = new Map<string, number>()
      for await (const { path, size } of repository.fileSizes(head)) sizes.set(path, size)
      const listed = records(await judge.run('ls-tree', '-r', '-l', '-z', head), '\0').map((line) => line.split('\t'))
      deepEqual(
        [...sizes],
        listed.map(([about = '', path]) => [path, Number(about.split(/ +/)[3])]),
      )
      for (const path of sizes.keys()) {
        const plain = await judge.run('blame', '--line-porcelain', head, '--', path)
        const wanted = records(plain, '\n').flatMap((line) => HEADED.exec(line)?.[1] ?? [])
        const groups = (await repository.blame(head, path)) ?? []
        deepEqual(
          groups.flatMap(({ commit, lines }) => lines.map(() => commit)),
          wanted,
        )
        if (wanted.length < 2) continue
        const part = await repository.blame(head, path, { first: 2, last: 2 })
        deepEqual(
          part?.map(({ commit, lines }) => [commit, lines.length]),
          [[wanted[1], 1]],
        )
        equal(await repository.blame(head, path, { first: wanted.length + 1, last: wanted.length + 2 }), undefined)
      }
      equal(await repository.blame(head, 'no such file'), undefined)
    },
  },
  {
    name: 'what stands in files is found where it stands, whatever its case, and nothing else is',
    holds: async ({ repository, random }) => {
      const { tips } = await writeHistory(repository, random)
      const base = tips.get('main') as ObjectId
      const written = await repository.editTree(base, [
        { action: 'create', path: 'sought one.txt', content: 'a\nb\nc\nThe Needle\ne\nf\ng\nh\ni\nneedle\n' },
        { action: 'create', path: 'sought.bin', content: '\0needle\n' },
      ])
      if (written.kind !== 'Written') throw new Error(`not written: ${written.kind}`)
      const who = person(3)
      const commit = await repository.writeCommit({
        tree: written.tree,
        parents: [base],
        author: who,
        committer: who,
        message: 'Hide a NEEDLE',
      })
      const places = []
      for await (const place of repository.grep(commit, 'needle')) places.push(place)
      deepEqual(places, [
        { path: 'sought one.txt', line: 2, text: 'b\nc\nThe Needle\ne\nf\n' },
        { path: 'sought one.txt', line: 8, text: 'h\ni\nneedle\n' },
      ])
      for await (const place of repository.grep(commit, 'no such text')) throw new Error(`found ${place.path}`)
      deepEqual(
        (await repository.log({ from: [commit], message: 'a needle' })).map(({ id }) => id),
        [commit],
      )
    },
  },
  {
    name: 'what the newest commit changed is taken back as it was, and picked again',
    holds: async ({ repository, random }) => {
      const { tips } = await writeHistory(repository, random)
      for (const head of tips.values()) {
        const newest = await repository.commit(head)
        const parent = newest?.parents[0]
        if (newest === undefined || parent === undefined) continue
        const before = (await repository.commit(parent))?.tree
        const committer = person(7)
        const back = await repository.revert({ commit: head, onto: head, committer, message: 'Back' })
        if (before === newest.tree) {
          deepEqual(back, { kind: 'Empty' })
          continue
        }
        if (back.kind !== 'Picked') throw new Error(`not taken back: ${back.kind}`)
        const undone = await repository.commit(back.commit)
        deepEqual([undone?.tree, undone?.parents, undone?.author], [before, [head], committer])
        deepEqual(await repository.revert({ commit: head, onto: back.commit, committer, message: 'Again' }), {
          kind: 'Empty',
        })
        const picked = await repository.cherryPick({ commit: head, onto: back.commit, committer })
        const again = picked.kind === 'Picked' ? await repository.commit(picked.commit) : undefined
        deepEqual([again?.tree, again?.author], [newest.tree, newest.author])
      }
    },
  },
]
